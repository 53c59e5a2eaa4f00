import type { AntifraudResult, DeviceSignals } from '../../contract/card/antifraud.ts';
import type { CheckoutRequest } from './checkout-request.ts';

/** The antifraud session may hold a payment up for so long, then it goes on without. */
export const ANTIFRAUD_DEADLINE_MS = 2_000;

const SKIPPED: AntifraudResult = { skipped: true, sessionId: null };

/** Reads plain facts of the device. No card data, no keystrokes, nothing stored. */
export function captureSignals(view: Window): DeviceSignals {
  const { navigator, screen } = view;
  return {
    language: (navigator.language || 'und').slice(0, 35),
    timezone: (Intl.DateTimeFormat().resolvedOptions().timeZone ?? '').slice(0, 64),
    timezoneOffsetMinutes: Math.round(new Date(0).getTimezoneOffset()),
    screenWidth: Math.round(screen.width) || 0,
    screenHeight: Math.round(screen.height) || 0,
    colorDepth: screen.colorDepth || 0,
    touchPoints: navigator.maxTouchPoints || 0,
  };
}

/** Never rejects: a payment without a session is only judged without one (`skipped: true`). */
export async function openAntifraudSession(options: {
  request: CheckoutRequest;
  enabled: boolean;
  signals: () => DeviceSignals;
  signal?: AbortSignal | undefined;
}): Promise<AntifraudResult> {
  if (!options.enabled) return SKIPPED;
  try {
    return await options.request<AntifraudResult>({
      method: 'POST',
      path: 'antifraud-sessions',
      body: { signals: options.signals() },
      deadlineMs: ANTIFRAUD_DEADLINE_MS,
      phase: 'antifraud',
      signal: options.signal,
    });
  } catch {
    return SKIPPED;
  }
}
