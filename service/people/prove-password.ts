import type { KeyedHash } from '../crypto/keyed-hash.ts';
import type { RateLimiter, RateLimitRule } from '../limits/rate-limit.ts';
import { requireWithinLimit } from '../limits/rate-limit.ts';
import { isPassword } from './password.ts';
import type { User, UserStore } from './user.ts';
import { normalizeEmail } from './user.ts';

const WINDOW_MS = 15 * 60_000;

/**
 * Decision: an office signs in from one address, so it has more tries than an account. Ten tries in
 * a quarter of an hour are enough for somebody who mistypes and too few for somebody who guesses.
 */
export const SIGN_IN_LIMITS = {
  address: { name: 'sign_in_address', limit: 50, windowMs: WINDOW_MS },
  account: { name: 'sign_in_account', limit: 10, windowMs: WINDOW_MS },
} as const satisfies Record<string, RateLimitRule>;

export type ProveServices = {
  users: UserStore;
  rateLimiter: RateLimiter;
  hash: KeyedHash;
  now: () => Date;
};

/**
 * Whose e-mail address and password these are; null for a wrong password as for an address that is
 * nobody's, of somebody invited or removed, after the same work. 429 RATE_LIMITED, counted alike
 * for all of these, by the address it comes from and by the account. Opens no session: that is for
 * whoever has asked for the second proof too.
 */
export async function provePassword(
  { email, password }: { email: string; password: string },
  address: string,
  { users, rateLimiter, hash, now }: ProveServices,
): Promise<User | null> {
  const at = now();
  const normal = normalizeEmail(email);
  // Hashed, so that no counter tells whom somebody tried.
  const account = Buffer.from(hash('sign-in-account', normal)).toString('base64url');
  await requireWithinLimit(rateLimiter, SIGN_IN_LIMITS.address, address, at);
  await requireWithinLimit(rateLimiter, SIGN_IN_LIMITS.account, account, at);
  const found = await users.findActive(normal);
  return (await isPassword(password, found?.passwordHash ?? null)) ? (found?.user ?? null) : null;
}
