import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import type { RateLimiter, RateLimitRule } from '../limits/rate-limit.ts';
import { LONGEST_WINDOW_MS, requireWithinLimit } from '../limits/rate-limit.ts';
import { knownBrowserOf } from './known-browser.ts';
import { isPassword } from './password.ts';
import type { Caller, PeopleLogServices } from './people-log.ts';
import { tellLog } from './people-log.ts';
import type { User, UserStore } from './user.ts';
import { normalizeEmail } from './user.ts';

const windowMs = LONGEST_WINDOW_MS;

/**
 * Decision: ten tries of one account from one block of addresses (an IPv6 /48) in a quarter of an
 * hour: enough for who mistypes, too few for who guesses; an office signs in from one network, which
 * has fifty. A hundred of an account from everywhere: that takes ten blocks, and keeps nobody out of
 * a browser that they signed in by before, which has ten tries of its own. Passkeys are not counted.
 */
export const SIGN_IN_LIMITS = {
  network: { name: 'sign_in_network', limit: 50, windowMs },
  accountFromNetwork: { name: 'sign_in_account_from_network', limit: 10, windowMs },
  account: { name: 'sign_in_account', limit: 100, windowMs },
  knownBrowser: { name: 'sign_in_known_browser', limit: 10, windowMs },
} as const satisfies Record<string, RateLimitRule>;

export type ProveServices = PeopleLogServices & {
  users: UserStore;
  rateLimiter: RateLimiter;
  hash: KeyedHash;
  inBackground: (work: Promise<void>) => void;
};

/**
 * Null for a wrong password as for an address that is nobody's, of somebody invited or removed,
 * after the same work: no answer waits for the log. 429 RATE_LIMITED, counted alike. Opens no
 * session: that takes the second proof too.
 */
export async function provePassword(
  { email, password }: { email: string; password: string },
  caller: Caller,
  services: ProveServices,
): Promise<User | null> {
  const { users, inBackground } = services;
  const normal = normalizeEmail(email);
  await takeTry(normal, caller, services);
  const found = await users.findActive(normal);
  const isRight = await isPassword(password, found?.passwordHash ?? null);
  if (found === null) return null;
  if (isRight) return found.user;
  const told = { user: found.user, caller, code: 'WRONG_PASSWORD' } as const;
  inBackground(tellLog({ ...told, action: 'user sign-in' }, services));
  return null;
}

/** 429 RATE_LIMITED. */
export async function takeTry(
  email: string,
  { network, block, browser }: Caller,
  { rateLimiter, hash, now }: Pick<ProveServices, 'rateLimiter' | 'hash' | 'now'>,
): Promise<void> {
  const at = now();
  const known = knownBrowserOf(browser, email, { hash });
  if (known !== null) {
    await requireWithinLimit(rateLimiter, SIGN_IN_LIMITS.knownBrowser, known, at);
    return;
  }
  // Hashed, so that no counter tells whom somebody tried.
  const account = Buffer.from(hash('sign-in-account', email)).toString('base64url');
  // In this order, so that what is refused to one network costs the account nothing.
  await requireWithinLimit(rateLimiter, SIGN_IN_LIMITS.network, network, at);
  const both = `${account} ${block}`;
  await requireWithinLimit(rateLimiter, SIGN_IN_LIMITS.accountFromNetwork, both, at);
  await requireWithinLimit(rateLimiter, SIGN_IN_LIMITS.account, account, at);
}
