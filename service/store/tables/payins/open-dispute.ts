import type { Db } from '../../../base/shared/db.ts';
import type { DisputeCounts } from '../../../domain/metrics/metrics.ts';
import { sql } from '../sql.ts';

/** Open disputes and debts of all companies. */
export async function countDisputes(db: Db): Promise<DisputeCounts> {
  const [[open], [debts]] = await Promise.all([
    db.query<{ count: number; answerBy: string | null }>(sql('dispute_count')`
      SELECT count(*) AS count, min(dispute ->> 'answerBy') AS "answerBy" FROM payins
      WHERE dispute ->> 'status' = 'open'`),
    db.query<{ count: number; owed: number }>(sql('debt_count')`
      SELECT count(*) AS count, coalesce(-sum(balance), 0)::bigint AS owed
      FROM ledger_balances WHERE account = 'debt' AND balance < 0`),
  ]);
  const { count: disputes = 0, answerBy = null } = open ?? {};
  return {
    disputes,
    answerBy: answerBy === null ? null : new Date(answerBy),
    companiesInDebt: debts?.count ?? 0,
    debtCentavos: debts?.owed ?? 0,
  };
}
