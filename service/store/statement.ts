import type {
  LedgerMovement,
  StatementFilter,
  StatementLine,
  StatementStore,
} from '../ledger/statement.ts';
import type { Db, Statement } from '../shared/db.ts';

type Row = Omit<StatementLine, 'availableAfter'> & { availableAfter: number | null };

function movedOf(account: string) {
  return `coalesce(sum(e.amount) FILTER (WHERE e.account = '${account}'), 0)`;
}

/** Has no name, so that it is planned with its values: where a page lies decides how it is found. */
export function statementPage(companyId: string, filter: StatementFilter): Statement {
  const { from, until, after, limit } = filter;
  return {
    name: '',
    text: `SELECT l.sequence, l.created_at AS at, l.kind, l.source_id AS "sourceId",
        ${movedOf('available')} AS available, ${movedOf('reserve')} AS reserve,
        ${movedOf('in_flight')} AS "inFlight", ${movedOf('debt')} AS debt,
        ${movedOf('fees')} AS fees,
        l.available_after AS "availableAfter",
        coalesce(p.reference_id, o.reference_id, r.reference_id) AS "referenceId",
        p.id IS NOT NULL AS "isPayin", o.id IS NOT NULL AS "isPayout",
        r.payin_id AS "refundedPayinId"
      FROM (SELECT sequence, created_at, kind, source_id, step, available_after
        FROM ledger_transactions WHERE company_id = $1
          AND ($2::timestamptz IS NULL OR created_at >= $2)
          AND ($3::timestamptz IS NULL OR created_at <= $3)
          AND ($4::timestamptz IS NULL OR (created_at, sequence) < ($4, $5))
        ORDER BY created_at DESC, sequence DESC LIMIT $6) l
      LEFT JOIN ledger_entries e ON e.company_id = $1 AND e.source_id = l.source_id
        AND e.step = l.step
      LEFT JOIN payins p ON p.company_id = $1 AND p.id = l.source_id
      LEFT JOIN payouts o ON o.company_id = $1 AND o.id = l.source_id
      LEFT JOIN refunds r ON r.company_id = $1 AND r.id = l.source_id
      GROUP BY l.sequence, l.created_at, l.kind, l.source_id, l.available_after, p.id,
        p.reference_id, o.id, o.reference_id, r.payin_id, r.reference_id
      ORDER BY l.created_at DESC, l.sequence DESC`,
    values: [companyId, from, until, after?.at ?? null, after?.sequence ?? null, limit],
  };
}

export function createStatementStore(db: Db): StatementStore {
  return {
    async page(companyId, filter) {
      const rows = await db.query<Row>(statementPage(companyId, filter));
      const lines = rows.map(async (row) => ({
        ...row,
        availableAfter: row.availableAfter ?? (await addUp(db, companyId, row.sequence)),
      }));
      return Promise.all(lines);
    },

    async ofSource(companyId, sourceId) {
      return db.query<LedgerMovement>({
        name: 'statement_of_source',
        text: `SELECT created_at AS at, kind FROM ledger_transactions
          WHERE company_id = $1 AND source_id = $2 ORDER BY step`,
        values: [companyId, sourceId],
      });
    },
  };
}

/** For a row that a build from before has written: from the one before it that knows. */
async function addUp(db: Db, companyId: string, sequence: number): Promise<number> {
  const [row] = await db.query<{ available_after: number }>({
    name: 'statement_add_up',
    text: `WITH known AS (
        SELECT sequence, available_after FROM ledger_transactions
        WHERE company_id = $1 AND sequence <= $2 AND available_after IS NOT NULL
        ORDER BY sequence DESC LIMIT 1
      )
      SELECT coalesce((SELECT available_after FROM known), 0) + coalesce(sum(e.amount), 0)
        AS available_after
      FROM ledger_transactions t JOIN ledger_entries e ON e.company_id = $1
        AND e.source_id = t.source_id AND e.step = t.step
      WHERE t.company_id = $1 AND e.account = 'available' AND t.sequence <= $2
        AND t.sequence > coalesce((SELECT sequence FROM known), 0)`,
    values: [companyId, sequence],
  });
  return row?.available_after ?? 0;
}
