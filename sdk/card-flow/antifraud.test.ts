import { afterEach, describe, expect, it, vi } from 'vitest';
import { deviceSignalsSchema } from '../../contract/card/antifraud.ts';
import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import { ANTIFRAUD_DEADLINE_MS, captureSignals, openAntifraudSession } from './antifraud.ts';
import type { CheckoutRequest } from './checkout-request.ts';
import { createCheckoutRequest } from './checkout-request.ts';

const SKIPPED = { skipped: true, sessionId: null };
const SIGNALS = captureSignals(window);

afterEach(() => {
  vi.useRealTimers();
});

function rejecting(thrown: unknown) {
  return vi.fn(() => Promise.reject(thrown)) as CheckoutRequest;
}

function open(request: CheckoutRequest, more: { enabled?: boolean; signals?: () => never } = {}) {
  return openAntifraudSession({ request, enabled: true, signals: () => SIGNALS, ...more });
}

describe('openAntifraudSession', () => {
  it('opens a session with the facts of the device', async () => {
    const request = vi.fn(async () => ({ skipped: false, sessionId: 'afs_1' }));
    expect(await open(request as CheckoutRequest)).toEqual({ skipped: false, sessionId: 'afs_1' });
    expect(request).toHaveBeenCalledExactlyOnceWith({
      method: 'POST',
      path: 'antifraud-sessions',
      body: { signals: SIGNALS },
      deadlineMs: ANTIFRAUD_DEADLINE_MS,
      phase: 'antifraud',
      signal: undefined,
    });
  });

  it('asks nobody where the account has no antifraud', async () => {
    const request = rejecting(new Error('asked'));
    const signals = vi.fn();
    expect(await openAntifraudSession({ request, enabled: false, signals })).toEqual(SKIPPED);
    expect(request).not.toHaveBeenCalled();
    expect(signals).not.toHaveBeenCalled();
  });

  it.each(['NETWORK', 'TIMEOUT', 'ABORTED', 'RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL'] as const)(
    'goes on without a session after %s',
    async (code) => {
      expect(await open(rejecting(new CheckoutError(errorData(code, 'no'))))).toEqual(SKIPPED);
    },
  );

  it('goes on where the device cannot be read', async () => {
    const signals = () => {
      throw new TypeError('navigator was replaced');
    };
    expect(await open(rejecting(new Error('asked')), { signals })).toEqual(SKIPPED);
  });

  it('goes on where the request throws instead of rejecting', async () => {
    const request = () => {
      throw new TypeError('fetch was replaced');
    };
    expect(await open(request)).toEqual(SKIPPED);
  });

  it('holds a payment up for its deadline and no longer', async () => {
    vi.useFakeTimers();
    const request = createCheckoutRequest({
      fetch: (_, init) =>
        new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
      baseUrl: '',
      publicKey: 'pk_test_no3ds',
    });
    const told = vi.fn();
    const session = open(request).then(told);
    await vi.advanceTimersByTimeAsync(ANTIFRAUD_DEADLINE_MS - 1);
    expect(told).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await session;
    expect(told).toHaveBeenCalledWith(SKIPPED);
  });
});

describe('captureSignals', () => {
  it('reads facts that the contract takes', () => {
    expect(deviceSignalsSchema.safeParse(SIGNALS).success).toBe(true);
  });

  it.each([
    ['tells nothing', { navigator: {}, screen: {} }],
    [
      'tells nonsense',
      {
        navigator: { language: 'x'.repeat(500), maxTouchPoints: Number.NaN },
        screen: { width: Number.NaN, height: 700.5, colorDepth: undefined },
      },
    ],
  ])('reads facts that the contract takes of a browser that %s', (_what, view) => {
    const signals = captureSignals(view as unknown as Window);
    expect(deviceSignalsSchema.safeParse(signals).success).toBe(true);
  });

  it('calls the language of a browser that tells none undetermined', () => {
    const view = { navigator: {}, screen: {} } as unknown as Window;
    expect(captureSignals(view).language).toBe('und');
  });

  it('reads nothing but those facts', () => {
    expect(Object.keys(SIGNALS).sort()).toEqual(Object.keys(deviceSignalsSchema.shape).sort());
  });
});
