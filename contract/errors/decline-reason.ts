import * as z from 'zod/mini';

/**
 * Why a card was refused, in words a merchant may show. A card that was reported lost or stolen is
 * `card_blocked`, so that nobody at a till has to know.
 */
export const DECLINE_REASONS = [
  'insufficient_funds',
  'limit_exceeded',
  'card_expired',
  'card_blocked',
  'invalid_card',
  'invalid_cvv',
  'suspected_fraud',
  'not_allowed',
  'tries_exceeded',
  'retry_not_allowed',
  'not_authenticated',
  'issuer_unavailable',
  'do_not_honour',
] as const;
/** @internal */
export const declineReasonSchema = z.enum(DECLINE_REASONS);
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/**
 * Whether and when to try again. `sameCard`: false where this card will not be approved and another
 * one is to be asked for. `afterSeconds`: how long to wait; 0 at once, with what was wrong typed
 * again; null with another card.
 * @internal
 */
export const declineRetrySchema = z.object({
  sameCard: z.boolean(),
  afterSeconds: z.nullable(z.number()),
});
export type DeclineRetry = { sameCard: boolean; afterSeconds: number | null };

const DAY_SECONDS = 24 * 60 * 60;

function after(afterSeconds: number): DeclineRetry {
  return { sameCard: true, afterSeconds };
}
const OTHER_CARD: DeclineRetry = { sameCard: false, afterSeconds: null };

/**
 * Decision: what the issuers' code table calls reversible may be tried again a day later, since
 * card schemes count and fine tries; a bank that is down after ten minutes.
 */
export const DECLINE_RETRIES: Readonly<Record<DeclineReason, DeclineRetry>> = {
  insufficient_funds: after(DAY_SECONDS),
  limit_exceeded: after(DAY_SECONDS),
  card_expired: OTHER_CARD,
  card_blocked: OTHER_CARD,
  invalid_card: OTHER_CARD,
  invalid_cvv: after(0),
  suspected_fraud: OTHER_CARD,
  not_allowed: OTHER_CARD,
  tries_exceeded: after(DAY_SECONDS),
  retry_not_allowed: OTHER_CARD,
  not_authenticated: after(0),
  issuer_unavailable: after(600),
  do_not_honour: after(DAY_SECONDS),
};

/** Nulls where no card was refused. */
export function describeDecline(declineReason: DeclineReason | null) {
  const retry = declineReason === null ? null : DECLINE_RETRIES[declineReason];
  return { declineReason, retry };
}
