import type { RandomBytes } from '../crypto/envelope.ts';
import type { KeyedHash } from '../crypto/keyed-hash.ts';
import type { Queryable } from '../shared/db.ts';
import type { Role } from './roles.ts';
import { isOfService } from './roles.ts';
import type { User, UserStore } from './user.ts';
import { newUserId, normalizeEmail } from './user.ts';

/** Decision: long enough for a weekend; who comes later is removed and invited again. */
export const INVITATION_LIFETIME_MS = 72 * 60 * 60 * 1_000;

export type InvitationServices = {
  users: UserStore;
  hash: KeyedHash;
  randomBytes: RandomBytes;
  now: () => Date;
};

export type Invited = { user: User; token: string; endsAt: Date };

/**
 * Makes a user who may accept by the token, which is kept as a hash alone; null where the address
 * is somebody's already. A role of the service needs no company, every other one needs one.
 */
export async function inviteUser(
  tx: Queryable,
  invited: { companyId: string | null; email: string; name: string; role: Role },
  { users, hash, randomBytes, now }: InvitationServices,
): Promise<Invited | null> {
  if (isOfService(invited.role) !== (invited.companyId === null)) {
    throw new Error('a role of the service is of no company, and every other one of one');
  }
  const createdAt = now();
  const endsAt = new Date(createdAt.getTime() + INVITATION_LIFETIME_MS);
  const user: User = {
    ...invited,
    id: newUserId(randomBytes),
    email: normalizeEmail(invited.email),
    state: 'invited',
    createdAt,
  };
  const token = Buffer.from(randomBytes(32)).toString('base64url');
  const invitation = { hash: hashInvitation(token, hash), endsAt };
  return (await users.insert(tx, user, invitation)) ? { user, token, endsAt } : null;
}

export function hashInvitation(token: string, hash: KeyedHash): Uint8Array {
  return hash('user-invitation', token);
}
