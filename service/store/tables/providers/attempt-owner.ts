import type { Db } from '../../../base/shared/db.ts';
import type { AttemptOwnerStore } from '../../../providers/attempt-owner.ts';
import { sql } from '../sql.ts';

/**
 * By an index of what is random in an id, which is written for orders of outside parties alone: in
 * each company by its own key it would take a look for every company there is.
 */
export function createAttemptOwnerStore(db: Db): AttemptOwnerStore {
  return {
    async find(of, key) {
      if (!/^[0-9a-f]{32}$/i.test(key)) return null;
      const values = [Buffer.from(key, 'hex').toString('base64url')];
      const [row] = await (of === 'payin'
        ? db.query<{ companyId: string }>(sql('attempt_owner_payin', ...values)`
          SELECT company_id AS "companyId" FROM payins
          WHERE right(id, 22) = $1 AND provider <> 'sandbox'
            AND id = 'pay_' || company_id || '_' || $1`)
        : db.query<{ companyId: string }>(sql('attempt_owner_payout', ...values)`
          SELECT company_id AS "companyId" FROM payouts
          WHERE right(id, 22) = $1 AND provider <> 'sandbox'
            AND id = 'out_' || company_id || '_' || $1`));
      return row?.companyId ?? null;
    },
  };
}
