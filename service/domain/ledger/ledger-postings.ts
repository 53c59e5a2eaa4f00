import { ApiError } from '../../base/shared/api-error.ts';
import type {
  Amounts,
  LedgerAccount,
  LedgerTransaction,
  LockedLedger,
  Posting,
  PostingPlan,
  SourceHistory,
} from './ledger.ts';
import { requireBalanced, sumOf } from './ledger.ts';
import { proportion } from './proportion.ts';

const FIRST: ReadonlySet<PostingPlan['kind']> = new Set(['payin_approved', 'payout_created']);

/** Whose history has to be known to decide it: that of its source, or of the payin it takes from. */
export function historyNeeded({ plan, sourceId }: Posting): string | null {
  if ('payinId' in plan && plan.kind !== 'refund_released') return plan.payinId;
  return FIRST.has(plan.kind) ? null : sourceId;
}

const NO_HISTORY: SourceHistory = { step: 0, moved: {}, last: {} };

/** Each meets the balances that those before leave. 400 INSUFFICIENT_FUNDS for payout or refund. */
export function decidePostings(
  locked: LockedLedger,
  postings: readonly Posting[],
): LedgerTransaction[] {
  const balances: Amounts = { ...locked.balances };
  const decided: LedgerTransaction[] = [];
  let latestAt = locked.latestAt;
  for (const posting of postings) {
    const { step } = locked.history.get(posting.sourceId) ?? NO_HISTORY;
    const history = locked.history.get(historyNeeded(posting) ?? '') ?? NO_HISTORY;
    const amounts = withoutNothing(amountsOf(posting.plan, balances, history));
    requireBalanced(posting.plan.kind, amounts);
    if (Object.keys(amounts).length === 0) continue;
    for (const account of accountsOf(amounts)) {
      balances[account] = (balances[account] ?? 0) + (amounts[account] ?? 0);
    }
    const sequence = locked.sequence + decided.length + 1;
    // The first to have the time may be the second to have the lock: times follow numbers anyway.
    const now = latestAt !== null && latestAt > posting.now ? latestAt : posting.now;
    latestAt = now;
    const availableAfter = balances.available ?? 0;
    decided.push({ ...posting, now, step: step + 1, sequence, amounts, availableAfter });
  }
  return decided;
}

function amountsOf(plan: PostingPlan, balances: Amounts, history: SourceHistory): Amounts {
  switch (plan.kind) {
    case 'opening_balance':
      return { clearing: -plan.amount, available: plan.amount };
    case 'payin_approved':
      return approvalOf(plan, balances);
    case 'payin_refunded':
    case 'payin_charged_back':
    case 'payin_med':
      return reversalOf(plan.amount, history.moved, balances);
    case 'payin_restored':
      return restorationOf(partOf(history.last, plan.amount), balances);
    case 'reserve_released':
      return release('reserve', history.moved.reserve ?? 0, balances);
    case 'waiting_released':
      return release('waiting', plan.amount, balances);
    case 'refund_held':
      return refundHold(plan.amount, history.moved, balances);
    case 'refund_done':
      return { in_flight: -plan.amount, clearing: plan.amount };
    case 'refund_released':
      return restorationOf(history.moved, balances);
    case 'payout_created':
      if ((balances.available ?? 0) < plan.amount) throw insufficientFunds();
      return payoutDebit(plan.amount);
    case 'payout_completed':
      return payoutTransfer(plan);
    case 'payout_returned':
      return payoutReturn(plan.amount, history.moved, balances);
  }
}

function withoutNothing(amounts: Amounts): Amounts {
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== 0));
}

export function credit(amount: number, balances: Amounts): Amounts {
  const settled = Math.min(amount, -(balances.debt ?? 0));
  return { debt: settled, available: amount - settled };
}

function debit(amount: number, balances: Amounts): Amounts {
  const taken = Math.min(amount, balances.available ?? 0);
  return { available: -taken, debt: taken - amount };
}

/**
 * Decision: the fee is taken out of the whole, so that each part of a split bears its share,
 * rounded down; what rounding leaves is the merchant's, and no more than that is retained.
 */
export function approvalOf(
  payin: Omit<Extract<PostingPlan, { kind: 'payin_approved' }>, 'kind' | 'reserveDueAt'>,
  balances: Amounts,
): Amounts {
  const { amount, fee, parts } = payin;
  const net = amount - fee;
  const recipients: Amounts = {};
  let given = 0;
  for (const part of parts) {
    const share = proportion(net, part.amount, amount);
    const account: LedgerAccount = `recipient:${part.recipientId}`;
    recipients[account] = (recipients[account] ?? 0) + share;
    given += share;
  }
  const reserve = Math.min(payin.reserve, net - given);
  const rest = net - given - reserve;
  return {
    clearing: -amount,
    fees: fee,
    reserve,
    ...recipients,
    ...(payin.waits ? { waiting: rest } : credit(rest, balances)),
  };
}

/** Money went back to the payer. `held`: what the payin's transactions have moved so far. */
export function reversalOf(moved: number, held: Amounts, balances: Amounts): Amounts {
  return { clearing: moved, ...takenBack(moved, held, balances) };
}

/**
 * A refund is taken at once and kept apart, so that it cannot be spent twice. Decision: the
 * merchant pays the payin's fee, which is not given back, and nothing for the refund; it is refused
 * rather than leave a debt, since it can wait for the balance, unlike a dispute.
 */
function refundHold(amount: number, held: Amounts, balances: Amounts): Amounts {
  const taken = takenBack(amount, held, balances);
  if ((taken.debt ?? 0) !== 0) throw insufficientFunds();
  return { in_flight: amount, ...taken };
}

function insufficientFunds(): ApiError {
  return new ApiError('INSUFFICIENT_FUNDS', 'The available balance is too low.');
}

/**
 * Decision: the fee of a payin is not given back. What goes back is taken from what the payin still
 * holds in reserve, from its recipients in proportion to what they still have of it, then from the
 * merchant, first of what waits. Throws where more would go back than is left and not on its way.
 */
function takenBack(moved: number, held: Amounts, balances: Amounts): Amounts {
  const remaining = -(held.clearing ?? 0) - (held.in_flight ?? 0);
  if (moved < 1 || moved > remaining) throw new Error('more of a payin would go back than is left');
  const amounts: Amounts = {};
  let left = moved;
  for (const account of accountsOf(held)) {
    if (!isTakenFirst(account)) continue;
    const has = Math.max(0, held[account] ?? 0);
    const wanted = isRecipient(account) ? proportion(has, moved, remaining) : has;
    const taken = Math.min(wanted, balances[account] ?? 0, left);
    amounts[account] = -taken;
    left -= taken;
  }
  return { ...amounts, ...debit(left, balances) };
}

export function restorationOf(reversal: Amounts, balances: Amounts): Amounts {
  const amounts: Amounts = {};
  for (const account of accountsOf(reversal)) amounts[account] = -(reversal[account] ?? 0);
  const { available = 0, debt = 0, ...others } = amounts;
  return { ...others, ...credit(available + debt, balances) };
}

/** As much of a reversal as `amount`; what rounding leaves is the merchant's. */
function partOf(reversal: Amounts, amount: number): Amounts {
  const whole = reversal.clearing ?? 0;
  if (amount > whole) throw new Error('more would be restored than was taken');
  const part: Amounts = {};
  for (const account of accountsOf(reversal)) {
    if (isTakenFirst(account))
      part[account] = -proportion(-(reversal[account] ?? 0), amount, whole);
  }
  return { ...part, clearing: amount, available: -amount - sumOf(part) };
}

function release(from: 'reserve' | 'waiting', held: number, balances: Amounts): Amounts {
  return { [from]: -held, ...credit(held, balances) };
}

export function payoutDebit(amount: number): Amounts {
  return { available: -amount, in_flight: amount };
}

export function payoutTransfer({ amount, fee }: { amount: number; fee: number }): Amounts {
  return { in_flight: -amount, clearing: amount - fee, fees: fee };
}

/** The whole amount comes back from wherever the payout has put it, its fee included. */
export function payoutReturn(amount: number, moved: Amounts, balances: Amounts): Amounts {
  const { in_flight = 0, clearing = 0, fees = 0 } = moved;
  return { in_flight: -in_flight, clearing: -clearing, fees: -fees, ...credit(amount, balances) };
}

/** Recipients, and all that is not taken first, stand between them. */
const TAKEN_ORDER: Amounts = { reserve: -1, waiting: 1 };

function isTakenFirst(account: LedgerAccount) {
  return account in TAKEN_ORDER || isRecipient(account);
}

function isRecipient(account: LedgerAccount): boolean {
  return account.startsWith('recipient:');
}

function accountsOf(amounts: Amounts): LedgerAccount[] {
  const accounts = Object.keys(amounts).filter(isLedgerAccount);
  return accounts.sort((one, other) => orderOf(one) - orderOf(other));
}

function orderOf(account: LedgerAccount): number {
  return TAKEN_ORDER[account] ?? 0;
}

function isLedgerAccount(name: string): name is LedgerAccount {
  return name !== '';
}
