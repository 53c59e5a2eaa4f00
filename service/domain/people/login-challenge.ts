import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { isSameHash } from '../../base/crypto/keyed-hash.ts';
import type { User, UserStore } from './user.ts';

/** Decision: five minutes to find the phone; whoever takes longer types the password again. */
export const LOGIN_CHALLENGE_MS = 5 * 60_000;

type LoginChallengeServices = { users: UserStore; hash: KeyedHash; now: () => Date };

/** Kept by a browser between password and code; opens nothing alone, ends with its password. */
export async function makeLoginChallenge(
  userId: string,
  { users, hash, now }: LoginChallengeServices,
): Promise<string | null> {
  const found = await users.findPassword(userId);
  if (found?.passwordHash == null) return null;
  const endsAt = now().getTime() + LOGIN_CHALLENGE_MS;
  const mac = Buffer.from(hash('half-proof', textOf(endsAt, userId, found.passwordHash)));
  return `${endsAt}.${userId}.${mac.toString('base64url')}`;
}

export async function readLoginChallenge(
  given: string,
  { users, hash, now }: LoginChallengeServices,
): Promise<User | null> {
  const [ends = '', userId = '', mac = '', ...rest] = given.split('.');
  const endsAt = Number(ends);
  if (rest.length > 0 || !/^\d{1,15}$/.test(ends) || endsAt <= now().getTime()) return null;
  const found = await users.findPassword(userId);
  if (found?.passwordHash == null) return null;
  const right = hash('half-proof', textOf(endsAt, userId, found.passwordHash));
  return isSameHash(Buffer.from(mac, 'base64url'), right) ? found.user : null;
}

function textOf(endsAt: number, userId: string, passwordHash: string): string {
  return `${endsAt} ${userId} ${passwordHash}`;
}
