import type { Account } from '../accounts/account.ts';
import type { PayinDependencies } from './dependencies.ts';
import { followPayment } from './end-payment.ts';
import type { Payin } from './payin.ts';
import { providerOf } from './payin-provider.ts';
import { nextReturnPollMs, RETURNS_END_MS } from './poll-times.ts';
import { followCharge } from './reconcile-payins.ts';
import { followRefundsOf } from './refunds/ask-refund.ts';
import { refundingAmount } from './refunds/refund.ts';
import { followTakenBack } from './refunds/taken-back.ts';
import { returnsOf, watchPayin } from './watch-payin.ts';

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

/** A return whose notice was lost is booked as if it had come. After all else that is due. */
export async function followReturns(account: Account, services: PayinDependencies): Promise<void> {
  const { companyId } = account;
  const { payins, pollEach } = services;
  const due = await payins.listReturnsDue(companyId, services.now());
  const look = (payin: Payin) => pollAt(account, payin, services);
  await pollEach(due, look, { companyId, kind: 'returns', isLast: true });
}

/** A provider that does not tell is asked again soon; without credentials there is none to ask. */
async function pollAt(account: Account, payin: Payin, services: PayinDependencies): Promise<void> {
  const { lookUps } = services;
  const now = services.now();
  const lookUp = await lookUps.begin(returnsOf(payin), { now, evenEarly: false });
  if (lookUp === null) return;
  const endsAt = lookUp.watchedUntil?.getTime() ?? 0;
  const provider = await providerOf(payin, services);
  // Whether its provider tells was not asked of those from before there were these polls.
  const tells = provider === null || provider.tellsReturns?.includes(payin.paymentMethod) === true;
  if (!tells) return lookUps.end(returnsOf(payin), lookUp);
  const isAsked = endsAt > now.getTime() && provider !== null;
  if (isAsked && !(await followPayin(account, payin, services))) return;
  const approvedAt = endsAt - RETURNS_END_MS;
  const nextMs = nextReturnPollMs(now.getTime() - approvedAt);
  if (nextMs === null) await lookUps.end(returnsOf(payin), lookUp);
  else await lookUps.put(returnsOf(payin), { ...lookUp, dueAt: new Date(approvedAt + nextMs) });
}
