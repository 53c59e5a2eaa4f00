import type { PayinStatus } from '../contract/payin.ts';
import type { Account, AccountStore } from './account.ts';
import { payinFee, shareOf } from './fee-schedule.ts';
import type { Amounts, LedgerKind, LedgerStore } from './ledger.ts';
import { post } from './ledger.ts';
import { approvalOf, restorationOf, reversalOf } from './ledger-postings.ts';
import type { Payin, PayinMoney } from './payin.ts';
import type { PayinChange, PayinEffects } from './payin-status.ts';
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
export function createPayinPosting(services: LedgerServices): PayinEffects[number] {
  return async (tx, change) => {
    const kind = kindOf(change);
    if (kind === null) return;
    const { ledger } = services;
    const { companyId, id: sourceId } = change.after;
    const balances = await ledger.lockBalances(tx, companyId);
    const amounts = await amountsOf(tx, { kind, change, balances }, services);
    await post(tx, ledger, { companyId, sourceId, kind, amounts, now: change.now });
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
  posting: { kind: LedgerKind; change: PayinChange; balances: Amounts },
  { ledger, accounts }: LedgerServices,
): Promise<Amounts> {
  const { kind, change, balances } = posting;
  const { companyId, id } = change.after;
  switch (kind) {
    case 'payin_approved':
      return approvalFor(await accounts.find(companyId, tx), change.after, balances);
    case 'payin_restored':
      return restorationOf(await ledger.lastMoveOf(tx, companyId, id), balances);
    default:
      return reversalOf(change.movedAmount, await ledger.movedBy(tx, companyId, id), balances);
  }
}

function approvalFor(account: Account | null, payin: Payin, balances: Amounts): Amounts {
  if (account === null) throw new Error('a payin without its account');
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
