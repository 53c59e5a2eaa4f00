import type { LookUp } from '../../../base/shared/look-ups.ts';
import type { KnownPayment } from '../../../providers/acquirer.ts';
import type { Account } from '../../accounts/account.ts';
import { accountTime } from '../../accounts/account.ts';
import type { PayinDependencies } from '../dependencies.ts';
import { findPayment } from '../find-payment.ts';
import type { Payin } from '../payin.ts';
import { reversalMove } from '../payin-move.ts';
import { providerOf } from '../payin-provider.ts';
import { isPaid } from '../payin-status.ts';
import { watchPayin } from '../watch-payin.ts';
import { askReturn, planReturn } from './return-payment.ts';

const HOUR_MS = 60 * 60_000;
/** A boleto that was paid on its last day is told on a banking day after it. */
const BOLETO_TOLD_WITHIN_MS = 5 * 24 * HOUR_MS;

/**
 * Whether money for a payin would pay nothing: it has ended without any, and the order may have been
 * paid by another. Decision: one that has expired keeps what comes, for whoever runs the service to
 * see, while no other payin has its reference.
 */
export async function isOfNobody(
  { companyId, referenceId, status }: Payin,
  { payins }: Pick<PayinDependencies, 'payins'>,
): Promise<boolean> {
  if (isPaid(status) || status === 'PENDING' || status === 'PENDING_3DS') return false;
  if (status !== 'EXPIRED') return true;
  return (await payins.findByReference(companyId, referenceId)) !== null;
}

/**
 * Gives back what came in for a payin that had ended; its merchant is told by `payin.reversed` once
 * it is back. Decision: all that came in goes back, by the call that refunds such a payment; where
 * the issuer has none, or refuses, it is listed with the orphans and an operator gives it back.
 */
export async function returnLatePayment(
  account: Account,
  payin: Payin,
  { amount = payin.amount }: Extract<KnownPayment, { kind: 'paid' }>,
  services: PayinDependencies,
): Promise<void> {
  const { companyId, id: payinId } = payin;
  // What was begun is looked at until it is done.
  if ((await services.reversals.find(companyId, payinId)) !== null) return;
  const provider = await providerOf(payin, services);
  if (provider === null) return;
  services.log.warn({ companyId, payinId, paid: amount }, 'a payment came after its payin ended');
  const { verbs, reversal, audit } = await planReturn(payin, { provider, amount }, services);
  const isBegun = await services.movePayin(reversalMove(account, payin, reversal, audit));
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
  const toldWithinMs = payin.paymentMethod === 'BOLETO' ? BOLETO_TOLD_WITHIN_MS : HOUR_MS;
  const until = new Date(payin.expiresAt.getTime() - aheadMs + toldWithinMs);
  await watchPayin(payin, services, until);
}

/** A look at one that is watched so. */
export async function followLatePayment(
  account: Account,
  payin: Payin,
  { watchedUntil }: LookUp,
  services: PayinDependencies,
): Promise<void> {
  const known = await findPayment(payin, services);
  if (known === null) return;
  if (known.kind === 'paid' && (await isOfNobody(payin, services))) {
    return returnLatePayment(account, payin, known, services);
  }
  if (watchedUntil === null || watchedUntil <= services.now()) await services.lookUps.end(payin);
}
