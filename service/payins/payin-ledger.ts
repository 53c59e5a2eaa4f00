import type { LedgerStore } from '../ledger/ledger.ts';
import type { Payin, PayinMoney } from './payin.ts';

/**
 * Read back from the ledger, so that record and money cannot differ. Decision: both stay what they
 * were at the approval; a refund or dispute is told by the status.
 */
export async function payinMoney(
  payin: Pick<Payin, 'companyId' | 'id'>,
  { ledger }: { ledger: LedgerStore },
): Promise<PayinMoney> {
  const approval = await ledger.approvalOf(payin.companyId, payin.id);
  if (approval.clearing === undefined) return { netAmount: null, reservedAmount: null };
  return {
    netAmount: -approval.clearing - (approval.fees ?? 0),
    reservedAmount: approval.reserve ?? 0,
  };
}
