import type { RandomBytes } from '../../base/crypto/envelope.ts';
import type { Queryable } from '../../base/shared/db.ts';
import type { Role } from './roles.ts';

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
