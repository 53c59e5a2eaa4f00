import type { Db } from '../../../base/shared/db.ts';
import type { Reversal, ReversalStore } from '../../../domain/payins/refunds/reversal.ts';
import { columnsOf } from '../columns.ts';
import { hasRows } from '../rows.ts';
import { raw, sql } from '../sql.ts';

const REVERSALS = columnsOf<Reversal>({
  companyId: 'company_id',
  payinId: 'payin_id',
  id: 'id',
  provider: 'provider',
  externalId: 'external_id',
  amount: 'amount',
  isByHand: 'is_by_hand',
  begunAt: 'begun_at',
  doneAt: 'done_at',
  returnedBefore: 'returned_before',
});

export function createReversalStore(db: Db): ReversalStore {
  return {
    put: async (tx, reversal) =>
      hasRows(tx, 'reversal_put', ...REVERSALS.values(reversal), reversal.after ?? null)`
        INSERT INTO reversals (${raw(REVERSALS.names)}) VALUES (${raw(REVERSALS.parameters)})
        ON CONFLICT (company_id, payin_id) DO UPDATE SET id = excluded.id,
          amount = excluded.amount, begun_at = excluded.begun_at, done_at = excluded.done_at,
          is_by_hand = excluded.is_by_hand, returned_before = excluded.returned_before
        WHERE (reversals.id = excluded.id AND reversals.done_at IS NULL
            AND (excluded.done_at IS NOT NULL
              OR (excluded.is_by_hand AND (NOT reversals.is_by_hand
                OR excluded.amount > reversals.amount))))
          OR (reversals.id = $11 AND reversals.done_at IS NOT NULL)
        RETURNING payin_id`,

    find: async (companyId, payinId) =>
      REVERSALS.one(db, REVERSALS.by('reversals', { companyId, payinId })),

    async listOpen(companyId) {
      const rows = await db.query<{ reference_id: string }>(sql('reversal_list_open', companyId)`
        SELECT ${raw(REVERSALS.names)}, (SELECT reference_id FROM payins p
          WHERE p.company_id = $1 AND p.id = payin_id) AS reference_id
        FROM reversals WHERE company_id = $1 AND done_at IS NULL ORDER BY begun_at, payin_id`);
      return rows.map((row) => ({ reversal: REVERSALS.read(row), referenceId: row.reference_id }));
    },
  };
}
