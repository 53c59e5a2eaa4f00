import type { Db } from '../../../base/shared/db.ts';
import type { SealedTotp, StoredTotp, TotpStore } from '../../../domain/people/second-factor.ts';
import { execute, firstOf, hasRows } from '../rows.ts';
import { raw, sql } from '../sql.ts';
import { versionBytes } from '../upkeep/sealed-values.ts';

const STORED = 'sealed_totp AS sealed, totp_counter AS counter, sealed_new_totp AS "newSealed"';
const POLL = 500;

export function createTotpStore(db: Db): TotpStore {
  return {
    find: (userId) =>
      firstOf<StoredTotp>(db, 'user_totp_find')`
        SELECT ${raw(STORED)} FROM users WHERE id = ${userId} AND state = 'active'`,

    begin: async (tx, userId, newSealed) =>
      hasRows(tx, 'user_totp_begin')`
        UPDATE users SET sealed_new_totp = ${newSealed} WHERE id = ${userId} AND state = 'active'
        RETURNING id`,

    confirm: async (tx, userId, { newSealed, counter, replaces }) =>
      hasRows(tx, 'user_totp_confirm')`
        UPDATE users SET sealed_totp = sealed_new_totp, totp_counter = ${counter},
          sealed_new_totp = NULL
        WHERE id = ${userId} AND sealed_new_totp = ${newSealed} AND (sealed_totp IS NULL
          OR ${replaces})
          AND state = 'active' RETURNING id`,

    spend: async (tx, userId, { sealed, counter }) =>
      hasRows(tx, 'user_totp_spend', counter)`UPDATE users SET totp_counter = $1
        WHERE id = ${userId} AND sealed_totp = ${sealed} AND coalesce(totp_counter, -1) < $1
          AND state = 'active' RETURNING id`,

    remove: async (tx, userId) =>
      hasRows(tx, 'user_totp_remove')`
        UPDATE users SET sealed_totp = NULL, totp_counter = NULL, sealed_new_totp = NULL
        WHERE id = ${userId} AND sealed_totp IS NOT NULL RETURNING id`,

    listSealed: async ({ notUnder, after }) =>
      db.query<SealedTotp>(sql('user_totp_list_sealed', versionBytes(notUnder))`
        SELECT id AS "userId", sealed_totp AS sealed, sealed_new_totp AS "newSealed"
        FROM users
        WHERE (sealed_totp IS NOT NULL
            AND ($1::bytea IS NULL OR substring(sealed_totp FROM 2 FOR 2) <> $1)
          OR sealed_new_totp IS NOT NULL
            AND ($1::bytea IS NULL OR substring(sealed_new_totp FROM 2 FOR 2) <> $1))
          AND id > ${after} ORDER BY id LIMIT ${raw(POLL)}`),

    replaceSealed: async (from, to) =>
      execute(db, 'user_totp_replace_sealed')`
        UPDATE users SET sealed_totp = ${to.sealed}, sealed_new_totp = ${to.newSealed}
        WHERE id = ${from.userId} AND sealed_totp IS NOT DISTINCT FROM ${from.sealed}
          AND sealed_new_totp IS NOT DISTINCT FROM ${from.newSealed}`,
  };
}
