import { addDays, endOfDay } from '../../../base/shared/sao-paulo-days.ts';
import type { KnownPayment, TakenBack } from '../../../providers/acquirer.ts';
import type { Account } from '../../accounts/account.ts';
import { accountTime } from '../../accounts/account.ts';
import type { PayinDependencies } from '../dependencies.ts';
import { excessOf, stillThere } from '../find-payment.ts';
import type { Payin } from '../payin.ts';
import { boletoDueDate } from '../payin.ts';
import { watchPayin } from '../watch-payin.ts';
import { beginReturn } from './return-payment.ts';

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
  const amount = stillThere(payin, known);
  const why = 'a payment came after its payin ended';
  await beginReturn(account, payin, { told: known, amount, why }, services);
}

/**
 * Decision: of what was paid beyond the amount, such as a second time or with interest, the merchant
 * has nothing, and no event tells of it, since their order is paid; it goes back as late money does.
 */
export async function returnExcess(
  account: Account,
  payin: Payin,
  told: TakenBack,
  services: PayinDependencies,
): Promise<void> {
  const excess = excessOf(payin, told);
  // What was told may be from before a refund that is done by now.
  const amount = Math.min(excess, stillThere(payin, told) - payin.amount + payin.refundedAmount);
  const why = 'more was paid than asked for';
  await beginReturn(account, payin, { told, amount, why }, services);
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
