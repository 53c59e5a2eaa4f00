import type { Db } from '../../../base/shared/db.ts';
import type { IdempotencyStore } from '../../../domain/limits/idempotency.ts';
import { execute, firstOf } from '../rows.ts';
import { sql } from '../sql.ts';

export function createIdempotencyStore(db: Db): IdempotencyStore {
  return {
    async begin({ companyId, keyHash }, bodyFingerprint, { now, expiredBefore, deadBefore }) {
      const claimed = await db.query(sql('idempotency_begin', companyId)`
        INSERT INTO idempotency_keys
          (company_id, key_hash, body_fingerprint, answer, started_at)
        VALUES ($1, ${keyHash}, ${bodyFingerprint}, NULL, ${now})
        ON CONFLICT (company_id, key_hash) DO UPDATE
          SET body_fingerprint = excluded.body_fingerprint, answer = NULL,
            started_at = excluded.started_at
          WHERE idempotency_keys.started_at <= ${expiredBefore}
            OR (idempotency_keys.answer IS NULL AND idempotency_keys.started_at <= ${deadBefore}
              AND idempotency_keys.body_fingerprint = excluded.body_fingerprint)
        RETURNING company_id`);
      if (claimed.length > 0) return null;
      type Kept = { body_fingerprint: Uint8Array; answer: unknown };
      const row = await firstOf<Kept>(db, 'idempotency_find', companyId)`
        SELECT body_fingerprint, answer FROM idempotency_keys
        WHERE company_id = $1 AND key_hash = ${keyHash}`;
      // Gone between the two: whoever had it kept nothing, and the caller may simply try again.
      return {
        bodyFingerprint: row?.body_fingerprint ?? bodyFingerprint,
        answer: row?.answer ?? null,
      };
    },
    keep: async ({ companyId, keyHash }, answer) =>
      execute(db, 'idempotency_keep', companyId)`
        UPDATE idempotency_keys SET answer = ${JSON.stringify(answer)}::jsonb
        WHERE company_id = $1 AND key_hash = ${keyHash}`,
    forget: async ({ companyId, keyHash }) =>
      execute(db, 'idempotency_forget', companyId)`
        DELETE FROM idempotency_keys WHERE company_id = $1 AND key_hash = ${keyHash}`,
    async deleteStarted(companyId, before, limit) {
      const gone = await db.query(sql('idempotency_expire', companyId, before)`
        DELETE FROM idempotency_keys WHERE company_id = $1 AND key_hash = ANY (ARRAY(
          SELECT key_hash FROM idempotency_keys
          WHERE company_id = $1 AND started_at <= $2 ORDER BY started_at LIMIT ${limit}))
        AND started_at <= $2
        RETURNING 1 AS one`);
      return gone.length;
    },
  };
}
