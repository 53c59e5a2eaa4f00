import type { Db } from '../../../base/shared/db.ts';
import type { PixKeyMissStore } from '../../../domain/payouts/pix-directory.ts';
import { execute } from '../rows.ts';
import { sql } from '../sql.ts';

export function createPixKeyMissStore(db: Db): PixKeyMissStore {
  return {
    async recall(companyId, keyHash, since) {
      const [row] = await db.query<{
        count: number;
        is_known: boolean | null;
        oldest: Date | null;
      }>(sql('pix_key_miss_recall', companyId)`
        SELECT count(*) AS count, bool_or(key_hash = ${keyHash}) AS is_known,
          min(missed_at) AS oldest
        FROM pix_key_misses WHERE company_id = $1 AND missed_at > ${since}`);
      return {
        count: row?.count ?? 0,
        isKnown: row?.is_known ?? false,
        oldest: row?.oldest ?? null,
      };
    },
    keep: async (companyId, keyHash, now) =>
      execute(db, 'pix_key_miss_keep', companyId)`
        INSERT INTO pix_key_misses (company_id, key_hash, missed_at) VALUES ($1, ${keyHash}, ${now})
        ON CONFLICT (company_id, key_hash) DO UPDATE SET missed_at = excluded.missed_at`,
    forgetBefore: async (companyId, before) =>
      execute(db, 'pix_key_miss_forget', companyId)`
        DELETE FROM pix_key_misses WHERE company_id = $1 AND missed_at <= ${before}`,
  };
}
