import type { StatementLine, StatementStore } from '../ledger/statement.ts';
import type { Db } from '../shared/db.ts';

function movedOf(account: string) {
  return `coalesce(sum(e.amount) FILTER (WHERE e.account = '${account}'), 0)`;
}

export function createStatementStore(db: Db): StatementStore {
  return {
    read(companyId, limit) {
      return db.query<StatementLine>({
        name: 'statement_read',
        text: `SELECT sequence, created_at AS at, kind, source_id AS "sourceId", available, reserve,
            in_flight AS "inFlight", debt, available_after AS "availableAfter" FROM (
            SELECT sequence, created_at, kind, source_id, available, reserve, in_flight, debt,
              sum(available) OVER (ORDER BY sequence) AS available_after FROM (
              SELECT t.sequence, t.created_at, t.kind, t.source_id,
                ${movedOf('available')} AS available, ${movedOf('reserve')} AS reserve,
                ${movedOf('in_flight')} AS in_flight, ${movedOf('debt')} AS debt
              FROM ledger_transactions t JOIN ledger_entries e ON e.company_id = t.company_id
                AND e.source_id = t.source_id AND e.step = t.step
              WHERE t.company_id = $1
              GROUP BY t.sequence, t.created_at, t.kind, t.source_id
            ) l ORDER BY sequence DESC LIMIT $2
          ) latest ORDER BY sequence`,
        values: [companyId, limit],
      });
    },
  };
}
