import type { Db, SqlValue, Statement } from '../../../base/shared/db.ts';
import type { LedgerAccount } from '../../../domain/ledger/ledger.ts';
import type {
  AccountLine,
  AccountLines,
  LedgerMovement,
  StatementFilter,
  StatementStore,
} from '../../../domain/ledger/statement.ts';
import { firstOf } from '../rows.ts';
import { raw, sql } from '../sql.ts';

/** A look for what moved on one account reads at most so many transactions for one page. */
export const LOOKED_THROUGH = 2_000;

const PERIOD = `($2::timestamptz IS NULL OR created_at >= $2)
  AND ($3::timestamptz IS NULL OR created_at <= $3)
  AND ($4::timestamptz IS NULL OR (created_at, sequence) < ($4, $5))`;
const LATEST_FIRST = 'ORDER BY created_at DESC, sequence DESC';

// What a page is of: all transactions, or of the latest of them those that moved on one account.
// Each is asked for its entry by itself: a join may read all entries of the company.
const TRANSACTIONS = `SELECT sequence, created_at, kind, source_id, step, available_after
  FROM ledger_transactions WHERE company_id = $1 AND ${PERIOD} ${LATEST_FIRST}`;
const OF_ACCOUNT = `SELECT * FROM (${TRANSACTIONS} LIMIT ${LOOKED_THROUGH}) looked_at
  WHERE coalesce((SELECT moved.amount FROM ledger_entries moved WHERE moved.company_id = $1
    AND moved.source_id = looked_at.source_id AND moved.step = looked_at.step
    AND moved.account = $7), (SELECT old.amount FROM ledger_entries_archive old
    WHERE old.company_id = $1 AND old.source_id = looked_at.source_id AND old.step = looked_at.step
      AND old.account = $7 AND old.created_at = looked_at.created_at)) IS NOT NULL ${LATEST_FIRST}`;

// Of the archive the month of the transaction alone is looked into.
const ENTRIES = `(SELECT moved.account, moved.amount FROM ledger_entries moved
    WHERE moved.company_id = $1 AND moved.source_id = l.source_id AND moved.step = l.step
    UNION ALL SELECT old.account, old.amount FROM ledger_entries_archive old
    WHERE old.company_id = $1 AND old.source_id = l.source_id AND old.step = l.step
      AND old.created_at = l.created_at)`;

function movedOf(account: string) {
  return `coalesce(sum(e.amount) FILTER (WHERE e.account = '${account}'), 0)`;
}

/** Of money that nobody has asked back here, the reference is the payin's. */
const RETURNED = `one.payin_id, CASE WHEN one.nature IS NULL THEN one.reference_id
  ELSE (SELECT reference_id FROM payins WHERE company_id = $1 AND id = one.payin_id) END AS reference`;

// The limit keeps it from becoming a join, which may read the whole table for one page.
function sourceIn(table: string, columns: string) {
  return `LATERAL (SELECT ${columns} FROM ${table} one
    WHERE one.company_id = $1 AND one.id = l.source_id LIMIT 1)`;
}

/** Has no name, so that it is planned with its values: where a page lies decides how it is found. */
export function statementPage(
  companyId: string,
  filter: StatementFilter,
  account: LedgerAccount | null = null,
): Statement {
  return sql('', ...valuesOf(companyId, filter), account)`
    SELECT l.sequence, l.created_at AS at, l.kind, l.source_id AS "sourceId", m.*,
      l.available_after AS "availableAfter",
      coalesce(p.reference_id, o.reference_id, r.reference) AS "referenceId",
      p.id IS NOT NULL AS "isPayin", o.id IS NOT NULL AS "isPayout",
      r.payin_id AS "refundedPayinId"
    FROM (${raw(account === null ? TRANSACTIONS : OF_ACCOUNT)} LIMIT $6) l
    CROSS JOIN LATERAL (SELECT ${raw(movedOf('available'))} AS available,
        ${raw(movedOf('waiting'))} AS waiting, ${raw(movedOf('reserve'))} AS reserve,
          ${raw(movedOf('in_flight'))} AS "inFlight",
        ${raw(movedOf('debt'))} AS debt, ${raw(movedOf('fees'))} AS fees,
        coalesce(sum(e.amount) FILTER (WHERE e.account = $7::text), 0) AS moved
      FROM ${raw(ENTRIES)} e) m
    LEFT JOIN ${raw(sourceIn('payins', 'id, reference_id'))} p ON true
    LEFT JOIN ${raw(sourceIn('payouts', 'id, reference_id'))} o ON true
    LEFT JOIN ${raw(sourceIn('refunds', RETURNED))} r ON true
    ORDER BY l.created_at DESC, l.sequence DESC`;
}

/** The last transaction that such a look reads, where it reads as many as it may. */
export function endOfPoll(companyId: string, filter: StatementFilter): Statement {
  return sql('', ...valuesOf(companyId, { ...filter, limit: 1 }))`
    SELECT created_at AS at, sequence FROM ledger_transactions
    WHERE company_id = $1 AND ${raw(PERIOD)} ${raw(LATEST_FIRST)}
      LIMIT $6 OFFSET ${raw(LOOKED_THROUGH - 1)}`;
}

function valuesOf(companyId: string, { from, until, after, limit }: StatementFilter): SqlValue[] {
  return [companyId, from, until, after?.at ?? null, after?.sequence ?? null, limit];
}

export function createStatementStore(db: Db): StatementStore {
  return {
    page: async (companyId, filter) => db.query<AccountLine>(statementPage(companyId, filter)),

    async look(companyId, account, filter): Promise<AccountLines> {
      const { limit } = filter;
      // One more than is told: whether there is a page after this.
      const statement = statementPage(companyId, { ...filter, limit: limit + 1 }, account);
      const found = await db.query<AccountLine>(statement);
      const lines = found.slice(0, limit);
      const last = lines.at(-1);
      if (found.length > limit && last !== undefined) {
        return { lines, goesOnAfter: { at: last.at, sequence: last.sequence } };
      }
      return { lines, goesOnAfter: await firstOf(db, endOfPoll(companyId, filter)) };
    },

    ofSource: async (companyId, sourceId) =>
      db.query<LedgerMovement>(sql('statement_of_source', companyId)`
        SELECT created_at AS at, kind FROM ledger_transactions
        WHERE company_id = $1 AND source_id = ${sourceId} ORDER BY step`),
  };
}
