import type { Db, Queryable, Statement } from '../../../base/shared/db.ts';
import type {
  Amounts,
  LedgerAccount,
  LedgerStore,
  LedgerTransaction,
  LockedLedger,
  SourceHistory,
} from '../../../domain/ledger/ledger.ts';
import { insertRows } from '../insert-rows.ts';
import { among, sql } from '../sql.ts';

type Row = { account: LedgerAccount; amount: number };

const OWN_ACCOUNTS = ['available', 'clearing', 'debt', 'fees', 'in_flight', 'reserve'];

export function createLedgerStore(db: Db): LedgerStore {
  return {
    async lock(tx, companyId, sourceIds) {
      const locked = await lock(tx, companyId, sourceIds);
      if (Object.keys(locked.balances).length > 0) return locked;
      // The first posting of a company, and another process may be at its own.
      await runAll(tx, newBalances(companyId, OWN_ACCOUNTS));
      return lock(tx, companyId, sourceIds);
    },

    async append(tx, companyId, { balances }, transactions) {
      if (transactions.length === 0) return;
      const moved = movesOf(transactions);
      const making = newBalances(
        companyId,
        moved.map(({ account }) => account).filter((account) => balances[account] === undefined),
      );
      const moving = sql('ledger_move_balances', companyId)`
        UPDATE ledger_balances b SET balance = b.balance + m.amount
        FROM json_to_recordset(${JSON.stringify(moved)}::json) AS m (account text, amount bigint)
        WHERE b.company_id = $1 AND b.account = m.account`;
      await runAll(tx, [...making, moving, ...rowsOf(companyId, transactions)]);
    },

    async readBalances(companyId) {
      const rows = await db.query<Row>(sql('ledger_balances', companyId)`
        SELECT account, balance AS amount FROM ledger_balances WHERE company_id = $1`);
      return toAmounts(rows);
    },

    async approvalOf(companyId, payinId) {
      const rows = await db.query<Found<Row>>(
        {
          name: 'ledger_approval',
          text: `SELECT e.account, e.amount FROM ledger_transactions t
            LEFT JOIN ledger_entries e ON e.company_id = $1 AND e.source_id = t.source_id
              AND e.step = t.step
            WHERE t.company_id = $1 AND t.source_id = $2 AND t.kind = 'payin_approved'`,
          values: [companyId, payinId],
        },
        { batchKey: `ledger_approval ${companyId}` },
      );
      if (areAllThere(rows)) return toAmounts(rows);
      const archived = await readApprovals(db, companyId, [payinId]);
      return archived.get(payinId) ?? {};
    },

    async approvalsOf(companyId, payinIds) {
      const rows = await db.query<Found<OfSource>>(sql('ledger_approvals', companyId)`
        SELECT t.source_id, e.account, e.amount FROM ledger_transactions t
        LEFT JOIN ledger_entries e ON e.company_id = $1 AND e.source_id = t.source_id
          AND e.step = t.step
        WHERE t.company_id = $1 AND t.kind = 'payin_approved'
          AND t.source_id = ${among(payinIds)}`);
      return areAllThere(rows) ? toApprovals(rows) : readApprovals(db, companyId, payinIds);
    },
  };
}

type OfSource = Row & { source_id: string };

/** An entry as it is found beside its transaction: nothing where it was archived. */
type Found<Entry extends Row> = Omit<Entry, keyof Row> & { account: Row['account'] | null };

/** No transaction is without entries: where one is, they are in the archive, and read with it. */
function areAllThere<Entry extends Row>(rows: readonly Found<Entry>[]): rows is readonly Entry[] {
  return rows.every(({ account }) => account !== null);
}

async function readApprovals(
  db: Db,
  companyId: string,
  payinIds: readonly string[],
): Promise<Map<string, Amounts>> {
  const rows = await db.query<OfSource>(sql('ledger_archived_approvals', companyId)`
    SELECT t.source_id, e.account, e.amount FROM ledger_transactions t
    JOIN ledger_entries_all e ON e.company_id = $1 AND e.source_id = t.source_id
      AND e.step = t.step
    WHERE t.company_id = $1 AND t.kind = 'payin_approved'
      AND t.source_id = ${among(payinIds)}`);
  return toApprovals(rows);
}

function toApprovals(rows: readonly OfSource[]): Map<string, Amounts> {
  const approvals = new Map<string, Amounts>();
  for (const { source_id: payinId, account, amount } of rows) {
    approvals.set(payinId, { ...approvals.get(payinId), [account]: amount });
  }
  return approvals;
}

type Latest = { sequence: number; created_at: Date };

/**
 * What is read after the balances is as it is under their lock, since each statement sees what was
 * committed before it began. The same order for everyone, so that no two wait for each other.
 */
async function lock(
  tx: Queryable,
  companyId: string,
  sourceIds: readonly string[],
): Promise<LockedLedger> {
  const locking = tx.query<Row>(sql('ledger_lock', companyId)`
    SELECT account, balance AS amount FROM ledger_balances
    WHERE company_id = $1 ORDER BY account FOR UPDATE`);
  const counting = tx.query<Latest>(sql('ledger_latest', companyId)`
    SELECT sequence, created_at FROM ledger_transactions
    WHERE company_id = $1 ORDER BY sequence DESC LIMIT 1`);
  const remembering = sourceIds.length === 0 ? [] : readHistory(tx, companyId, sourceIds);
  const [balances, latest, entries] = await Promise.all([locking, counting, remembering]);
  return {
    balances: toAmounts(balances),
    sequence: latest[0]?.sequence ?? 0,
    latestAt: latest[0]?.created_at ?? null,
    history: toHistory(entries),
  };
}

/** `subject_id`: whose history it belongs to, the payin's where the source is a refund of it. */
type Entry = Row & { subject_id: string; source_id: string; step: number };

async function readHistory(
  tx: Queryable,
  companyId: string,
  sourceIds: readonly string[],
): Promise<readonly Entry[]> {
  const values = [companyId, JSON.stringify(sourceIds)];
  const rows = await tx.query<Found<Entry>>(sql('ledger_history', ...values)`
    SELECT t.source_id AS subject_id, t.source_id, t.step, e.account, e.amount
    FROM ledger_transactions t
    LEFT JOIN ledger_entries e ON e.company_id = $1 AND e.source_id = t.source_id
      AND e.step = t.step
    WHERE t.company_id = $1
      AND t.source_id = ANY (ARRAY(SELECT json_array_elements_text($2::json)))
    UNION ALL
    SELECT r.payin_id, t.source_id, t.step, e.account, e.amount FROM refunds r
    JOIN ledger_transactions t ON t.company_id = $1 AND t.source_id = r.id
    LEFT JOIN ledger_entries e ON e.company_id = $1 AND e.source_id = t.source_id
      AND e.step = t.step
    WHERE r.company_id = $1
      AND r.payin_id = ANY (ARRAY(SELECT json_array_elements_text($2::json)))
    ORDER BY step`);
  if (areAllThere(rows)) return rows;
  return tx.query<Entry>(sql('ledger_archived_history', ...values)`
    SELECT source_id AS subject_id, source_id, step, account, amount FROM ledger_entries_all
    WHERE company_id = $1
      AND source_id = ANY (ARRAY(SELECT json_array_elements_text($2::json)))
    UNION ALL
    SELECT r.payin_id, e.source_id, e.step, e.account, e.amount FROM refunds r
    JOIN ledger_entries_all e ON e.company_id = $1 AND e.source_id = r.id
    WHERE r.company_id = $1
      AND r.payin_id = ANY (ARRAY(SELECT json_array_elements_text($2::json)))
    ORDER BY step`);
}

function toHistory(entries: readonly Entry[]): ReadonlyMap<string, SourceHistory> {
  const history = new Map<string, SourceHistory>();
  const own = entries.filter(({ subject_id, source_id }) => subject_id === source_id);
  const clearing = own.filter(({ account }) => account === 'clearing');
  const lastSteps = new Map(clearing.map(({ source_id, step }) => [source_id, step]));
  for (const { subject_id: subjectId, source_id: sourceId, step, account, amount } of entries) {
    const one = history.get(subjectId) ?? { step: 0, moved: {}, last: {} };
    history.set(subjectId, one);
    one.moved[account] = (one.moved[account] ?? 0) + amount;
    if (sourceId !== subjectId) continue;
    one.step = step;
    if (step === lastSteps.get(sourceId)) one.last[account] = amount;
  }
  return history;
}

/** A balance row may come into being, in any process, at its first use. */
function newBalances(companyId: string, accounts: readonly string[]): Statement[] {
  const rows = [...accounts].sort().map((account) => ({ account, balance: 0 }));
  const onConflict = 'ON CONFLICT (company_id, account) DO NOTHING';
  const name = 'ledger_new_balances';
  return insertRows('ledger_balances', companyId, rows, { name, onConflict });
}

function movesOf(transactions: readonly LedgerTransaction[]): Row[] {
  const moves = new Map<LedgerAccount, number>();
  for (const { account, amount } of transactions.flatMap(({ amounts }) => entriesOf(amounts))) {
    moves.set(account, (moves.get(account) ?? 0) + amount);
  }
  return [...moves].map(([account, amount]) => ({ account, amount }));
}

function rowsOf(companyId: string, transactions: readonly LedgerTransaction[]): Statement[] {
  const retaining = transactions.flatMap(({ sourceId, plan, amounts }) =>
    'reserveDueAt' in plan && (amounts.reserve ?? 0) > 0
      ? [{ payin_id: 'payinId' in plan ? plan.payinId : sourceId, due_at: plan.reserveDueAt }]
      : [],
  );
  const journal = transactions.map((one) => ({
    source_id: one.sourceId,
    step: one.step,
    sequence: one.sequence,
    kind: one.plan.kind,
    created_at: one.now,
    available_after: one.availableAfter,
  }));
  const entries = transactions.flatMap(({ sourceId, step, amounts }) =>
    entriesOf(amounts).map((entry) => ({ source_id: sourceId, step, ...entry })),
  );
  return [
    ...insertRows('ledger_transactions', companyId, journal),
    ...insertRows('ledger_entries', companyId, entries),
    ...insertRows('ledger_reserves', companyId, retaining, {
      // One whose term has begun is put off, and never to before its end.
      onConflict: `ON CONFLICT (company_id, payin_id)
        DO UPDATE SET due_at = greatest(ledger_reserves.due_at, excluded.due_at)`,
    }),
  ];
}

function entriesOf(amounts: Amounts): Row[] {
  return Object.entries(amounts).map(([account, amount]) => ({
    // What an amount is named after is an account.
    account: account as LedgerAccount,
    amount: amount ?? 0,
  }));
}

/** The statements go out together. */
function runAll(tx: Queryable, statements: readonly Statement[]): Promise<object[][]> {
  return Promise.all(statements.map((statement) => tx.query<object>(statement)));
}

function toAmounts(rows: readonly Row[]): Amounts {
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
}
