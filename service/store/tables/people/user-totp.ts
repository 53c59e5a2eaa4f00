import type { Db } from '../../../base/shared/db.ts';
import type { SealedTotp, StoredTotp, TotpStore } from '../../../domain/people/second-factor.ts';
import { execute, firstOf, hasRows } from '../rows.ts';
import { versionBytes } from '../upkeep/sealed-values.ts';

const STORED = 'sealed_totp AS sealed, totp_counter AS counter, sealed_new_totp AS "newSealed"';
const POLL = 500;

export function createTotpStore(db: Db): TotpStore {
  return {
    find: (userId) =>
      firstOf<StoredTotp>(db, {
        name: 'user_totp_find',
        text: `SELECT ${STORED} FROM users WHERE id = $1 AND state = 'active'`,
        values: [userId],
      }),

    begin: async (tx, userId, newSealed) =>
      hasRows(tx, {
        name: 'user_totp_begin',
        text: `UPDATE users SET sealed_new_totp = $2 WHERE id = $1 AND state = 'active'
          RETURNING id`,
        values: [userId, newSealed],
      }),

    confirm: async (tx, userId, { newSealed, counter, replaces }) =>
      hasRows(tx, {
        name: 'user_totp_confirm',
        text: `UPDATE users SET sealed_totp = sealed_new_totp, totp_counter = $3,
            sealed_new_totp = NULL
          WHERE id = $1 AND sealed_new_totp = $2 AND (sealed_totp IS NULL OR $4)
            AND state = 'active' RETURNING id`,
        values: [userId, newSealed, counter, replaces],
      }),

    spend: async (tx, userId, { sealed, counter }) =>
      hasRows(tx, {
        name: 'user_totp_spend',
        text: `UPDATE users SET totp_counter = $3
          WHERE id = $1 AND sealed_totp = $2 AND coalesce(totp_counter, -1) < $3
            AND state = 'active' RETURNING id`,
        values: [userId, sealed, counter],
      }),

    remove: async (tx, userId) =>
      hasRows(tx, {
        name: 'user_totp_remove',
        text: `UPDATE users SET sealed_totp = NULL, totp_counter = NULL, sealed_new_totp = NULL
          WHERE id = $1 AND sealed_totp IS NOT NULL RETURNING id`,
        values: [userId],
      }),

    listSealed: async ({ notUnder, after }) =>
      db.query<SealedTotp>({
        name: 'user_totp_list_sealed',
        text: `SELECT id AS "userId", sealed_totp AS sealed, sealed_new_totp AS "newSealed"
          FROM users
          WHERE (sealed_totp IS NOT NULL
              AND ($1::bytea IS NULL OR substring(sealed_totp FROM 2 FOR 2) <> $1)
            OR sealed_new_totp IS NOT NULL
              AND ($1::bytea IS NULL OR substring(sealed_new_totp FROM 2 FOR 2) <> $1))
            AND id > $2 ORDER BY id LIMIT ${POLL}`,
        values: [versionBytes(notUnder), after],
      }),

    replaceSealed: async (from, to) =>
      execute(db, {
        name: 'user_totp_replace_sealed',
        text: `UPDATE users SET sealed_totp = $2, sealed_new_totp = $3
          WHERE id = $1 AND sealed_totp IS NOT DISTINCT FROM $4
            AND sealed_new_totp IS NOT DISTINCT FROM $5`,
        values: [from.userId, to.sealed, to.newSealed, from.sealed, from.newSealed],
      }),
  };
}
