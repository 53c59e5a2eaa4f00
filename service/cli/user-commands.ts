import { INVITE_USER, LIST_USERS, REMOVE_USER, RENEW_INVITATION, SET_ROLE } from '../acts/users.ts';
import type { ListedUser, User } from '../domain/people/user.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

/** Commands for the people of the dashboard. The log is told their ids, never who they are. */
export const USER_COMMANDS: readonly Command[] = [
  commandOf(
    INVITE_USER,
    ({ user, link, endsAt }) => ({ ...rowOf(user), link, endsAt: endsAt.toISOString() }),
    tellOnce,
  ),
  commandOf(
    RENEW_INVITATION,
    ({ userId: user, link, endsAt }) => ({ user, link, endsAt: endsAt.toISOString() }),
    tellOnce,
  ),
  commandOf(LIST_USERS, (people) => people.map(listedRow)),
  commandOf(SET_ROLE, ({ userId: user, role, was }) => ({ user, role, was })),
  commandOf(REMOVE_USER, ({ userId: user }) => ({ user, removed: true })),
];

function tellOnce() {
  return { notes: ['The link works once; it is kept nowhere and cannot be shown again.'] };
}

function listedRow({ invitationEndsAt, ...user }: ListedUser): Row {
  return { ...rowOf(user), invitationEndsAt: invitationEndsAt?.toISOString() ?? null };
}

function rowOf({ id, companyId, email, name, role, state, createdAt }: User): Row {
  const at = createdAt.toISOString();
  return { user: id, company: companyId, email, name, role, state, createdAt: at };
}
