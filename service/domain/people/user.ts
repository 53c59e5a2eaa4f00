import type { RandomBytes } from '../../base/crypto/envelope.ts';
import { ApiError, invalidField } from '../../base/shared/api-error.ts';
import type { Queryable } from '../../base/shared/db.ts';
import { errorDetail } from '../../base/shared/error-detail.ts';
import type { Role } from './roles.ts';
import { isOfService, ROLES } from './roles.ts';

/**
 * A person of the dashboard. Decision: name and address lie in the clear, as those of customers do,
 * and are gone (null) once somebody is removed; the row stays for what the log says of its id.
 */
export type User = {
  id: string;
  companyId: string | null;
  /** In small letters; of one person in all of the service. */
  email: string | null;
  name: string | null;
  role: Role;
  state: 'invited' | 'active' | 'removed';
  createdAt: Date;
};

/** As people are listed; null where no invitation of theirs waits to be accepted. */
export type ListedUser = User & { invitationEndsAt: Date | null };

export type Invitation = { hash: Uint8Array; endsAt: Date };

export interface UserStore {
  insert(tx: Queryable, user: User, invitation: Invitation): Promise<boolean>;
  find(id: string): Promise<User | null>;
  findActive(email: string): Promise<{ user: User; passwordHash: string | null } | null>;
  findPassword(id: string): Promise<{ user: User; passwordHash: string | null } | null>;
  setPassword(tx: Queryable, id: string, passwordHash: string): Promise<void>;
  /** Of a company, or of the service (null): those who are not removed, the oldest first. */
  list(companyId: string | null): Promise<ListedUser[]>;
  setInvitation(tx: Queryable, id: string, invitation: Invitation): Promise<boolean>;
  findInvited(invitationHash: Uint8Array, now: Date): Promise<User | null>;
  /** Makes an active user of whom it invited, once: null where it is used, over or unknown. */
  accept(
    tx: Queryable,
    by: { invitationHash: Uint8Array; now: Date; passwordHash: string },
  ): Promise<User | null>;
  lock(tx: Queryable, id: string): Promise<User | null>;
  lockOwners(tx: Queryable, companyId: string): Promise<string[]>;
  setRole(tx: Queryable, id: string, role: Role): Promise<void>;
  /** Erases what is personal, ends all sessions and takes every secret away; false if it was. */
  remove(tx: Queryable, id: string): Promise<boolean>;
}

export function newUserId(randomBytes: RandomBytes): string {
  return `usr_${Buffer.from(randomBytes(16)).toString('base64url')}`;
}

export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

type ChangeServices = { users: UserStore };

/** Gives the role before, null where the person is removed. 409 for the last owner of a company. */
export async function setUserRole(
  tx: Queryable,
  { id, companyId }: Pick<User, 'id' | 'companyId'>,
  role: Role,
  { users }: ChangeServices,
): Promise<Role | null> {
  if (isOfService(role) !== (companyId === null)) {
    const values = ROLES.filter((one) => isOfService(one) === (companyId === null)).join(', ');
    throw invalidField('role', 'one_of', { values });
  }
  if (role !== 'owner') await requireAnotherOwner(tx, { id, companyId }, users);
  const user = await users.lock(tx, id);
  if (user === null) return null;
  await users.setRole(tx, id, role);
  return user.role;
}

/** Ends their sessions; false where they are removed. 409 for the last owner of a company. */
export async function removeUser(
  tx: Queryable,
  { id, companyId }: Pick<User, 'id' | 'companyId'>,
  { users }: ChangeServices,
): Promise<boolean> {
  await requireAnotherOwner(tx, { id, companyId }, users);
  return users.remove(tx, id);
}

/**
 * Decision: a company keeps one owner who has accepted, since nobody else could let people in. The
 * owners stay locked until the transaction ends, so that two cannot remove each other at once.
 */
async function requireAnotherOwner(
  tx: Queryable,
  { id, companyId }: Pick<User, 'id' | 'companyId'>,
  users: UserStore,
): Promise<void> {
  if (companyId === null) return;
  const owners = await users.lockOwners(tx, companyId);
  if (!owners.includes(id) || owners.length > 1) return;
  throw new ApiError('ILLEGAL_TRANSITION', 'A company keeps at least one owner.', {
    details: [errorDetail('user', 'last_owner')],
  });
}
