import type { Db } from '../../../base/shared/db.ts';
import type { SealedTotp, StoredTotp, TotpStore } from '../../../domain/people/second-factor.ts';
import { versionBytes } from '../upkeep/sealed-values.ts';

type Row = {
  sealed_totp: Uint8Array | null;
  totp_counter: number | null;
  sealed_new_totp: Uint8Array | null;
};

const LOOK = 500;

export function createTotpStore(db: Db): TotpStore {
  return {
    async find(userId) {
      const [row] = await db.query<Row>({
        name: 'user_totp_find',
        text: `SELECT sealed_totp, totp_counter, sealed_new_totp FROM users
          WHERE id = $1 AND state = 'active'`,
        values: [userId],
      });
      return row === undefined ? null : toStored(row);
    },

    async begin(tx, userId, newSealed) {
      const rows = await tx.query({
        name: 'user_totp_begin',
        text: `UPDATE users SET sealed_new_totp = $2 WHERE id = $1 AND state = 'active'
          RETURNING id`,
        values: [userId, newSealed],
      });
      return rows.length > 0;
    },

    async confirm(tx, userId, { newSealed, counter, replaces }) {
      const rows = await tx.query({
        name: 'user_totp_confirm',
        text: `UPDATE users SET sealed_totp = sealed_new_totp, totp_counter = $3,
            sealed_new_totp = NULL
          WHERE id = $1 AND sealed_new_totp = $2 AND (sealed_totp IS NULL OR $4)
            AND state = 'active' RETURNING id`,
        values: [userId, newSealed, counter, replaces],
      });
      return rows.length > 0;
    },

    async spend(tx, userId, { sealed, counter }) {
      const rows = await tx.query({
        name: 'user_totp_spend',
        text: `UPDATE users SET totp_counter = $3
          WHERE id = $1 AND sealed_totp = $2 AND coalesce(totp_counter, -1) < $3
            AND state = 'active' RETURNING id`,
        values: [userId, sealed, counter],
      });
      return rows.length > 0;
    },

    async remove(tx, userId) {
      const rows = await tx.query({
        name: 'user_totp_remove',
        text: `UPDATE users SET sealed_totp = NULL, totp_counter = NULL, sealed_new_totp = NULL
          WHERE id = $1 AND sealed_totp IS NOT NULL RETURNING id`,
        values: [userId],
      });
      return rows.length > 0;
    },

    async listSealed({ notUnder, after }) {
      const rows = await db.query<Row & { id: string }>({
        name: 'user_totp_list_sealed',
        text: `SELECT id, sealed_totp, totp_counter, sealed_new_totp FROM users
          WHERE (sealed_totp IS NOT NULL
              AND ($1::bytea IS NULL OR substring(sealed_totp FROM 2 FOR 2) <> $1)
            OR sealed_new_totp IS NOT NULL
              AND ($1::bytea IS NULL OR substring(sealed_new_totp FROM 2 FOR 2) <> $1))
            AND id > $2 ORDER BY id LIMIT ${LOOK}`,
        values: [versionBytes(notUnder), after],
      });
      return rows.map((row): SealedTotp => {
        const { sealed, newSealed } = toStored(row);
        return { userId: row.id, sealed, newSealed };
      });
    },

    async replaceSealed(from, to) {
      await db.query({
        name: 'user_totp_replace_sealed',
        text: `UPDATE users SET sealed_totp = $2, sealed_new_totp = $3
          WHERE id = $1 AND sealed_totp IS NOT DISTINCT FROM $4
            AND sealed_new_totp IS NOT DISTINCT FROM $5`,
        values: [from.userId, to.sealed, to.newSealed, from.sealed, from.newSealed],
      });
    },
  };
}

function toStored(row: Row): StoredTotp {
  return { sealed: row.sealed_totp, counter: row.totp_counter, newSealed: row.sealed_new_totp };
}
