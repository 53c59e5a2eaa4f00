import type { StatementLine, StatementStore } from '../statement.ts';
import type { Db } from './db.ts';

type Row = {
  sequence: number;
  created_at: Date;
  kind: StatementLine['kind'];
  source_id: string;
  available: number;
  reserve: number;
  in_flight: number;
  debt: number;
  available_after: number;
};

const movedOf = (account: string) =>
  `coalesce(sum(e.amount) FILTER (WHERE e.account = '${account}'), 0)`;

export function createStatementStore(db: Db): StatementStore {
  return {
    async read(companyId, limit) {
      const rows = await db.query<Row>({
        name: 'statement_read',
        text: `SELECT sequence, created_at, kind, source_id, available, reserve, in_flight, debt,
            available_after FROM (
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
      return rows.map((row) => ({
        sequence: row.sequence,
        at: row.created_at,
        kind: row.kind,
        sourceId: row.source_id,
        available: row.available,
        reserve: row.reserve,
        inFlight: row.in_flight,
        debt: row.debt,
        availableAfter: row.available_after,
      }));
    },
  };
}
