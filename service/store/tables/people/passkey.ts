import type { Db } from '../../../base/shared/db.ts';
import type { Passkey, PasskeyStore } from '../../../domain/people/passkey.ts';
import type { Challenge, PasskeyChallengeStore } from '../../../domain/people/passkey-challenge.ts';
import type { User } from '../../../domain/people/user.ts';
import { countOf, hasRows } from '../rows.ts';
import { raw, sql } from '../sql.ts';

type Owner = Omit<User, 'id' | 'name' | 'createdAt'> & {
  userName: User['name'];
  userCreatedAt: Date;
};

const PASSKEY = `p.id, p.user_id AS "userId", p.credential_id AS "credentialId",
  p.public_key AS "publicKey", p.counter, p.transports, p.name, p.created_at AS "createdAt",
  p.used_at AS "usedAt"`;

export function createPasskeyStore(db: Db): PasskeyStore {
  return {
    insert: async (tx, passkey) =>
      hasRows(tx, 'passkey_insert')`
        INSERT INTO user_passkeys (credential_id, id, user_id, public_key, counter,
          transports, name, created_at, used_at)
        VALUES (${passkey.credentialId}, ${passkey.id}, ${passkey.userId}, ${passkey.publicKey},
          ${passkey.counter}, ${JSON.stringify(passkey.transports)}::jsonb, ${passkey.name},
          ${passkey.createdAt}, ${passkey.usedAt})
        ON CONFLICT (credential_id) DO NOTHING RETURNING id`,

    async findByCredential(credentialId) {
      const [row] = await db.query<Passkey & Owner>(sql('passkey_find')`
        SELECT ${raw(PASSKEY)}, u.company_id AS "companyId", u.email, u.name AS "userName", u.role,
          u.state, u.created_at AS "userCreatedAt"
        FROM user_passkeys p JOIN users u ON u.id = p.user_id
        WHERE p.credential_id = ${credentialId} AND u.state = 'active'`);
      if (row === undefined) return null;
      const { companyId, email, userName: name, role, state, userCreatedAt, ...passkey } = row;
      const owner = { companyId, email, name, role, state, createdAt: userCreatedAt };
      return { passkey, user: { id: passkey.userId, ...owner } };
    },

    list: async (userId) =>
      db.query<Passkey>(sql('passkey_list')`
        SELECT ${raw(PASSKEY)} FROM user_passkeys p WHERE p.user_id = ${userId}
        ORDER BY p.created_at, p.id`),

    count: async (tx, userId) =>
      countOf(tx, 'passkey_count')`
        SELECT count(*) AS count FROM user_passkeys WHERE user_id = ${userId}`,

    use: async (tx, credentialId, { counter, at }) =>
      hasRows(tx, 'passkey_use', counter)`UPDATE user_passkeys SET counter = $1, used_at = ${at}
        WHERE credential_id = ${credentialId} AND (counter < $1 OR (counter = 0 AND $1 = 0))
          RETURNING id`,

    rename: async (tx, userId, id, name) =>
      hasRows(tx, 'passkey_rename')`
        UPDATE user_passkeys SET name = ${name} WHERE user_id = ${userId} AND id = ${id}
          RETURNING id`,

    remove: async (tx, userId, id) =>
      hasRows(tx, 'passkey_remove')`
        DELETE FROM user_passkeys WHERE user_id = ${userId} AND id = ${id} RETURNING id`,

    hasOtherWayIn: async (tx, userId, id) =>
      hasRows(tx, 'passkey_other_way_in', userId)`SELECT 1 AS one FROM users
          WHERE id = $1 AND password_hash IS NOT NULL AND sealed_totp IS NOT NULL
        UNION ALL SELECT 1 FROM user_passkeys WHERE user_id = $1 AND id <> ${id} LIMIT 1`,
  };
}

export function createPasskeyChallengeStore(db: Db): PasskeyChallengeStore {
  return {
    async insert(hash, { purpose, userId }, { now, endsAt }) {
      await db.query(sql('passkey_challenge_delete_over')`
        DELETE FROM user_passkey_challenges WHERE ends_at <= ${now}`);
      await db.query(sql('passkey_challenge_insert')`
        INSERT INTO user_passkey_challenges (challenge_hash, purpose, user_id, ends_at)
        VALUES (${hash}, ${purpose}, ${userId}, ${endsAt})`);
    },

    async take(hash, now) {
      const [row] = await db.query<{
        purpose: Challenge['purpose'];
        user_id: string | null;
        ends_at: Date;
      }>(sql('passkey_challenge_take')`
        DELETE FROM user_passkey_challenges WHERE challenge_hash = ${hash}
        RETURNING purpose, user_id, ends_at`);
      if (row === undefined || row.ends_at <= now) return null;
      return { purpose: row.purpose, userId: row.user_id };
    },
  };
}
