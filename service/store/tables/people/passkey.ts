import type { Db } from '../../../base/shared/db.ts';
import type { Passkey, PasskeyStore } from '../../../domain/people/passkey.ts';
import type { Challenge, PasskeyChallengeStore } from '../../../domain/people/passkey-challenge.ts';
import type { User } from '../../../domain/people/user.ts';
import { countOf, hasRows } from '../rows.ts';

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
      hasRows(tx, {
        name: 'passkey_insert',
        text: `INSERT INTO user_passkeys (credential_id, id, user_id, public_key, counter,
            transports, name, created_at, used_at)
          VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9)
          ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
        values: [
          passkey.credentialId,
          passkey.id,
          passkey.userId,
          passkey.publicKey,
          passkey.counter,
          JSON.stringify(passkey.transports),
          passkey.name,
          passkey.createdAt,
          passkey.usedAt,
        ],
      }),

    async findByCredential(credentialId) {
      const [row] = await db.query<Passkey & Owner>({
        name: 'passkey_find',
        text: `SELECT ${PASSKEY}, u.company_id AS "companyId", u.email, u.name AS "userName", u.role,
            u.state, u.created_at AS "userCreatedAt"
          FROM user_passkeys p JOIN users u ON u.id = p.user_id
          WHERE p.credential_id = $1 AND u.state = 'active'`,
        values: [credentialId],
      });
      if (row === undefined) return null;
      const { companyId, email, userName: name, role, state, userCreatedAt, ...passkey } = row;
      const owner = { companyId, email, name, role, state, createdAt: userCreatedAt };
      return { passkey, user: { id: passkey.userId, ...owner } };
    },

    list: async (userId) =>
      db.query<Passkey>({
        name: 'passkey_list',
        text: `SELECT ${PASSKEY} FROM user_passkeys p WHERE p.user_id = $1
          ORDER BY p.created_at, p.id`,
        values: [userId],
      }),

    count: async (tx, userId) =>
      countOf(tx, {
        name: 'passkey_count',
        text: 'SELECT count(*) AS count FROM user_passkeys WHERE user_id = $1',
        values: [userId],
      }),

    use: async (tx, credentialId, { counter, at }) =>
      hasRows(tx, {
        name: 'passkey_use',
        text: `UPDATE user_passkeys SET counter = $2, used_at = $3
          WHERE credential_id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`,
        values: [credentialId, counter, at],
      }),

    rename: async (tx, userId, id, name) =>
      hasRows(tx, {
        name: 'passkey_rename',
        text: 'UPDATE user_passkeys SET name = $3 WHERE user_id = $1 AND id = $2 RETURNING id',
        values: [userId, id, name],
      }),

    remove: async (tx, userId, id) =>
      hasRows(tx, {
        name: 'passkey_remove',
        text: 'DELETE FROM user_passkeys WHERE user_id = $1 AND id = $2 RETURNING id',
        values: [userId, id],
      }),

    hasOtherWayIn: async (tx, userId, id) =>
      hasRows(tx, {
        name: 'passkey_other_way_in',
        text: `SELECT 1 AS one FROM users
            WHERE id = $1 AND password_hash IS NOT NULL AND sealed_totp IS NOT NULL
          UNION ALL SELECT 1 FROM user_passkeys WHERE user_id = $1 AND id <> $2 LIMIT 1`,
        values: [userId, id],
      }),
  };
}

export function createPasskeyChallengeStore(db: Db): PasskeyChallengeStore {
  return {
    async insert(hash, { purpose, userId }, { now, endsAt }) {
      await db.query({
        name: 'passkey_challenge_delete_over',
        text: 'DELETE FROM user_passkey_challenges WHERE ends_at <= $1',
        values: [now],
      });
      await db.query({
        name: 'passkey_challenge_insert',
        text: `INSERT INTO user_passkey_challenges (challenge_hash, purpose, user_id, ends_at)
          VALUES ($1, $2, $3, $4)`,
        values: [hash, purpose, userId, endsAt],
      });
    },

    async take(hash, now) {
      const [row] = await db.query<{
        purpose: Challenge['purpose'];
        user_id: string | null;
        ends_at: Date;
      }>({
        name: 'passkey_challenge_take',
        text: `DELETE FROM user_passkey_challenges WHERE challenge_hash = $1
          RETURNING purpose, user_id, ends_at`,
        values: [hash],
      });
      if (row === undefined || row.ends_at <= now) return null;
      return { purpose: row.purpose, userId: row.user_id };
    },
  };
}
