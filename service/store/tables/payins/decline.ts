import type { Db } from '../../../base/shared/db.ts';
import type { Decline, DeclineStore } from '../../../domain/payins/decline.ts';

export function createDeclineStore(db: Db): DeclineStore {
  return {
    async insert(tx, decline) {
      await tx.query({
        name: 'decline_insert',
        text: `INSERT INTO declines (company_id, payin_id, reference_id, body_fingerprint, code,
            decided_by, amount, card_brand, card_last4, created_at, reason)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        values: [
          decline.companyId,
          decline.payinId,
          decline.referenceId,
          decline.bodyFingerprint,
          decline.code,
          decline.decidedBy,
          decline.amount,
          decline.cardBrand,
          decline.cardLast4,
          decline.createdAt,
          decline.reason,
        ],
      });
    },
    async find(companyId, payinId) {
      const [row] = await db.query<Pick<Decline, 'code' | 'reason' | 'bodyFingerprint'>>({
        name: 'decline_find',
        text: `SELECT code, reason, body_fingerprint AS "bodyFingerprint" FROM declines
          WHERE company_id = $1 AND payin_id = $2`,
        values: [companyId, payinId],
      });
      return row ?? null;
    },
  };
}
