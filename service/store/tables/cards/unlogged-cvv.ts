import type { Db } from '../../../base/shared/db.ts';
import type { CvvStore } from '../../../domain/cards/cvv.ts';
import { execute, firstOf } from '../rows.ts';
import { sql } from '../sql.ts';

/** For several processes on one PostgreSQL: a table that is in no log, backup or replica. */
export function createUnloggedCvvStore(db: Db): CvvStore {
  return {
    put: async ({ companyId, tokenHash }, sealed, expiresAt) =>
      execute(db, 'cvv_put', companyId)`
        INSERT INTO cvvs (company_id, token_hash, sealed, expires_at)
        VALUES ($1, ${tokenHash}, ${sealed}, ${expiresAt})
        ON CONFLICT (company_id, token_hash)
        DO UPDATE SET sealed = excluded.sealed, expires_at = excluded.expires_at`,
    async find({ companyId, tokenHash }, now) {
      const [row] = await db.query<{ sealed: Uint8Array }>(sql('cvv_find', companyId)`
        SELECT sealed FROM cvvs
        WHERE company_id = $1 AND token_hash = ${tokenHash} AND expires_at > ${now}`);
      return row?.sealed ?? null;
    },
    async take({ companyId, tokenHash }, now) {
      type Taken = { sealed: Uint8Array; expires_at: Date };
      const row = await firstOf<Taken>(db, 'cvv_take', companyId)`
        DELETE FROM cvvs WHERE company_id = $1 AND token_hash = ${tokenHash}
        RETURNING sealed, expires_at`;
      return row !== null && row.expires_at > now ? row.sealed : null;
    },
    destroy: async ({ companyId, tokenHash }) =>
      execute(db, 'cvv_destroy', companyId)`
        DELETE FROM cvvs WHERE company_id = $1 AND token_hash = ${tokenHash}`,
    deleteExpired: async (companyId, now) =>
      execute(db, 'cvv_expire', companyId)`
        DELETE FROM cvvs WHERE company_id = $1 AND expires_at <= ${now}`,
  };
}
