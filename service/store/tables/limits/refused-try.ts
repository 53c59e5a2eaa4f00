import type { Db } from '../../../base/shared/db.ts';
import type { RefusedTry, RefusedTryStore } from '../../../domain/limits/retry-budget.ts';
import { execute } from '../rows.ts';
import { raw, sql } from '../sql.ts';

type Kept = Omit<RefusedTry, 'advice'> & { advice: string | null };

/** The code of a try that is held: no network has such a one. */
const NOT_TOLD = '';

export function createRefusedTryStore(db: Db): RefusedTryStore {
  return {
    keep: async ({ companyId, cardHash, payinId }, { brand, code, advice, amount, triedAt }) =>
      execute(db, 'refused_try_keep', companyId)`INSERT INTO refused_tries
          (company_id, card_hash, payin_id, brand, code, advice, amount, tried_at)
        VALUES ($1, ${cardHash}, ${payinId}, ${brand}, ${code}, ${advice ?? null}, ${amount},
          ${triedAt})
        ON CONFLICT (company_id, card_hash, payin_id) DO UPDATE
          SET brand = excluded.brand, code = excluded.code, advice = excluded.advice
          WHERE refused_tries.code = '${raw(NOT_TOLD)}'`,

    hold: async ({ companyId, cardHash, payinId }, { brand, amount, triedAt }) =>
      execute(db, 'refused_try_hold', companyId)`INSERT INTO refused_tries
          (company_id, card_hash, payin_id, brand, code, amount, tried_at)
        VALUES ($1, ${cardHash}, ${payinId}, ${brand}, '${raw(NOT_TOLD)}', ${amount}, ${triedAt})
          ON CONFLICT DO NOTHING`,

    // Found among those of its company, which are few: an index more would cost every refusal.
    settle: async ({ companyId, payinId }, { brand, code, advice }) =>
      execute(db, 'refused_try_settle', companyId)`
        UPDATE refused_tries SET brand = ${brand}, code = ${code}, advice = ${advice ?? null}
        WHERE company_id = $1 AND payin_id = ${payinId} AND code = '${raw(NOT_TOLD)}'`,

    async list({ companyId, cardHash }, since) {
      const rows = await db.query<Kept>(sql('refused_try_list', companyId)`
        SELECT brand, code, advice, amount, tried_at AS "triedAt" FROM refused_tries
        WHERE company_id = $1 AND card_hash = ${cardHash} AND tried_at > ${since}
          AND code <> '${raw(NOT_TOLD)}'`);
      return rows.map(({ advice, ...refused }) =>
        advice === null ? refused : { ...refused, advice },
      );
    },

    forgetBefore: async (companyId, before) =>
      execute(db, 'refused_try_forget', companyId)`
        DELETE FROM refused_tries WHERE company_id = $1 AND tried_at <= ${before}`,
  };
}
