import type { Queryable } from '../../base/shared/db.ts';
import type { SplitPart } from './split.ts';

/**
 * The accounts of one merchant. A transaction's entries sum to zero, so all balances do.
 * `available`: what can be paid out. `waiting`: what sales by card bring on the days on which their
 * acquirers pay. `reserve`: retained of approved payins. `in_flight`: debited for payouts and refunds
 * that are under way. `fees`: ours. `recipient:…`: parts of a split. None of these is ever below
 * zero. `debt`: what the merchant owes us, zero or below. `clearing`: the outside world. Decision:
 * what a recipient of a split has is owed to it and shown by name; paying it out is between the
 * operator and the recipient, since the specification has no call for it. So it waits for nothing.
 * Decision: an approved payin is available, but of accounts that are to wait for its acquirer.
 */
export type LedgerAccount =
  | 'available'
  | 'clearing'
  | 'debt'
  | 'fees'
  | 'in_flight'
  | 'reserve'
  | 'waiting'
  | `recipient:${string}`;

export type ReturnPlan = {
  kind: 'payin_refunded' | 'payin_charged_back' | 'payin_med';
  refundId: string;
  payinId: string;
  amount: number;
};

/** Amounts by account are decided under the balances' lock. `reserveDueAt`: the account's time. */
export type PostingPlan =
  | { kind: 'opening_balance'; amount: number }
  | {
      kind: 'payin_approved';
      amount: number;
      fee: number;
      reserve: number;
      parts: readonly SplitPart[];
      reserveDueAt: Date;
      /** Whether the merchant waits for what it brings. */
      waits?: boolean;
    }
  | { kind: 'payin_charged_back' | 'payin_med'; amount: number }
  | ReturnPlan
  | { kind: 'payin_restored'; amount: number; reserveDueAt: Date }
  | { kind: 'reserve_released' }
  | { kind: 'waiting_released'; amount: number }
  | { kind: 'refund_held'; refundId: string; payinId: string; amount: number }
  | { kind: 'refund_done'; refundId: string; amount: number }
  | { kind: 'refund_released'; refundId: string; payinId: string; reserveDueAt: Date }
  | { kind: 'payout_created'; amount: number }
  | { kind: 'payout_completed'; amount: number; fee: number }
  | { kind: 'payout_returned'; amount: number };

export type LedgerKind = PostingPlan['kind'];

/** Centavos by account; an account that is missing has none. */
export type Amounts = Partial<Record<LedgerAccount, number>>;

/** `sourceId`: the payin, payout or refund. `now`: the account's time. */
export type Posting = { sourceId: string; plan: PostingPlan; now: Date };

/** `step` counts those of its source, `sequence` the company's. `availableAfter`: once posted. */
export type LedgerTransaction = Posting & {
  step: number;
  sequence: number;
  amounts: Amounts;
  availableAfter: number;
};

/**
 * What the transactions of a source have moved: all of them, those of a payin's refunds with the
 * payin's, and the latest of its own that has moved `clearing`. `step`: the latest of its own.
 */
export type SourceHistory = { step: number; moved: Amounts; last: Amounts };

/**
 * What is decided while balances are locked still holds when it is posted. `sequence`, `latestAt`:
 * of the latest transaction. `history`: of the sources asked for.
 */
export type LockedLedger = {
  balances: Amounts;
  sequence: number;
  latestAt: Date | null;
  history: ReadonlyMap<string, SourceHistory>;
};

export interface LedgerStore {
  /** Locks the company's balances until the transaction ends. To be called before `append`. */
  lock(tx: Queryable, companyId: string, sourceIds: readonly string[]): Promise<LockedLedger>;
  append(
    tx: Queryable,
    companyId: string,
    locked: LockedLedger,
    transactions: readonly LedgerTransaction[],
  ): Promise<void>;
  readBalances(companyId: string): Promise<Amounts>;
  approvalOf(companyId: string, payinId: string): Promise<Amounts>;
  approvalsOf(
    companyId: string,
    payinIds: readonly string[],
  ): Promise<ReadonlyMap<string, Amounts>>;
}

export function sumOf(amounts: Amounts): number {
  return Object.values(amounts).reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
}

export function requireBalanced(kind: LedgerKind, amounts: Amounts): void {
  if (!Object.values(amounts).every(Number.isSafeInteger) || sumOf(amounts) !== 0) {
    throw new Error(`the entries of ${kind} do not sum to zero`);
  }
}
