import type { OutgoingAnswer } from './answer.ts';

const FAILURES_TO_REST = 5;
const REST_MS = 30_000;
const MAX_REST_MS = 15 * 60_000;

/** A rest that seems longer than any may last began before the clock was set back: it is over. */
export function isResting(until: number, now: number): boolean {
  return now < until && until - now <= MAX_REST_MS;
}

/**
 * Decision: after five failures in a row a party rests for half a minute; then one read goes, and
 * where that is answered everything does again. A write never tries it out: it might be done
 * without our learning of it. A party that says 429 rests as long as it asks for.
 */
export function createBreaker({ now }: { now: () => number }) {
  let failures = 0;
  /** Null while calls go. */
  let restsUntil: number | null = null;
  let isRateLimited = false;
  let isTrying = false;

  function rest(ms: number): void {
    restsUntil = now() + Math.min(ms, MAX_REST_MS);
  }

  return {
    /** Whether the party would take nothing but one read now. */
    needsRead: () =>
      restsUntil !== null && !isRateLimited && !isResting(restsUntil, now()) && !isTrying,

    restsUntil: () => restsUntil,

    /** Whether a call may leave; the outcome of one that may has to be told. */
    admits({ isRead }: { isRead: boolean }): boolean {
      if (restsUntil === null) return true;
      if (isResting(restsUntil, now())) return false;
      if (isRateLimited) {
        restsUntil = null;
        isRateLimited = false;
        return true;
      }
      if (!isRead || isTrying) return false;
      isTrying = true;
      return true;
    },

    tell(answer: OutgoingAnswer, retryAfterMs: number | null): void {
      isTrying = false;
      if (answer.kind === 'rejected' && answer.status === 429) {
        isRateLimited = true;
        rest(retryAfterMs ?? REST_MS);
        return;
      }
      // Whoever asked has given up: that says nothing of the party.
      if ('cause' in answer && answer.cause === 'given_up') return;
      if (answer.kind !== 'not_sent' && answer.kind !== 'unknown') {
        failures = 0;
        restsUntil = null;
        isRateLimited = false;
        return;
      }
      failures += 1;
      if (failures >= FAILURES_TO_REST) rest(REST_MS);
    },
  };
}

export type Breaker = ReturnType<typeof createBreaker>;
