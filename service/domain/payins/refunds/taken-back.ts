import type { ReturnNature } from '../../../../contract/payments/payin-return.ts';
import { newPublicId } from '../../../base/crypto/public-id.ts';
import type { LookUp } from '../../../base/shared/look-ups.ts';
import { toOutsideText } from '../../../base/shared/outside-text.ts';
import type { KnownDispute, KnownReturn, TakenBack } from '../../../providers/acquirer.ts';
import type { Account } from '../../accounts/account.ts';
import { accountTime } from '../../accounts/account.ts';
import type { PayinDependencies } from '../dependencies.ts';
import { excessOf, findCharge, findPayment } from '../find-payment.ts';
import type { Payin } from '../payin.ts';
import { chargedAmount } from '../payin.ts';
import { providerOf } from '../payin-provider.ts';
import { isPaid } from '../payin-status.ts';
import type { PayinTransition } from '../payin-transition.ts';
import { watchPayin } from '../watch-payin.ts';
import type { Refund } from './refund.ts';
import { amountLeft, refundingAmount } from './refund.ts';
import { returnExcess } from './return-payment.ts';
import type { Return } from './return-transition.ts';
import {
  disputeChange,
  disputeTransition,
  disputeWonTransition,
  returnTransition,
  takenFrom,
} from './return-transition.ts';

const MAX_SAID = 200;

/** `waits`: a refund of ours has to end first. `busy`: others change the payin. */
type Booking = 'booked' | 'waits' | 'busy';

/** False where the provider did not tell, or others change the payin: the hint is still good. */
export async function followTakenBack(
  account: Account,
  payin: Payin,
  services: PayinDependencies,
): Promise<boolean> {
  if (!isPaid(payin.status)) return true;
  const told = await findTakenBack(payin, services);
  return told !== null && (await bookTakenBack(account, payin, told, services)) !== 'busy';
}

export async function followAwaited(
  account: Account,
  payin: Payin,
  begun: LookUp,
  services: PayinDependencies,
): Promise<void> {
  if (refundingAmount(payin) > 0) return;
  const isTold = await followTakenBack(account, payin, services);
  if (isTold) await endWatch(payin, begun, services);
}

/** Not while another one has something on its way back, which is polled by the same watch. */
async function endWatch(payin: Payin, begun: LookUp, { reversals, lookUps }: PayinDependencies) {
  const known = await reversals.find(payin.companyId, payin.id);
  const isUnderWay = known !== null && known.doneAt === null && !known.isByHand;
  if (!isUnderWay) await lookUps.end(payin, begun);
}

/** The payin is awaited from before `approve`, so that nothing that was taken back is lost. */
export async function approveAndBook(
  account: Account,
  payin: Payin,
  { told, approve }: { told: TakenBack; approve: () => Promise<unknown> },
  services: PayinDependencies,
): Promise<Payin> {
  const { returns = [], returnedAmount = 0, dispute } = told;
  const isContested = dispute !== undefined && dispute.outcome !== 'won';
  const isMore = returnedAmount > 0 || excessOf(payin, told) > 0;
  const isAny = returns.length > 0 || isMore || isContested;
  const begun = isAny ? await watchPayin(payin, services) : null;
  await approve();
  if (begun !== null && (await bookTakenBack(account, payin, told, services)) === 'booked') {
    await endWatch(payin, begun, services);
  }
  return (await services.payins.find(payin.companyId, payin.id)) ?? payin;
}

async function findTakenBack(payin: Payin, services: PayinDependencies): Promise<TakenBack | null> {
  if (payin.paymentMethod !== 'CREDIT_CARD') {
    const known = await findPayment(payin, services);
    return known === null || known.kind === 'paid' ? known : {};
  }
  const charge = await findCharge(payin, await providerOf(payin, services), services);
  if (charge?.kind === 'voided') return { returnedAmount: chargedAmount(payin) };
  return charge === null || charge.kind === 'approved' ? charge : {};
}

/**
 * What was booked is known by the provider's id, or by the sum. Decision: what comes while a refund
 * of ours is under way, and may be that or take what it holds, waits for its end. Decision: no more
 * goes back than the payin has; the rest is logged.
 */
export async function bookTakenBack(
  account: Account,
  { companyId, id }: Payin,
  told: TakenBack,
  services: PayinDependencies,
): Promise<Booking> {
  for (let round = 0; round < 20; round += 1) {
    const payin = await services.payins.find(companyId, id);
    if (payin === null || !isPaid(payin.status)) return 'booked';
    const refunds = await services.refunds.listOf(companyId, id);
    const ofMerchant = await withoutExcess(payin, { told, refunds }, services);
    const next = nextMove(account, payin, { told: ofMerchant, refunds }, services);
    if (next === 'waits') await watchPayin(payin, services);
    if (next === 'booked') await returnExcess(account, payin, told, services);
    if (typeof next === 'string') return next;
    await services.transitionPayin(next);
  }
  return 'busy';
}

/** Without what has gone back of what was paid beyond the amount, by us or at its provider. */
async function withoutExcess(
  payin: Payin,
  { told, refunds }: { told: TakenBack; refunds: readonly Refund[] },
  services: PayinDependencies,
): Promise<TakenBack> {
  const excess = excessOf(payin, told);
  if (excess === 0) return told;
  const begun = await services.reversals.find(payin.companyId, payin.id);
  const ofOurs = begun === null || begun.isByHand ? 0 : begun.amount;
  let left = excess - ofOurs;
  const returns = (told.returns ?? []).filter((known) => {
    if (known.id === begun?.id) return false;
    const id = returnIdOf(payin, known, services);
    const isKnown = refunds.some((one) => one.attemptId === known.id || one.id === id);
    if (isKnown || known.nature !== 'elsewhere' || known.amount > left) return true;
    left -= known.amount;
    return false;
  });
  return { ...told, returns, returnedAmount: Math.max(0, (told.returnedAmount ?? 0) - ofOurs) };
}

function nextMove(
  account: Account,
  payin: Payin,
  { told, refunds }: { told: TakenBack; refunds: readonly Refund[] },
  services: PayinDependencies,
): PayinTransition | 'booked' | 'waits' {
  for (const known of returnsOf(payin, told)) {
    const isOurs = refunds.some(({ attemptId }) => attemptId === known.id);
    const id = returnIdOf(payin, known, services);
    if (isOurs || refunds.some((refund) => refund.id === id)) continue;
    const left = amountLeft(payin) + takenFrom(payin, known.nature, known.amount);
    const amount = Math.min(known.amount, left);
    const mayBeOurs = known.nature === 'elsewhere' || amount < known.amount;
    if (mayBeOurs && refundingAmount(payin) > 0) return 'waits';
    if (amount < known.amount) {
      const { companyId, id: payinId } = payin;
      const more = { companyId, payinId, amount: known.amount, nature: known.nature };
      services.log.warn(more, 'more went back than is left of a payin');
    }
    if (amount < 1) continue;
    const returned = newReturn(account, payin, { ...known, amount }, services);
    return returnTransition(account, payin, returned);
  }
  return told.dispute === undefined
    ? 'booked'
    : nextOfDispute(account, payin, told.dispute, services);
}

/** A sum is a return of what is not booked of it. */
function returnsOf(payin: Payin, { returns = [], returnedAmount: sum = 0 }: TakenBack) {
  const missing = Math.min(sum - payin.refundedAmount, payin.amount - payin.refundedAmount);
  if (missing < 1) return returns;
  const bySum: KnownReturn = { id: `sum ${sum}`, amount: missing, nature: 'elsewhere' };
  return [...returns, bySum];
}

function nextOfDispute(
  account: Account,
  payin: Payin,
  known: KnownDispute,
  services: PayinDependencies,
): PayinTransition | 'booked' | 'waits' {
  const now = accountTime(account, services.now());
  const { dispute } = payin;
  const taken = dispute?.taken ?? 0;
  if (known.outcome === 'won') {
    if (dispute === null || taken === 0) return 'booked';
    return disputeWonTransition(account, payin, dispute, now);
  }
  if (dispute !== null && taken > 0) {
    const answerBy = known.answerBy?.toISOString() ?? dispute.answerBy;
    if (dispute.status === known.outcome && dispute.answerBy === answerBy) return 'booked';
    return disputeChange(payin, { ...dispute, status: known.outcome, answerBy }, now);
  }
  // Decision: how much is left to contest is not known before a refund under way has ended.
  if (refundingAmount(payin) > 0) return 'waits';
  // What a dispute that is lost has come to may have been booked before it was known.
  const hasComeBack = payin.refunds.some(({ nature, status }) => {
    return status === 'DONE' && nature === known.nature && known.outcome === 'lost';
  });
  if (amountLeft(payin) === 0 || dispute?.status === 'lost' || hasComeBack) return 'booked';
  const reason = known.reason === null ? null : toOutsideText(known.reason, MAX_SAID);
  return disputeTransition(account, payin, { ...known, reason }, now);
}

/** Made of the provider's id, so that it is written once, however often it is told. */
export function returnIdOf(
  { companyId, id }: Payin,
  returned: Pick<KnownReturn, 'id'>,
  { hash }: Pick<PayinDependencies, 'hash'>,
): string {
  const bytes = hash('refund-return', `${id} ${returned.id}`);
  return newPublicId('ref', companyId, (size) => bytes.slice(0, size));
}

export function newReturn(
  account: Account,
  payin: Payin,
  known: KnownReturn & { nature: ReturnNature },
  services: Pick<PayinDependencies, 'hash' | 'now'>,
): Return {
  const id = returnIdOf(payin, known, services);
  const askedAt = services.now();
  const at = accountTime(account, askedAt);
  return {
    companyId: payin.companyId,
    id,
    payinId: payin.id,
    referenceId: id,
    amount: known.amount,
    reason: null,
    status: 'DONE',
    failureReason: null,
    bodyFingerprint: services.hash('refund-return', id),
    attemptId: '',
    nature: known.nature,
    provider: payin.provider,
    externalId: toOutsideText(known.id, MAX_SAID),
    askedAt,
    createdAt: at,
    updatedAt: at,
  };
}
