import type { RandomBytes } from '../../base/crypto/envelope.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import type { Db, Queryable } from '../../base/shared/db.ts';
import { hashPassword } from './password.ts';
import type { Role } from './roles.ts';
import { isOfService } from './roles.ts';
import type { Invitation, User, UserStore } from './user.ts';
import { newUserId, normalizeEmail } from './user.ts';

/** Decision: long enough for a weekend; who comes later is given a new link. */
export const INVITATION_LIFETIME_MS = 72 * 60 * 60 * 1_000;

export type InvitationServices = {
  users: UserStore;
  hash: KeyedHash;
  randomBytes: RandomBytes;
  now: () => Date;
};

export type InvitationLink = { token: string; endsAt: Date };

export type Invited = { user: User } & InvitationLink;

/** Null where the address is taken. Only a role of the service is without a company. */
export async function inviteUser(
  tx: Queryable,
  invited: { companyId: string | null; email: string; name: string; role: Role },
  { users, hash, randomBytes, now }: InvitationServices,
): Promise<Invited | null> {
  if (isOfService(invited.role) !== (invited.companyId === null)) {
    throw new Error('a role of the service is of no company, and every other one of one');
  }
  const user: User = {
    ...invited,
    id: newUserId(randomBytes),
    email: normalizeEmail(invited.email),
    state: 'invited',
    createdAt: now(),
  };
  const { link, invitation } = newInvitation({ hash, randomBytes, now });
  return (await users.insert(tx, user, invitation)) ? { user, ...link } : null;
}

/** Ends the link before. Null for who has accepted or is removed. */
export async function renewInvitation(
  tx: Queryable,
  user: Pick<User, 'id'>,
  { users, hash, randomBytes, now }: InvitationServices,
): Promise<InvitationLink | null> {
  const { link, invitation } = newInvitation({ hash, randomBytes, now });
  return (await users.setInvitation(tx, user.id, invitation)) ? link : null;
}

function newInvitation({
  hash,
  randomBytes,
  now,
}: Pick<InvitationServices, 'hash' | 'randomBytes' | 'now'>): {
  link: InvitationLink;
  invitation: Invitation;
} {
  const token = Buffer.from(randomBytes(32)).toString('base64url');
  const endsAt = new Date(now().getTime() + INVITATION_LIFETIME_MS);
  return { link: { token, endsAt }, invitation: { hash: hashInvitation(token, hash), endsAt } };
}

function hashInvitation(token: string, hash: KeyedHash): Uint8Array {
  return hash('user-invitation', token);
}

export function findInvited(
  token: string,
  { users, hash, now }: Pick<InvitationServices, 'users' | 'hash' | 'now'>,
): Promise<User | null> {
  return users.findInvited(hashInvitation(token, hash), now());
}

/** Once; null where it is over or unknown. `record`: in the same transaction. 400 of `password`. */
export async function acceptInvitation(
  { token, password }: { token: string; password: string },
  record: (tx: Queryable, user: User) => Promise<void>,
  services: InvitationServices & { db: Db },
): Promise<User | null> {
  const { db, users, hash, randomBytes, now } = services;
  // Looked for first: a guessed token must not cost the work of a hash.
  if ((await findInvited(token, services)) === null) return null;
  const passwordHash = await hashPassword(password, randomBytes);
  const invitationHash = hashInvitation(token, hash);
  return db.transaction(async (tx) => {
    const user = await users.accept(tx, { invitationHash, now: now(), passwordHash });
    if (user !== null) await record(tx, user);
    return user;
  });
}
