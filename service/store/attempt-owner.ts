import type { AttemptOwnerStore } from '../providers/registered/attempt-owner.ts';
import type { Db } from '../shared/db.ts';

/**
 * An id holds its company, so that it is looked for in each of them by its key: one statement for
 * all, since there may be very many. The group keeps an engine from joining them otherwise than by
 * the key: it would rather read every order there is.
 */
export function createAttemptOwnerStore(db: Db): AttemptOwnerStore {
  return {
    async find(of, key) {
      if (!/^[0-9a-f]{32}$/i.test(key)) return null;
      const values = [Buffer.from(key, 'hex').toString('base64url')];
      const [row] = await (of === 'payin'
        ? db.query<{ companyId: string }>({
            name: 'attempt_owner_payin',
            text: `SELECT c.company_id AS "companyId" FROM companies c
              CROSS JOIN LATERAL (SELECT p.company_id FROM payins p
                WHERE p.company_id = c.company_id AND p.id = 'pay_' || c.company_id || '_' || $1
                GROUP BY p.company_id) o`,
            values,
          })
        : db.query<{ companyId: string }>({
            name: 'attempt_owner_payout',
            text: `SELECT c.company_id AS "companyId" FROM companies c
              CROSS JOIN LATERAL (SELECT p.company_id FROM payouts p
                WHERE p.company_id = c.company_id AND p.id = 'out_' || c.company_id || '_' || $1
                GROUP BY p.company_id) o`,
            values,
          }));
      return row?.companyId ?? null;
    },
  };
}
