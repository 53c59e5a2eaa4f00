import type { Db } from '../../../base/shared/db.ts';
import type { Passkey, PasskeyStore } from '../../../domain/people/passkey.ts';
import type { Challenge, PasskeyChallengeStore } from '../../../domain/people/passkey-challenge.ts';
import type { User } from '../../../domain/people/user.ts';

type PasskeyRow = {
  credential_id: string;
  id: string;
  user_id: string;
  public_key: Uint8Array;
  counter: number;
  transports: string[];
  name: string;
  created_at: Date;
  used_at: Date | null;
};

type OwnerRow = {
  company_id: string | null;
  email: string | null;
  user_name: string | null;
  role: User['role'];
  state: User['state'];
  user_created_at: Date;
};

const PASSKEY =
  'p.credential_id, p.id, p.user_id, p.public_key, p.counter, p.transports, p.name, ' +
  'p.created_at, p.used_at';

export function createPasskeyStore(db: Db): PasskeyStore {
  return {
    async insert(tx, passkey) {
      const rows = await tx.query({
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
      });
      return rows.length > 0;
    },

    async findByCredential(credentialId) {
      const [row] = await db.query<PasskeyRow & OwnerRow>({
        name: 'passkey_find',
        text: `SELECT ${PASSKEY}, u.company_id, u.email, u.name AS user_name, u.role, u.state,
            u.created_at AS user_created_at
          FROM user_passkeys p JOIN users u ON u.id = p.user_id
          WHERE p.credential_id = $1 AND u.state = 'active'`,
        values: [credentialId],
      });
      return row === undefined ? null : { passkey: toPasskey(row), user: toOwner(row) };
    },

    async list(userId) {
      const rows = await db.query<PasskeyRow>({
        name: 'passkey_list',
        text: `SELECT ${PASSKEY} FROM user_passkeys p WHERE p.user_id = $1
          ORDER BY p.created_at, p.id`,
        values: [userId],
      });
      return rows.map(toPasskey);
    },

    async count(tx, userId) {
      const [row] = await tx.query<{ count: number }>({
        name: 'passkey_count',
        text: 'SELECT count(*) AS count FROM user_passkeys WHERE user_id = $1',
        values: [userId],
      });
      return row?.count ?? 0;
    },

    async use(tx, credentialId, { counter, at }) {
      const rows = await tx.query({
        name: 'passkey_use',
        text: `UPDATE user_passkeys SET counter = $2, used_at = $3
          WHERE credential_id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`,
        values: [credentialId, counter, at],
      });
      return rows.length > 0;
    },

    async rename(tx, userId, id, name) {
      const rows = await tx.query({
        name: 'passkey_rename',
        text: 'UPDATE user_passkeys SET name = $3 WHERE user_id = $1 AND id = $2 RETURNING id',
        values: [userId, id, name],
      });
      return rows.length > 0;
    },

    async remove(tx, userId, id) {
      const rows = await tx.query({
        name: 'passkey_remove',
        text: 'DELETE FROM user_passkeys WHERE user_id = $1 AND id = $2 RETURNING id',
        values: [userId, id],
      });
      return rows.length > 0;
    },

    async hasOtherWayIn(tx, userId, id) {
      const rows = await tx.query({
        name: 'passkey_other_way_in',
        text: `SELECT 1 AS one FROM users
            WHERE id = $1 AND password_hash IS NOT NULL AND sealed_totp IS NOT NULL
          UNION ALL SELECT 1 FROM user_passkeys WHERE user_id = $1 AND id <> $2 LIMIT 1`,
        values: [userId, id],
      });
      return rows.length > 0;
    },
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

function toPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    userId: row.user_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: row.transports,
    name: row.name,
    createdAt: row.created_at,
    usedAt: row.used_at,
  };
}

function toOwner(row: PasskeyRow & OwnerRow): User {
  return {
    id: row.user_id,
    companyId: row.company_id,
    email: row.email,
    name: row.user_name,
    role: row.role,
    state: row.state,
    createdAt: row.user_created_at,
  };
}
