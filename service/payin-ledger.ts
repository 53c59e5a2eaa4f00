import type { PayinStatus } from '../contract/payin.ts';
import type { Account, AccountStore } from './account.ts';
import { payinFee, shareOf } from './fee-schedule.ts';
import type { Amounts, LedgerKind, LedgerStore } from './ledger.ts';
import { post } from './ledger.ts';
import { approvalOf, restorationOf, reversalOf } from './ledger-postings.ts';
import type { Payin, PayinMoney } from './payin.ts';
import type { PayinChange, PayinEffects } from './payin-status.ts';
import type { ReserveStore } from './reserve.ts';
import { reserveDueAt } from './reserve.ts';
import type { Queryable } from './store/db.ts';

export type LedgerServices = { ledger: LedgerStore; accounts: AccountStore };

const TAKES_BACK: Partial<Record<PayinStatus, LedgerKind>> = {
  REFUNDED: 'payin_refunded',
  CHARGEBACK: 'payin_charged_back',
  MED: 'payin_med',
};

/**
 * Posts what a payin's change of status does to money, exactly once: the change itself is made
 * once, and the posting is part of its transaction.
 */
export function createPayinPosting(
  services: LedgerServices & { reserves: ReserveStore },
): PayinEffects[number] {
  return async (tx, change) => {
    const kind = kindOf(change);
    if (kind === null) return;
    const { ledger, accounts, reserves } = services;
    const { companyId, id: sourceId } = change.after;
    // All that can be read before is: the lock holds up every other payment of the company.
    const account = await accounts.find(companyId, tx);
    if (account === null) throw new Error('a payin without its account');
    const balances = await ledger.lockBalances(tx, companyId);
    const amounts = await amountsOf(tx, { kind, change, account, balances }, ledger);
    await post(tx, ledger, { companyId, sourceId, kind, amounts, now: change.now });
    if ((amounts.reserve ?? 0) <= 0) return;
    const dueAt = reserveDueAt(account, change.now);
    await reserves.retain(tx, { companyId, payinId: sourceId, dueAt });
  };
}

/** Null where no money moves. A payin that leaves a dispute gets back what the dispute took. */
function kindOf({ before, after }: PayinChange): LedgerKind | null {
  const wasDisputed = before?.status === 'CHARGEBACK' || before?.status === 'MED';
  const takesBack = TAKES_BACK[after.status] ?? null;
  if (wasDisputed && after.status !== 'CHARGEBACK' && after.status !== 'MED') {
    return 'payin_restored';
  }
  if (wasDisputed) return null;
  return after.status === 'APPROVED' ? 'payin_approved' : takesBack;
}

async function amountsOf(
  tx: Queryable,
  posting: { kind: LedgerKind; change: PayinChange; account: Account; balances: Amounts },
  ledger: LedgerStore,
): Promise<Amounts> {
  const { kind, change, account, balances } = posting;
  const { companyId, id } = change.after;
  switch (kind) {
    case 'payin_approved':
      return approvalFor(account, change.after, balances);
    case 'payin_restored':
      return restorationOf(await ledger.lastMoveOf(tx, companyId, id), balances);
    default:
      return reversalOf(change.movedAmount, await ledger.movedBy(tx, companyId, id), balances);
  }
}

/** What an approval moves, where the balances are these. */
export function approvalFor(account: Account, payin: Payin, balances: Amounts): Amounts {
  const { amount, paymentMethod } = payin;
  const { fees, reserveBasisPoints } = account.traits;
  const fee = payinFee(fees, paymentMethod, amount);
  const reserve = shareOf(amount, reserveBasisPoints);
  // The merchant's own part is what the others leave.
  const parts = (payin.split ?? []).filter((part) => part.recipientId !== payin.companyId);
  return approvalOf({ amount, fee, reserve, parts }, balances);
}

/**
 * Read back from the ledger, so that record and money cannot differ. Decision: both stay what they
 * were at the approval; a refund or dispute is told by the status.
 */
export async function payinMoney(
  payin: Pick<Payin, 'companyId' | 'id'>,
  { ledger }: Pick<LedgerServices, 'ledger'>,
): Promise<PayinMoney> {
  const approval = await ledger.approvalOf(payin.companyId, payin.id);
  if (approval.clearing === undefined) return { netAmount: null, reservedAmount: null };
  return {
    netAmount: -approval.clearing - (approval.fees ?? 0),
    reservedAmount: approval.reserve ?? 0,
  };
}
