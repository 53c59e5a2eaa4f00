import type { Db } from '../../../base/shared/db.ts';

/** Open disputes and debts of all companies. `answerBy`: the first day; null where none is told. */
export async function countDisputes(db: Db): Promise<{
  disputes: number;
  answerBy: Date | null;
  companiesInDebt: number;
  debtCentavos: number;
}> {
  const [[open], [debts]] = await Promise.all([
    db.query<{ count: number; answerBy: string | null }>({
      name: 'dispute_count',
      text: `SELECT count(*) AS count, min(dispute ->> 'answerBy') AS "answerBy" FROM payins
        WHERE dispute ->> 'status' = 'open'`,
      values: [],
    }),
    db.query<{ count: number; owed: number }>({
      name: 'debt_count',
      text: `SELECT count(*) AS count, coalesce(-sum(balance), 0)::bigint AS owed
        FROM ledger_balances WHERE account = 'debt' AND balance < 0`,
      values: [],
    }),
  ]);
  const { count: disputes = 0, answerBy = null } = open ?? {};
  return {
    disputes,
    answerBy: answerBy === null ? null : new Date(answerBy),
    companiesInDebt: debts?.count ?? 0,
    debtCentavos: debts?.owed ?? 0,
  };
}
