import type { Db, Queryable } from '../../../base/shared/db.ts';
import type { User, UserStore } from '../../../domain/people/user.ts';
import { columnsOf } from '../columns.ts';
import { execute, hasRows } from '../rows.ts';
import { raw, sql } from '../sql.ts';

const USERS = columnsOf<User>({
  companyId: 'company_id',
  id: 'id',
  email: 'email',
  name: 'name',
  role: 'role',
  state: 'state',
  createdAt: 'created_at',
});

export function createUserStore(db: Db): UserStore {
  return {
    insert: async (tx, user, { hash, endsAt }) =>
      hasRows(tx, 'user_insert', ...USERS.values(user), hash, endsAt)`
        INSERT INTO users (${raw(USERS.names)}, invitation_hash, invitation_ends_at)
        VALUES (${raw(USERS.parameters)}, $8, $9) ON CONFLICT (email) DO NOTHING RETURNING id`,

    find: async (id) => USERS.one(db, USERS.by('users', { id })),

    findActive: (email) => findActive(db, 'user_find_active', 'email', email),

    findPassword: (id) => findActive(db, 'user_find_password', 'id', id),

    setPassword: async (tx, id, passwordHash) =>
      execute(tx, 'user_set_password')`
        UPDATE users SET password_hash = ${passwordHash} WHERE id = ${id} AND state = 'active'`,

    async list(companyId) {
      const rows = await db.query<{ invitation_ends_at: Date | null }>(sql('user_list', companyId)`
        SELECT ${raw(USERS.names)}, invitation_ends_at FROM users
        WHERE company_id IS NOT DISTINCT FROM $1 AND state <> 'removed' ORDER BY created_at, id`);
      return rows.map((row) => ({ ...USERS.read(row), invitationEndsAt: row.invitation_ends_at }));
    },

    setInvitation: async (tx, id, { hash, endsAt }) =>
      hasRows(tx, 'user_set_invitation')`
        UPDATE users SET invitation_hash = ${hash}, invitation_ends_at = ${endsAt}
        WHERE id = ${id} AND state = 'invited' RETURNING id`,

    findInvited: async (invitationHash, now) =>
      USERS.one(db, 'user_find_invited')`SELECT ${raw(USERS.names)} FROM users
        WHERE invitation_hash = ${invitationHash} AND invitation_ends_at > ${now}
          AND state = 'invited'`,

    accept: async (tx, { invitationHash, now, passwordHash }) =>
      USERS.one(tx, 'user_accept')`
        UPDATE users SET state = 'active', password_hash = ${passwordHash},
          invitation_hash = NULL, invitation_ends_at = NULL
        WHERE invitation_hash = ${invitationHash} AND invitation_ends_at > ${now}
          AND state = 'invited'
        RETURNING ${raw(USERS.names)}`,

    lock: async (tx, id) =>
      USERS.one(tx, 'user_lock')`
        SELECT ${raw(USERS.names)} FROM users WHERE id = ${id} AND state <> 'removed' FOR UPDATE`,

    async lockOwners(tx, companyId) {
      const rows = await tx.query<{ id: string }>(sql('user_lock_owners', companyId)`
        SELECT id FROM users
        WHERE company_id = $1 AND role = 'owner' AND state = 'active' ORDER BY id FOR UPDATE`);
      return rows.map(({ id }) => id);
    },

    setRole: async (tx, id, role) =>
      execute(tx, 'user_set_role')`UPDATE users SET role = ${role} WHERE id = ${id}`,

    remove: removeUser,
  };
}

async function findActive(db: Db, name: string, by: 'email' | 'id', value: string) {
  const [row] = await db.query<{ password_hash: string | null }>(sql(name, value)`
    SELECT ${raw(USERS.names)}, password_hash FROM users
    WHERE ${raw(by)} = $1 AND state = 'active'`);
  return row === undefined ? null : { user: USERS.read(row), passwordHash: row.password_hash };
}

async function removeUser(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.query(sql('user_remove')`
    UPDATE users SET state = 'removed', email = NULL, name = NULL,
      invitation_hash = NULL, invitation_ends_at = NULL, password_hash = NULL,
      sealed_totp = NULL, totp_counter = NULL, sealed_new_totp = NULL
    WHERE id = ${id} AND state <> 'removed' RETURNING id`);
  if (rows.length === 0) return false;
  for (const [name, table] of [
    ['user_remove_sessions', 'user_sessions'],
    ['user_remove_recovery_codes', 'user_recovery_codes'],
    ['user_remove_passkeys', 'user_passkeys'],
    ['user_remove_passkey_challenges', 'user_passkey_challenges'],
  ] as const) {
    await tx.query(sql(name, id)`DELETE FROM ${raw(table)} WHERE user_id = $1`);
  }
  return true;
}
