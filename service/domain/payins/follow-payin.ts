import type { Account } from '../accounts/account.ts';
import type { PayinDependencies } from './dependencies.ts';
import { followPayment } from './end-payment.ts';
import type { Payin } from './payin.ts';
import { followCharge } from './reconcile-payins.ts';
import { followRefundsOf } from './refunds/follow-refunds.ts';
import { refundingAmount } from './refunds/refund.ts';
import { followTakenBack } from './refunds/taken-back.ts';
import { watchPayin } from './watch-payin.ts';

/** Due or not, since somebody hinted at news. False where the provider did not tell. */
export async function followPayin(
  account: Account,
  payin: Payin,
  services: PayinDependencies,
): Promise<boolean> {
  const { companyId, id: reference } = payin;
  if (refundingAmount(payin) > 0) {
    await followRefundsOf(account, payin, services);
    return followAfterRefunds(account, payin, services);
  }
  if (payin.paymentMethod !== 'CREDIT_CARD') {
    return followPayment({ companyId, reference }, services);
  }
  if (payin.chargeState === 'decided') return followTakenBack(account, payin, services);
  // One that is reserved or charging is being worked on by whoever has it.
  return payin.chargeState !== 'unknown' || followCharge(account, payin, services);
}

/** What was hinted at may be taken back: where a refund is still open, it is looked for after. */
async function followAfterRefunds(
  account: Account,
  { companyId, id }: Payin,
  services: PayinDependencies,
): Promise<boolean> {
  const payin = await services.payins.find(companyId, id);
  if (payin === null) return true;
  if (refundingAmount(payin) === 0) return followTakenBack(account, payin, services);
  await watchPayin(payin, services);
  return true;
}
