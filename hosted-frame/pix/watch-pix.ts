import type { Timers } from '../../contract/frame/timers.ts';
import type { PayinStatus } from '../../contract/payments/payin-status.ts';
import { createCheckoutRequest } from '../../sdk/card-flow/checkout-request.ts';

const ASK_DEADLINE_MS = 10_000;

/** What came of one question. `retryAfterMs`: how long the service asked to be left alone. */
export type WatchAnswer<View> = { view: View } | { retryAfterMs: number };

/** The first pause between two questions. Each is a tenth longer than the one before. */
const FIRST_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_IN_TROUBLE_MS = 60_000;

/** The buyer has just done something, or time is up: asks more often again. */
export type PixWatch = { hurry: () => void; stop: () => void };

/**
 * Asks how a payin stands until it waits no more: often at first, then less and less, twice as long
 * after each failure, never before `Retry-After` is over, and not at all while nobody looks.
 */
export function watchPix<View extends { status: PayinStatus }>(options: {
  document: Document;
  timers: Timers;
  /** Milliseconds of a clock that is not set. */
  now: () => number;
  ask: () => Promise<WatchAnswer<View>>;
  onView: (view: View) => void;
  onTrouble: () => void;
}): PixWatch {
  const { document, timers, now, ask } = options;
  let pauseMs = FIRST_PAUSE_MS;
  let notBefore = 0;
  let timer: unknown = null;
  let isAsking = false;
  let isOver = false;

  function plan(delayMs: number): void {
    if (timer !== null) timers.clear(timer);
    timer = null;
    if (isOver || isAsking || document.visibilityState === 'hidden') return;
    timer = timers.set(run, Math.max(delayMs, notBefore - now()));
  }

  async function run(): Promise<void> {
    timer = null;
    isAsking = true;
    const answer = await ask();
    isAsking = false;
    if (isOver) return;
    if ('view' in answer) {
      pauseMs = Math.min(pauseMs * 1.1, LONGEST_PAUSE_MS);
      if (answer.view.status !== 'PENDING') stop();
      options.onView(answer.view);
    } else {
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_IN_TROUBLE_MS);
      notBefore = now() + answer.retryAfterMs;
      if (answer.retryAfterMs === 0) options.onTrouble();
    }
    plan(pauseMs);
  }

  function hurry(): void {
    pauseMs = FIRST_PAUSE_MS;
    plan(pauseMs);
  }

  function onVisibility(): void {
    pauseMs = FIRST_PAUSE_MS;
    plan(0);
  }

  function stop(): void {
    isOver = true;
    plan(0);
    document.removeEventListener('visibilitychange', onVisibility);
  }

  document.addEventListener('visibilitychange', onVisibility);
  plan(pauseMs);
  return { hurry, stop };
}

/** Asks the service for the view of a payin; `again` is the question of a watch. */
export function createViewQuestion<View>(
  view: Pick<Window, 'fetch'>,
  publicKey: string,
  path: 'pix-view' | 'payment-view',
) {
  let retryAfterMs = 0;
  const request = createCheckoutRequest({
    async fetch(...call) {
      const response = await view.fetch(...call);
      retryAfterMs = Number(response.headers.get('retry-after')) * 1000;
      return response;
    },
    baseUrl: '',
    publicKey,
  });

  function ask(viewToken: string, withSquares: boolean): Promise<View> {
    retryAfterMs = 0;
    const body = { viewToken, withSquares };
    return request({ method: 'POST', path, body, deadlineMs: ASK_DEADLINE_MS, phase: 'view' });
  }

  return {
    ask,
    again: (viewToken: string): Promise<WatchAnswer<View>> =>
      ask(viewToken, false).then(
        (view) => ({ view }),
        () => ({ retryAfterMs }),
      ),
  };
}
