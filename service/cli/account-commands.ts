import { factsOf } from '../acts/change-account.ts';
import { ACCOUNT_ACTS, CREATE_COMPANY, LIST_COMPANIES } from '../acts/companies.ts';
import type { ListedKey } from '../acts/keys.ts';
import { CREATE_KEY, isLeftBehind, LIST_KEYS, REVOKE_KEY } from '../acts/keys.ts';
import { ORIGIN_ACTS } from '../acts/origins.ts';
import { INVITE_USER, LIST_USERS, REMOVE_USER, RENEW_INVITATION, SET_ROLE } from '../acts/users.ts';
import type { Account } from '../domain/accounts/account.ts';
import { keyIdOf } from '../domain/accounts/credential.ts';
import { lackingOf } from '../domain/accounts/sub-merchant.ts';
import type { ListedUser, User } from '../domain/people/user.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

const NEXT = 'Next, for acquirers that must hear who sells, company set-sub-merchant';

/** The log is told people's ids, never who they are. */
export const ACCOUNT_COMMANDS: readonly Command[] = [
  commandOf(CREATE_COMPANY, factsOf, (made) => ({
    notes: lackingOf(made).length === 0 ? [] : [`${NEXT}: ${factsOf(made).sellerLacks}`],
  })),
  commandOf(LIST_COMPANIES, (accounts) => accounts.map(toAccountRow)),
  ...[...ACCOUNT_ACTS, ...ORIGIN_ACTS].map((act) => commandOf(act, factsOf)),
  commandOf(
    CREATE_KEY,
    ({ scopes, ...made }) => ({ ...made, scopes: scopes.join(',') }),
    () => ({ notes: ['The secret key is kept nowhere and cannot be shown again.'] }),
  ),
  commandOf(LIST_KEYS, (keys) => keys.map(toKeyRow)),
  commandOf(REVOKE_KEY, ({ key, revokedAt }) => ({ key, revokedAt: revokedAt.toISOString() })),
  commandOf(
    INVITE_USER,
    ({ user, link, endsAt }) => ({ ...toUserRow(user), link, endsAt: endsAt.toISOString() }),
    tellOnce,
  ),
  commandOf(
    RENEW_INVITATION,
    ({ userId: user, link, endsAt }) => ({ user, link, endsAt: endsAt.toISOString() }),
    tellOnce,
  ),
  commandOf(LIST_USERS, (people) => people.map(toListedRow)),
  commandOf(SET_ROLE, ({ userId: user, role, was }) => ({ user, role, was })),
  commandOf(REMOVE_USER, ({ userId: user }) => ({ user, removed: true })),
];

function toAccountRow({ companyId, companyName, kycStatus, blocked, sandbox }: Account): Row {
  return { company: companyId, name: companyName, kyc: kycStatus, blocked, sandbox };
}

function toKeyRow(credential: ListedKey): Row {
  return {
    key: keyIdOf(credential),
    scopes: credential.scopes.join(','),
    createdBy: credential.createdBy,
    isLeftBehind: isLeftBehind(credential),
    createdAt: credential.createdAt.toISOString(),
    lastUsedAt: credential.lastUsedAt?.toISOString() ?? null,
    revokedAt: credential.revokedAt?.toISOString() ?? null,
  };
}

function tellOnce() {
  return { notes: ['The link works once; it is kept nowhere and cannot be shown again.'] };
}

function toListedRow({ invitationEndsAt, ...user }: ListedUser): Row {
  return { ...toUserRow(user), invitationEndsAt: invitationEndsAt?.toISOString() ?? null };
}

function toUserRow({ id, companyId, email, name, role, state, createdAt }: User): Row {
  const at = createdAt.toISOString();
  return { user: id, company: companyId, email, name, role, state, createdAt: at };
}
