import type { Db } from '../../../base/shared/db.ts';
import type { Decline, DeclineStore } from '../../../domain/payins/decline.ts';
import { columnsOf } from '../columns.ts';
import { execute } from '../rows.ts';

const DECLINES = columnsOf<Decline>({
  companyId: 'company_id',
  payinId: 'payin_id',
  referenceId: 'reference_id',
  bodyFingerprint: 'body_fingerprint',
  code: 'code',
  decidedBy: 'decided_by',
  amount: 'amount',
  cardBrand: 'card_brand',
  cardLast4: 'card_last4',
  createdAt: 'created_at',
  reason: 'reason',
});

export function createDeclineStore(db: Db): DeclineStore {
  return {
    insert: async (tx, decline) => execute(tx, DECLINES.insertion('declines', decline)),
    find: async (companyId, payinId) =>
      DECLINES.one(db, DECLINES.by('declines', { companyId, payinId })),
  };
}
