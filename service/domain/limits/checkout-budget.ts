import type { CardTestingWatch } from './card-testing.ts';
import type { RateLimiter, RateLimitRule } from './rate-limit.ts';
import { requireWithinLimit } from './rate-limit.ts';

/** What a public key opens, and what a tester of stolen cards needs many of. */
export type Budgeted =
  | 'card_tokens'
  | 'saved_cards'
  | 'three_d_secure_sessions'
  | 'antifraud_sessions';

export type CheckoutLimits = { perKey: number; perAddress: number };

/**
 * Decision: while cards are being tried out an account is slowed down, not stopped, which would let
 * the tester close the shop: half an order a second, and two tries a minute from one address.
 */
const SLOWED = { perKey: 20, perAddress: 10 };

export type CheckoutBudgetServices = {
  rateLimiter: RateLimiter;
  checkoutLimits: CheckoutLimits;
  cardTesting: CardTestingWatch;
  now: () => Date;
};

/**
 * Takes one from the budget of a public key: 429 RATE_LIMITED with the wait where it is used up.
 * The address comes first, so that what is refused to one costs the others nothing. `address` is
 * null for a merchant's own server, which speaks for all of its buyers.
 */
export async function takeFromBudget(
  budgeted: Budgeted,
  from: { companyId: string; publicKey: string; address: string | null },
  { rateLimiter, checkoutLimits, cardTesting, now }: CheckoutBudgetServices,
): Promise<void> {
  const { companyId, publicKey, address } = from;
  const time = now();
  const isSlowed = cardTesting.isSuspected(companyId, time);
  const rule = (name: string, limit: number, part: number): RateLimitRule => ({
    name: `${budgeted}_${name}`,
    limit: isSlowed ? Math.max(1, Math.floor(limit / part)) : limit,
    windowMs: 60_000,
  });
  if (address !== null) {
    const perAddress = rule('per_address', checkoutLimits.perAddress, SLOWED.perAddress);
    await requireWithinLimit(rateLimiter, perAddress, `${publicKey} ${address}`, time);
  }
  const perKey = rule('per_key', checkoutLimits.perKey, SLOWED.perKey);
  await requireWithinLimit(rateLimiter, perKey, publicKey, time);
}
