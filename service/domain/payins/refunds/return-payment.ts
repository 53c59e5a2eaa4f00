import { addDays, endOfDay } from '../../../base/shared/sao-paulo-days.ts';
import type { KnownPayment, TakenBack } from '../../../providers/acquirer.ts';
import type { Provider } from '../../../providers/provider.ts';
import { askProvider } from '../../../providers/provider.ts';
import type {
  KnownRefund,
  RefundAnswer,
  RefundOrder,
  RefundVerbs,
} from '../../../providers/refunds.ts';
import type { Account } from '../../accounts/account.ts';
import { realTimeOf } from '../../accounts/account.ts';
import type { AuditEntry } from '../../audit/audit-log.ts';
import type { PayinDependencies } from '../dependencies.ts';
import { excessOf, stillThere } from '../find-payment.ts';
import type { Payin } from '../payin.ts';
import { boletoDueDate } from '../payin.ts';
import { providerOf } from '../payin-provider.ts';
import { isPaid } from '../payin-status.ts';
import { reversalTransition } from '../payin-transition.ts';
import { watchPayin } from '../watch-payin.ts';
import { refundVerbsOf } from './ask-refund.ts';
import type { Reversal } from './reversal.ts';
import { auditOfReversal, finishReversal, newReversal } from './reversal-transition.ts';

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
  const left = stillThere(payin, known);
  const excess = known.amount ?? payin.amount;
  const why = 'a payment came after its payin ended';
  await beginReturn(account, payin, { told: known, excess, left, why }, services);
}

/**
 * Decision: of what was paid beyond the amount, such as a second time or with interest, the
 * merchant has nothing, and no event tells of it, since their order is paid; it goes back like late
 * money.
 */
export async function returnExcess(
  account: Account,
  payin: Payin,
  told: TakenBack,
  services: PayinDependencies,
): Promise<void> {
  const excess = excessOf(payin, told);
  // What was told may be from before a refund that is done by now.
  const left = Math.min(excess, stillThere(payin, told) - payin.amount + payin.refundedAmount);
  const why = 'more was paid than asked for';
  await beginReturn(account, payin, { told, excess, left, why }, services);
}

/** Has a payin that ends before its time looked at for as long as it can be paid at its provider. */
export async function watchLate(
  account: Account,
  payin: Payin,
  services: PayinDependencies,
): Promise<void> {
  if (payin.expiresAt === null) return;
  const dueOn = boletoDueDate(payin);
  const last =
    dueOn === null
      ? new Date(payin.expiresAt.getTime() + HOUR_MS)
      : endOfDay(addDays(dueOn, BOLETO_TOLD_WITHIN_DAYS));
  await watchPayin(payin, services, { until: realTimeOf(account, last) });
}

/**
 * One at a time for a payin: what was begun is polled until it is done. Another payment goes back
 * after that, once its provider tells of the first return, so that none is from before it; what an
 * operator gives back is more then. Decision: what comes after an operator has given something back
 * is an operator's too, since a provider may never tell of their way. `excess`: of that, `left` is
 * there by what was told, without what an operator has given back elsewhere.
 */
async function beginReturn(
  account: Account,
  payin: Payin,
  { told, excess, left, why }: { told: TakenBack; excess: number; left: number; why: string },
  services: PayinDependencies,
): Promise<void> {
  const { companyId, id: payinId } = payin;
  const known = await services.reversals.find(companyId, payinId);
  const returnedBefore = Math.max(returnedBy(known), excess - left);
  const amount = excess - returnedBefore;
  if (amount < 1) return;
  if (known?.isByHand === true && known.doneAt === null && known.amount < amount) {
    return handOver(account, payin, { ...known, amount }, services);
  }
  const isByHand = known?.isByHand === true;
  const isTold = isByHand || told.returns?.some(({ id }) => id === known?.id) === true;
  if (known !== null && (known.doneAt === null || !isTold)) return;
  const after = known === null ? {} : { after: known.id };
  const provider = await providerOf(payin, services);
  if (provider === null) return;
  services.log.warn({ companyId, payinId, paid: amount }, why);
  const plan = { provider, amount, isByHand };
  const { verbs, audit, ...planned } = await planReturn(payin, plan, services);
  const reversal = { ...planned.reversal, returnedBefore };
  const isBegun = await services.transitionPayin(
    reversalTransition(account, payin, { ...reversal, ...after }, audit),
  );
  if (isBegun && verbs !== null) {
    // Who looked at it before this was written may have ended the watch.
    await watchPayin(payin, services);
    await askReturn(account, payin, { reversal, provider, verbs }, services);
  }
}

/**
 * `verbs`: null where nothing is left, and where an operator gives it back. Watched from now on, so
 * that nothing is lost.
 */
export async function planReturn(
  payin: Payin,
  plan: { provider: Provider; amount: number; isByHand?: boolean },
  services: PayinDependencies,
): Promise<{ verbs: RefundVerbs | null; reversal: Reversal; audit: AuditEntry }> {
  const { provider, amount, isByHand = false } = plan;
  const about = { provider: provider.name, externalId: payin.externalId ?? payin.id, amount };
  if (amount === 0) {
    const begun = newReversal(payin, { ...about, isByHand: false }, services);
    const reversal = { ...begun, doneAt: begun.begunAt };
    return { verbs: null, reversal, audit: auditOfReversal(reversal, 'done', services) };
  }
  const verbs = isByHand ? null : refundVerbsOf(provider, payin.paymentMethod);
  const reversal = newReversal(payin, { ...about, isByHand: verbs === null }, services);
  if (verbs !== null) await watchPayin(payin, services);
  return { verbs, reversal, audit: auditOfReversal(reversal, 'begun', services) };
}

export async function followReturn(
  account: Account,
  payin: Payin,
  reversal: Reversal,
  services: PayinDependencies,
): Promise<void> {
  // Handed to an operator.
  if (reversal.isByHand) return services.lookUps.end(payin);
  const provider = await providerOf(payin, services);
  const verbs = provider === null ? null : refundVerbsOf(provider, payin.paymentMethod);
  if (provider === null || verbs === null) return;
  const ask = (signal: AbortSignal) => verbs.findRefund(orderOf(payin, reversal), signal);
  const value = await askProvider(provider, ask, { timers: services.timers, slot: services.slot });
  if (value === null) return;
  if (value.kind !== 'not_found') return apply(account, payin, { reversal, value }, services);
  await askReturn(account, payin, { reversal, provider, verbs }, services);
}

export async function askReturn(
  account: Account,
  payin: Payin,
  { reversal, provider, verbs }: { reversal: Reversal; provider: Provider; verbs: RefundVerbs },
  services: PayinDependencies,
): Promise<void> {
  const order = { ...orderOf(payin, reversal), reason: null };
  const ask = (signal: AbortSignal) => verbs.refund(order, signal);
  const value = await askProvider(provider, ask, { timers: services.timers, slot: services.slot });
  if (value !== null) await apply(account, payin, { reversal, value }, services);
}

/** Of all that was given back of a payin until now. */
function returnedBy(known: Reversal | null): number {
  if (known === null) return 0;
  return known.returnedBefore + (known.doneAt === null ? 0 : known.amount);
}

function orderOf(
  { externalId, status, refundedAmount }: Payin,
  { companyId, payinId: reference, id: refundId, amount, returnedBefore }: Reversal,
): Omit<RefundOrder, 'reason'> {
  const order = { companyId, reference, externalId, refundId, amount };
  const refundedBefore = returnedBefore + refundedAmount;
  return { ...order, refundedBefore, followsAnother: false, isExcess: isPaid(status) };
}

async function apply(
  account: Account,
  payin: Payin,
  { reversal, value }: { reversal: Reversal; value: RefundAnswer | KnownRefund },
  services: PayinDependencies,
): Promise<void> {
  switch (value.kind) {
    case 'done':
      return finishReversal(account, payin, { reversal }, services);
    case 'refused':
      return handOver(account, payin, reversal, services);
    case 'processing':
    case 'unavailable':
    case 'not_found':
      return;
  }
}

async function handOver(
  account: Account,
  payin: Payin,
  reversal: Reversal,
  services: PayinDependencies,
): Promise<void> {
  const audit = auditOfReversal(reversal, 'failed', services);
  const byHand = { ...reversal, isByHand: true };
  // False where somebody else has written it, or has given it back.
  await services.transitionPayin(reversalTransition(account, payin, byHand, audit));
  await services.lookUps.end(payin);
}
