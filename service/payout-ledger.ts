import type { PayoutStatus } from '../contract/payout.ts';
import { ApiError } from './api-error.ts';
import type { LedgerStore } from './ledger.ts';
import { post } from './ledger.ts';
import { payoutDebit, payoutReturn, payoutTransfer } from './ledger-postings.ts';
import type { Payout } from './payout.ts';
import type { PayoutEffects } from './payout-status.ts';
import type { Queryable } from './store/db.ts';

const RETURNS: ReadonlySet<PayoutStatus> = new Set(['FAILED', 'REFUSED', 'CANCELED', 'REFUNDED']);

/** Debits a new payout. Throws 400 INSUFFICIENT_FUNDS, which undoes the caller's transaction. */
export async function debitPayout(
  tx: Queryable,
  ledger: LedgerStore,
  { companyId, id: sourceId, amount, createdAt: now }: Payout,
): Promise<void> {
  const balances = await ledger.lockBalances(tx, companyId);
  if ((balances.available ?? 0) < amount) {
    throw new ApiError('INSUFFICIENT_FUNDS', 'The available balance is too low.');
  }
  const amounts = payoutDebit(amount);
  await post(tx, ledger, { companyId, sourceId, kind: 'payout_created', amounts, now });
}

/** Posts what a payout's change of status does to money, in the transaction of the change. */
export function createPayoutPosting(ledger: LedgerStore): PayoutEffects[number] {
  return async (tx, { after, now }) => {
    const { companyId, id: sourceId, amount, fee, status } = after;
    if (status !== 'COMPLETED' && !RETURNS.has(status)) return;
    const balances = await ledger.lockBalances(tx, companyId);
    if (status === 'COMPLETED') {
      const amounts = payoutTransfer({ amount, fee });
      await post(tx, ledger, { companyId, sourceId, kind: 'payout_completed', amounts, now });
      return;
    }
    const moved = await ledger.movedBy(tx, companyId, sourceId);
    const amounts = payoutReturn(amount, moved, balances);
    await post(tx, ledger, { companyId, sourceId, kind: 'payout_returned', amounts, now });
  };
}
