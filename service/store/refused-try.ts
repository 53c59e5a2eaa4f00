import type { CardBrand } from '../../contract/card-brand.ts';
import type { RefusedTryStore } from '../limits/retry-budget.ts';
import type { Db } from '../shared/db.ts';

type Row = {
  brand: CardBrand;
  code: string;
  advice: string | null;
  amount: number;
  tried_at: Date;
};

export function createRefusedTryStore(db: Db): RefusedTryStore {
  return {
    async keep({ companyId, cardHash, payinId }, { brand, code, advice, amount, triedAt }) {
      await db.query({
        name: 'refused_try_keep',
        text: `INSERT INTO refused_tries
            (company_id, card_hash, payin_id, brand, code, advice, amount, tried_at)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
        values: [companyId, cardHash, payinId, brand, code, advice ?? null, amount, triedAt],
      });
    },

    async list({ companyId, cardHash }, since) {
      const rows = await db.query<Row>({
        name: 'refused_try_list',
        text: `SELECT brand, code, advice, amount, tried_at FROM refused_tries
          WHERE company_id = $1 AND card_hash = $2 AND tried_at > $3`,
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
