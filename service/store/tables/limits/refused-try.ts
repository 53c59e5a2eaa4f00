import type { Db } from '../../../base/shared/db.ts';
import type { RefusedTry, RefusedTryStore } from '../../../domain/limits/retry-budget.ts';
import { execute } from '../rows.ts';

type Kept = Omit<RefusedTry, 'advice'> & { advice: string | null };

/** The code of a try that is held: no network has such a one. */
const NOT_TOLD = '';

export function createRefusedTryStore(db: Db): RefusedTryStore {
  return {
    keep: async ({ companyId, cardHash, payinId }, { brand, code, advice, amount, triedAt }) =>
      execute(db, {
        name: 'refused_try_keep',
        text: `INSERT INTO refused_tries
            (company_id, card_hash, payin_id, brand, code, advice, amount, tried_at)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
          ON CONFLICT (company_id, card_hash, payin_id) DO UPDATE
            SET brand = excluded.brand, code = excluded.code, advice = excluded.advice
            WHERE refused_tries.code = '${NOT_TOLD}'`,
        values: [companyId, cardHash, payinId, brand, code, advice ?? null, amount, triedAt],
      }),

    hold: async ({ companyId, cardHash, payinId }, { brand, amount, triedAt }) =>
      execute(db, {
        name: 'refused_try_hold',
        text: `INSERT INTO refused_tries
            (company_id, card_hash, payin_id, brand, code, amount, tried_at)
          VALUES ($1, $2, $3, $4, '${NOT_TOLD}', $5, $6) ON CONFLICT DO NOTHING`,
        values: [companyId, cardHash, payinId, brand, amount, triedAt],
      }),

    // Found among those of its company, which are few: an index more would cost every refusal.
    settle: async ({ companyId, payinId }, { brand, code, advice }) =>
      execute(db, {
        name: 'refused_try_settle',
        text: `UPDATE refused_tries SET brand = $3, code = $4, advice = $5
          WHERE company_id = $1 AND payin_id = $2 AND code = '${NOT_TOLD}'`,
        values: [companyId, payinId, brand, code, advice ?? null],
      }),

    async list({ companyId, cardHash }, since) {
      const rows = await db.query<Kept>({
        name: 'refused_try_list',
        text: `SELECT brand, code, advice, amount, tried_at AS "triedAt" FROM refused_tries
          WHERE company_id = $1 AND card_hash = $2 AND tried_at > $3 AND code <> '${NOT_TOLD}'`,
        values: [companyId, cardHash, since],
      });
      return rows.map(({ advice, ...refused }) =>
        advice === null ? refused : { ...refused, advice },
      );
    },

    forgetBefore: async (companyId, before) =>
      execute(db, {
        name: 'refused_try_forget',
        text: 'DELETE FROM refused_tries WHERE company_id = $1 AND tried_at <= $2',
        values: [companyId, before],
      }),
  };
}
