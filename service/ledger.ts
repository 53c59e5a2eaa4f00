import type { Queryable } from './store/db.ts';

/**
 * The accounts of one merchant. A transaction's entries sum to zero, so all balances do.
 * `available`: what can be paid out. `reserve`: retained of approved payins. `in_flight`: debited
 * for payouts that are under way. `fees`: ours. `recipient:…`: parts of a split. None of these is
 * ever below zero. `debt`: what the merchant owes us, zero or below. `clearing`: the outside world.
 * Decision: what a recipient of a split has is owed to it and shown by name; paying it out is between
 * the operator and the recipient, since the specification has no call for it.
 * Decision: there is no account of money awaiting settlement, since an approved payin is available.
 */
export type LedgerAccount =
  | 'available'
  | 'clearing'
  | 'debt'
  | 'fees'
  | 'in_flight'
  | 'reserve'
  | `recipient:${string}`;

export type LedgerKind =
  | 'opening_balance'
  | 'payin_approved'
  | 'payin_refunded'
  | 'payin_charged_back'
  | 'payin_med'
  | 'payin_restored'
  | 'payout_created'
  | 'payout_completed'
  | 'payout_returned'
  | 'reserve_released';

/** Centavos by account; an account that is missing has none. */
export type Amounts = Partial<Record<LedgerAccount, number>>;

/** One transaction. `sourceId`: the payin or payout it is of. `now`: the account's time. */
export type Posting = {
  companyId: string;
  sourceId: string;
  kind: LedgerKind;
  amounts: Amounts;
  now: Date;
};

export interface LedgerStore {
  /**
   * The company's balances, locked until the transaction ends: what is decided on them still holds
   * when it is posted. To be called before anything else of the ledger.
   */
  lockBalances(tx: Queryable, companyId: string): Promise<Amounts>;
  /** Appends a transaction and moves the cached balances with it, which must be locked. */
  append(tx: Queryable, posting: Posting): Promise<void>;
  /** What all transactions of a source have moved, by account. */
  movedBy(tx: Queryable, companyId: string, sourceId: string): Promise<Amounts>;
  /** What the latest transaction of a source has moved. */
  lastMoveOf(tx: Queryable, companyId: string, sourceId: string): Promise<Amounts>;
  readBalances(companyId: string): Promise<Amounts>;
  /** What the approval of a payin has moved; empty where it was never approved. */
  approvalOf(companyId: string, payinId: string): Promise<Amounts>;
}

export function sumOf(amounts: Amounts): number {
  return Object.values(amounts).reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
}

/** Throws where entries do not sum to zero: such a transaction must not exist. */
export function requireBalanced(kind: LedgerKind, amounts: Amounts): void {
  if (!Object.values(amounts).every(Number.isSafeInteger) || sumOf(amounts) !== 0) {
    throw new Error(`the entries of ${kind} do not sum to zero`);
  }
}

/** Appends a transaction. Throws as `requireBalanced` does. */
export async function post(tx: Queryable, ledger: LedgerStore, posting: Posting): Promise<void> {
  requireBalanced(posting.kind, posting.amounts);
  await ledger.append(tx, posting);
}
