import type { Db, Queryable } from '../../../base/shared/db.ts';
import type { User, UserStore } from '../../../domain/people/user.ts';
import { columnsOf } from '../columns.ts';
import { execute, hasRows } from '../rows.ts';

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
      hasRows(tx, {
        name: 'user_insert',
        text: `INSERT INTO users (${USERS.names}, invitation_hash, invitation_ends_at)
          VALUES (${USERS.parameters}, $8, $9) ON CONFLICT (email) DO NOTHING RETURNING id`,
        values: [...USERS.values(user), hash, endsAt],
      }),

    find: async (id) => USERS.one(db, USERS.by('users', { id })),

    findActive: (email) => findActive(db, 'user_find_active', 'email', email),

    findPassword: (id) => findActive(db, 'user_find_password', 'id', id),

    setPassword: async (tx, id, passwordHash) =>
      execute(tx, {
        name: 'user_set_password',
        text: "UPDATE users SET password_hash = $2 WHERE id = $1 AND state = 'active'",
        values: [id, passwordHash],
      }),

    async list(companyId) {
      const rows = await db.query<{ invitation_ends_at: Date | null }>({
        name: 'user_list',
        text: `SELECT ${USERS.names}, invitation_ends_at FROM users
          WHERE company_id IS NOT DISTINCT FROM $1 AND state <> 'removed' ORDER BY created_at, id`,
        values: [companyId],
      });
      return rows.map((row) => ({ ...USERS.read(row), invitationEndsAt: row.invitation_ends_at }));
    },

    setInvitation: async (tx, id, { hash, endsAt }) =>
      hasRows(tx, {
        name: 'user_set_invitation',
        text: `UPDATE users SET invitation_hash = $2, invitation_ends_at = $3
          WHERE id = $1 AND state = 'invited' RETURNING id`,
        values: [id, hash, endsAt],
      }),

    findInvited: async (invitationHash, now) =>
      USERS.one(db, {
        name: 'user_find_invited',
        text: `SELECT ${USERS.names} FROM users
            WHERE invitation_hash = $1 AND invitation_ends_at > $2 AND state = 'invited'`,
        values: [invitationHash, now],
      }),

    accept: async (tx, { invitationHash, now, passwordHash }) =>
      USERS.one(tx, {
        name: 'user_accept',
        text: `UPDATE users SET state = 'active', password_hash = $3,
              invitation_hash = NULL, invitation_ends_at = NULL
            WHERE invitation_hash = $1 AND invitation_ends_at > $2 AND state = 'invited'
            RETURNING ${USERS.names}`,
        values: [invitationHash, now, passwordHash],
      }),

    lock: async (tx, id) =>
      USERS.one(tx, {
        name: 'user_lock',
        text: `SELECT ${USERS.names} FROM users WHERE id = $1 AND state <> 'removed' FOR UPDATE`,
        values: [id],
      }),

    async lockOwners(tx, companyId) {
      const rows = await tx.query<{ id: string }>({
        name: 'user_lock_owners',
        text: `SELECT id FROM users
          WHERE company_id = $1 AND role = 'owner' AND state = 'active' ORDER BY id FOR UPDATE`,
        values: [companyId],
      });
      return rows.map(({ id }) => id);
    },

    setRole: async (tx, id, role) =>
      execute(tx, {
        name: 'user_set_role',
        text: 'UPDATE users SET role = $2 WHERE id = $1',
        values: [id, role],
      }),

    remove: removeUser,
  };
}

async function findActive(db: Db, name: string, by: 'email' | 'id', value: string) {
  const [row] = await db.query<{ password_hash: string | null }>({
    name,
    text: `SELECT ${USERS.names}, password_hash FROM users WHERE ${by} = $1 AND state = 'active'`,
    values: [value],
  });
  return row === undefined ? null : { user: USERS.read(row), passwordHash: row.password_hash };
}

async function removeUser(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.query({
    name: 'user_remove',
    text: `UPDATE users SET state = 'removed', email = NULL, name = NULL,
        invitation_hash = NULL, invitation_ends_at = NULL, password_hash = NULL,
        sealed_totp = NULL, totp_counter = NULL, sealed_new_totp = NULL
      WHERE id = $1 AND state <> 'removed' RETURNING id`,
    values: [id],
  });
  if (rows.length === 0) return false;
  for (const [name, table] of [
    ['user_remove_sessions', 'user_sessions'],
    ['user_remove_recovery_codes', 'user_recovery_codes'],
    ['user_remove_passkeys', 'user_passkeys'],
    ['user_remove_passkey_challenges', 'user_passkey_challenges'],
  ] as const) {
    await tx.query({ name, text: `DELETE FROM ${table} WHERE user_id = $1`, values: [id] });
  }
  return true;
}
