import { INVITE_USER, LIST_USERS, REMOVE_USER, RENEW_INVITATION, SET_ROLE } from '../acts/users.ts';
import type { ListedUser, User } from '../domain/people/user.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

const ONCE = 'The link works once; it is kept nowhere and cannot be shown again.';

/** Commands for the people of the dashboard. The log is told their ids, never who they are. */
export const USER_COMMANDS: readonly Command[] = [
  commandOf(INVITE_USER, ({ user, link, endsAt }) => ({
    content: { record: { ...rowOf(user), link, endsAt: endsAt.toISOString() } },
    notes: [ONCE],
  })),
  commandOf(RENEW_INVITATION, ({ userId: user, link, endsAt }) => ({
    content: { record: { user, link, endsAt: endsAt.toISOString() } },
    notes: [ONCE],
  })),
  commandOf(LIST_USERS, (people) => ({ content: { rows: people.map(listedRow) } })),
  commandOf(SET_ROLE, ({ userId: user, role, was }) => ({
    content: { record: { user, role, was } },
  })),
  commandOf(REMOVE_USER, ({ userId: user }) => ({ content: { record: { user, removed: true } } })),
];

function listedRow({ invitationEndsAt, ...user }: ListedUser): Row {
  return { ...rowOf(user), invitationEndsAt: invitationEndsAt?.toISOString() ?? null };
}

function rowOf({ id, companyId, email, name, role, state, createdAt }: User): Row {
  const at = createdAt.toISOString();
  return { user: id, company: companyId, email, name, role, state, createdAt: at };
}
