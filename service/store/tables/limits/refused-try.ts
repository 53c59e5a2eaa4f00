import type { CardBrand } from '../../../../contract/card-brand.ts';
import type { Db } from '../../../base/shared/db.ts';
import type { RefusedTryStore } from '../../../domain/limits/retry-budget.ts';

type Row = {
  brand: CardBrand;
  code: string;
  advice: string | null;
  amount: number;
  tried_at: Date;
};

/** The code of a try that is held: no network has such a one. */
const NOT_TOLD = '';

export function createRefusedTryStore(db: Db): RefusedTryStore {
  return {
    async keep({ companyId, cardHash, payinId }, { brand, code, advice, amount, triedAt }) {
      await db.query({
        name: 'refused_try_keep',
        text: `INSERT INTO refused_tries
            (company_id, card_hash, payin_id, brand, code, advice, amount, tried_at)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
          ON CONFLICT (company_id, card_hash, payin_id) DO UPDATE
            SET brand = excluded.brand, code = excluded.code, advice = excluded.advice
            WHERE refused_tries.code = '${NOT_TOLD}'`,
        values: [companyId, cardHash, payinId, brand, code, advice ?? null, amount, triedAt],
      });
    },

    async hold({ companyId, cardHash, payinId }, { brand, amount, triedAt }) {
      await db.query({
        name: 'refused_try_hold',
        text: `INSERT INTO refused_tries
            (company_id, card_hash, payin_id, brand, code, amount, tried_at)
          VALUES ($1, $2, $3, $4, '${NOT_TOLD}', $5, $6) ON CONFLICT DO NOTHING`,
        values: [companyId, cardHash, payinId, brand, amount, triedAt],
      });
    },

    // Found among those of its company, which are few: an index more would cost every refusal.
    async settle({ companyId, payinId }, { brand, code, advice }) {
      await db.query({
        name: 'refused_try_settle',
        text: `UPDATE refused_tries SET brand = $3, code = $4, advice = $5
          WHERE company_id = $1 AND payin_id = $2 AND code = '${NOT_TOLD}'`,
        values: [companyId, payinId, brand, code, advice ?? null],
      });
    },

    async list({ companyId, cardHash }, since) {
      const rows = await db.query<Row>({
        name: 'refused_try_list',
        text: `SELECT brand, code, advice, amount, tried_at FROM refused_tries
          WHERE company_id = $1 AND card_hash = $2 AND tried_at > $3 AND code <> '${NOT_TOLD}'`,
        values: [companyId, cardHash, since],
      });
      return rows.map(({ brand, code, advice, amount, tried_at: triedAt }) => {
        const refused = { brand, code, amount, triedAt };
        return advice === null ? refused : { ...refused, advice };
      });
    },

    async forgetBefore(companyId, before) {
      await db.query({
        name: 'refused_try_forget',
        text: 'DELETE FROM refused_tries WHERE company_id = $1 AND tried_at <= $2',
        values: [companyId, before],
      });
    },
  };
}
