import type {
  BalanceStatement,
  StatementEntry,
  StatementPlace,
  StatementQuery,
} from '../../../contract/payments/statement.ts';
import { STATEMENT_KINDS, toStatementCursor } from '../../../contract/payments/statement.ts';
import type { LedgerAccount, LedgerKind } from './ledger.ts';

export type StatementLine = {
  sequence: number;
  at: Date;
  kind: LedgerKind;
  /** The payin, payout or refund it is of, and what the merchant calls it. */
  sourceId: string;
  isPayin: boolean;
  isPayout: boolean;
  refundedPayinId: string | null;
  referenceId: string | null;
  available: number;
  waiting: number;
  reserve: number;
  inFlight: number;
  debt: number;
  fees: number;
  availableAfter: number;
};

/** What is null is not asked for. `from` and `until` are inclusive, `after` is not. */
export type StatementFilter = {
  from: Date | null;
  until: Date | null;
  after: StatementPlace | null;
  limit: number;
};

export type AccountLine = StatementLine & { moved: number };

export type AccountLines = { lines: AccountLine[]; goesOnAfter: StatementPlace | null };

export type LedgerMovement = { at: Date; kind: LedgerKind };

export interface StatementStore {
  /** The latest first. */
  page(companyId: string, filter: StatementFilter): Promise<StatementLine[]>;
  /** Only what moved that account, the latest first; a page looks through so many at most. */
  look(companyId: string, account: LedgerAccount, filter: StatementFilter): Promise<AccountLines>;
  ofSource(companyId: string, sourceId: string): Promise<LedgerMovement[]>;
}

export async function readStatement(
  companyId: string,
  { startDate, endDate, cursor, limit }: StatementQuery,
  statements: StatementStore,
): Promise<BalanceStatement> {
  const filter = { from: startDate ?? null, until: endDate ?? null, after: cursor ?? null };
  // One more than is told: whether there is a page after this.
  const found = await statements.page(companyId, { ...filter, limit: limit + 1 });
  const lines = found.slice(0, limit);
  const last = found.length > limit ? lines.at(-1) : undefined;
  return {
    data: lines.map(toStatementEntry),
    meta: { limit, nextCursor: last === undefined ? null : toStatementCursor(last) },
  };
}

function toStatementEntry(line: StatementLine): StatementEntry {
  return {
    number: line.sequence,
    kind: STATEMENT_KINDS[line.kind],
    amount: line.available,
    balance: line.availableAfter,
    waiting: line.waiting,
    reserved: line.reserve,
    inFlight: line.inFlight,
    // What is owed is a positive number to the merchant, as in the balance.
    debt: 0 - line.debt,
    payinId: line.isPayin ? line.sourceId : line.refundedPayinId,
    payoutId: line.isPayout ? line.sourceId : null,
    refundId: line.refundedPayinId === null ? null : line.sourceId,
    referenceId: line.referenceId,
    createdAt: line.at.toISOString(),
  };
}
