import { addDays, endOfDay } from '../../../base/shared/sao-paulo-days.ts';
import type { KnownPayment } from '../../../providers/acquirer.ts';
import type { Account } from '../../accounts/account.ts';
import { accountTime } from '../../accounts/account.ts';
import type { PayinDependencies } from '../dependencies.ts';
import type { Payin } from '../payin.ts';
import { boletoDueDate } from '../payin.ts';
import { providerOf } from '../payin-provider.ts';
import { reversalTransition } from '../payin-transition.ts';
import { watchPayin } from '../watch-payin.ts';
import { askReturn, planReturn } from './return-payment.ts';

const HOUR_MS = 60 * 60_000;
/** Calendar days after it is due: what was paid on its last day is told on a bank day after it. */
const BOLETO_TOLD_WITHIN_DAYS = 10;

/**
 * The merchant is told by `payin.reversed` once it is back. Decision: all that came in and is still
 * there goes back by the issuer's refund; where it has none, or refuses, an operator gives it back.
 */
export async function returnLatePayment(
  account: Account,
  payin: Payin,
  known: Extract<KnownPayment, { kind: 'paid' }>,
  services: PayinDependencies,
): Promise<void> {
  const { companyId, id: payinId } = payin;
  if ((await services.reversals.find(companyId, payinId)) !== null) return;
  const { returns = [], returnedAmount = 0 } = known;
  const returned = returns.reduce((sum, one) => sum + one.amount, returnedAmount);
  const amount = (known.amount ?? payin.amount) - returned;
  if (amount < 1) return;
  const provider = await providerOf(payin, services);
  if (provider === null) return;
  services.log.warn({ companyId, payinId, paid: amount }, 'a payment came after its payin ended');
  const { verbs, reversal, audit } = await planReturn(payin, { provider, amount }, services);
  const isBegun = await services.transitionPayin(
    reversalTransition(account, payin, reversal, audit),
  );
  if (isBegun && verbs !== null) {
    await askReturn(account, payin, { reversal, provider, verbs }, services);
  }
}

/** Has a payin that ends before its time looked at for as long as it can be paid at its provider. */
export async function watchLate(
  account: Account,
  payin: Payin,
  services: PayinDependencies,
): Promise<void> {
  if (payin.expiresAt === null) return;
  const now = services.now();
  const aheadMs = accountTime(account, now).getTime() - now.getTime();
  const dueOn = boletoDueDate(payin);
  const last =
    dueOn === null
      ? payin.expiresAt.getTime() + HOUR_MS
      : endOfDay(addDays(dueOn, BOLETO_TOLD_WITHIN_DAYS)).getTime();
  const until = new Date(last - aheadMs);
  await watchPayin(payin, services, { until });
}
