import type { PaymentMethod } from '../../../contract/payments/payment-method.ts';
import { DAY_MS } from '../../base/shared/sao-paulo-days.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after it was issued a PIX is looked up; then every hour, and once more at its end. */
const PIX_POLLS_MS = [20 * SECOND_MS, MINUTE_MS, 3 * MINUTE_MS, 8 * MINUTE_MS, 15 * MINUTE_MS];

/**
 * The pause before the next look. Decision: most PIX are paid within minutes, so looks grow apart
 * from twenty seconds on; a boleto is looked up every hour of the working days on which banks tell.
 * Null for a consent, which is looked at like all else that is open.
 */
export function pauseBeforePoll(method: PaymentMethod, ageMs: number): number | null {
  switch (method) {
    case 'PIX': {
      const next = PIX_POLLS_MS.find((afterMs) => afterMs > ageMs);
      return next === undefined ? HOUR_MS : next - ageMs;
    }
    case 'BOLETO':
      return HOUR_MS;
    case 'OPEN_FINANCE':
    case 'CREDIT_CARD':
      return null;
  }
}

export function firstPollMs(method: PaymentMethod): number {
  return pauseBeforePoll(method, 0) ?? 0;
}

export const FIRST_RETURN_POLL_MS = HOUR_MS;

/** From then on nothing goes back any more: a PIX is returned within 90 days of its payment. */
export const RETURNS_END_MS = 90 * DAY_MS;

/** Decision: a return whose notice was lost is found that long after the approval. */
const RETURN_POLLS_MS = [FIRST_RETURN_POLL_MS, ...[1, 7, 30, 80].map((days) => days * DAY_MS)];

export function nextReturnPollMs(ageMs: number): number | null {
  return RETURN_POLLS_MS.find((afterMs) => afterMs > ageMs) ?? null;
}
