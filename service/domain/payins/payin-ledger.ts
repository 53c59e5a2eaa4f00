import type { Amounts, LedgerStore } from '../ledger/ledger.ts';
import type { Payin, PayinMoney } from './payin.ts';

/** Decision: they stay as they were at the approval; a refund or dispute is told by the status. */
export async function payinMoney(
  payin: Pick<Payin, 'companyId' | 'id'>,
  { ledger }: { ledger: LedgerStore },
): Promise<PayinMoney> {
  return toPayinMoney(await ledger.approvalOf(payin.companyId, payin.id));
}

export async function payinMoneyOfEach(
  companyId: string,
  payins: readonly Pick<Payin, 'id'>[],
  ledger: Pick<LedgerStore, 'approvalsOf'>,
): Promise<(payin: Pick<Payin, 'id'>) => PayinMoney> {
  const ids = payins.map(({ id }) => id);
  const approvals = await ledger.approvalsOf(companyId, ids);
  return ({ id }) => toPayinMoney(approvals.get(id) ?? {});
}

function toPayinMoney(approval: Amounts): PayinMoney {
  if (approval.clearing === undefined) {
    return { netAmount: null, reservedAmount: null, feeAmount: null };
  }
  return {
    netAmount: -approval.clearing - (approval.fees ?? 0),
    reservedAmount: approval.reserve ?? 0,
    feeAmount: approval.fees ?? 0,
  };
}
