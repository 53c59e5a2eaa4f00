import type { LookUp } from '../../base/shared/look-ups.ts';
import { bankDayFrom, dayInSaoPaulo, isBankDay } from '../../base/shared/sao-paulo-days.ts';
import type { KnownPayment } from '../../providers/acquirer.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import type { PayinDependencies } from './dependencies.ts';
import { askOf, findPayment, paidTooLittle } from './find-payment.ts';
import type { Payin } from './payin.ts';
import { boletoDueDate } from './payin.ts';
import { providerOf } from './payin-provider.ts';
import { isOpen, isPaid, PayinChanged } from './payin-status.ts';
import { moveTo } from './payin-transition.ts';
import { statusWhenOver } from './payment-window.ts';
import { returnLatePayment, watchLate } from './refunds/return-payment.ts';
import { isReversalDone } from './refunds/reversal-transition.ts';
import { approveAndBook, bookTakenBack } from './refunds/taken-back.ts';
import { watchReturns } from './watch-payin.ts';

type PaymentEnd = 'APPROVED' | 'REFUSED' | 'EXPIRED' | 'CANCELED';

/** `PayinChanged` where another was faster. */
export async function endPayment(
  account: Account,
  payin: Payin,
  to: PaymentEnd,
  services: PayinDependencies,
): Promise<Payin> {
  const now = accountTime(account, services.now());
  const move = moveTo(account, payin, { to, now }, services);
  if (to === 'APPROVED') await watchReturns(payin, services);
  if (!(await services.transitionPayin(move))) throw new PayinChanged();
  return move.to;
}

async function endIfAwaited(
  account: Account,
  payin: Payin,
  to: PaymentEnd,
  services: PayinDependencies,
): Promise<Payin> {
  try {
    return await endPayment(account, payin, to, services);
  } catch (error) {
    if (!(error instanceof PayinChanged)) throw error;
    return (await services.payins.find(payin.companyId, payin.id)) ?? payin;
  }
}

/** The same; what was taken back of a payment since it was paid is booked after its approval. */
async function endAsKnown(
  account: Account,
  payin: Payin,
  { known, to }: { known: KnownPayment | Over; to: PaymentEnd },
  services: PayinDependencies,
): Promise<Payin> {
  if (known.kind !== 'paid') {
    // What was paid at another bank before it was told as refused comes days later.
    if (payin.paymentMethod === 'BOLETO') await watchLate(account, payin, services);
    return endIfAwaited(account, payin, to, services);
  }
  const approve = () => endIfAwaited(account, traced(payin, known), to, services);
  return approveAndBook(account, payin, { told: known, approve }, services);
}

function traced(payin: Payin, { endToEndId }: { endToEndId?: string }): Payin {
  return endToEndId === undefined ? payin : { ...payin, trace: { ...payin.trace, endToEndId } };
}

/**
 * A payin as it is by the account's time. Where its window is over, this is what ends it, but
 * only after the provider was asked, and has taken it back where it can: a payment whose notice was
 * lost has not expired, and nobody can pay what has. Without an answer it stays as it is.
 */
export async function currentPayment(
  account: Account,
  payin: Payin,
  services: PayinDependencies,
): Promise<Payin> {
  const { chargeState, expiresAt } = payin;
  const isOver = expiresAt !== null && expiresAt <= accountTime(account, services.now());
  if (chargeState !== 'awaiting_payment' || !isOver) return payin;
  const known = await takeBack(payin, services);
  if (known === null) return payin;
  const end = endBy(known);
  if (end === null || isWrittenOff(account, payin, known, services)) {
    return expire(account, payin, services);
  }
  if (await noteUnderpaid(payin, known, services)) return payin;
  return endAsKnown(account, payin, { known, to: end }, services);
}

async function expire(account: Account, payin: Payin, services: PayinDependencies): Promise<Payin> {
  if (payin.paymentMethod === 'BOLETO') await watchLate(account, payin, services);
  return endIfAwaited(account, payin, statusWhenOver(payin.paymentMethod), services);
}

/**
 * Decision: a boleto that its bank takes no money for since it was due has expired, and was not refused:
 * what was paid on its last day may be told after that.
 */
function isWrittenOff(
  account: Account,
  payin: Payin,
  known: KnownPayment | Over,
  { now }: PayinDependencies,
): boolean {
  const dueOn = boletoDueDate(payin);
  if (known.kind !== 'refused' || dueOn === null) return false;
  return dayInSaoPaulo(accountTime(account, now())) > bankDayFrom(dueOn);
}

/** Nobody waits for the payment any more. `staysOpen`: its provider has no call that ends it there. */
type Over = { kind: 'over'; staysOpen: boolean };
const OVER: Over = { kind: 'over', staysOpen: false };

/**
 * Tells the provider that nobody waits any more. `over`: nobody can pay it, or no call ends it
 * there; `open`: it can still be paid; null: the provider does not tell.
 */
async function takeBack(
  payin: Payin,
  services: PayinDependencies,
): Promise<KnownPayment | Over | null> {
  const found = await findPayment(payin, services);
  if (found?.kind === 'not_found') return OVER;
  if (found?.kind !== 'open') return found;
  const provider = await providerOf(payin, services);
  // No provider has a call that ends a consent: one that nobody allows ends there by itself.
  const hasNone = provider?.payments?.cancelPayment === undefined;
  if (hasNone || payin.paymentMethod === 'OPEN_FINANCE') return { ...OVER, staysOpen: true };
  const after = await askOf(payin, 'cancelPayment', services);
  return after?.kind === 'refused' || after?.kind === 'not_found' ? OVER : after;
}

/**
 * Ends the wait for a payment before its time, once its provider was told. Gives null where that does
 * not tell clearly that it is over; `underpaid` where less than was asked for had come in. What is
 * there already, such as a payment, ends it in its own way. A boleto that was written off may have been
 * paid before, which its bank tells days later.
 */
export async function cancelPayment(
  account: Account,
  payin: Payin,
  services: PayinDependencies,
): Promise<Payin | 'underpaid' | null> {
  const known = await takeBack(payin, services);
  if (known === null || known.kind === 'open') return null;
  if (await noteUnderpaid(payin, known, services)) return 'underpaid';
  const mayBePaid = payin.paymentMethod === 'BOLETO' || (known.kind === 'over' && known.staysOpen);
  if (mayBePaid) await watchLate(account, payin, services);
  const end = isWrittenOff(account, payin, known, services) ? null : endBy(known);
  const to = end ?? 'CANCELED';
  return endAsKnown(account, payin, { known, to }, services);
}

/**
 * As often as anybody hints at it. What was taken back of a paid one is booked; what comes in after
 * another end approves it or goes back. False where the provider did not tell.
 */
export async function followPayment(
  { companyId, reference }: { companyId: string; reference: string },
  services: PayinDependencies,
): Promise<boolean> {
  const account = await services.accounts.find(companyId);
  const found = await services.payins.find(companyId, reference);
  if (account === null || found === null) {
    services.log.warn({ companyId }, 'a notice of a payment names no payin');
    return true;
  }
  const known = await findPayment(found, services);
  if (known === null) return false;
  if (known.kind === 'paid' && !isPaid(found.status) && !isOpen(found)) {
    await takeLatePayment(account, found, known, services);
    return true;
  }
  if (await noteUnderpaid(found, known, services)) return true;
  const to = endBy(known);
  if (to === null) return true;
  if (found.chargeState === 'awaiting_payment') {
    if (isWrittenOff(account, found, known, services)) {
      await expire(account, found, services);
      return true;
    }
    await endAsKnown(account, found, { known, to }, services);
  } else if (known.kind === 'paid' && isPaid(found.status)) {
    return (await bookTakenBack(account, found, known, services)) !== 'busy';
  } else if (found.status !== to) {
    const fields = { companyId, payinId: found.id, status: found.status, notice: to };
    services.log.warn(fields, 'a notice of a payment came too late');
  }
  return true;
}

/**
 * Late money approves a payin that has expired, in the commit that takes its reference again. Where
 * somebody else holds that, less came in, or it ended otherwise, it goes back.
 */
async function takeLatePayment(
  account: Account,
  payin: Payin,
  known: Extract<KnownPayment, { kind: 'paid' }>,
  services: PayinDependencies,
): Promise<void> {
  if (payin.status === 'EXPIRED' && paidTooLittle(payin, known) === null) {
    const approve = () => endIfAwaited(account, traced(payin, known), 'APPROVED', services);
    const after = await approveAndBook(account, payin, { told: known, approve }, services);
    if (isPaid(after.status)) return;
  }
  await returnLatePayment(account, payin, known, services);
}

export async function followLatePayment(
  account: Account,
  payin: Payin,
  begun: LookUp,
  services: PayinDependencies,
): Promise<void> {
  const { watchedUntil } = begun;
  const isOver = watchedUntil === null || watchedUntil <= services.now();
  const isTold = payin.paymentMethod !== 'BOLETO' || isBankDay(dayInSaoPaulo(services.now()));
  if (!isOver && !isTold) return;
  const known = await findPayment(payin, services);
  if (known === null) return;
  if (known.kind === 'paid') await takeLatePayment(account, payin, known, services);
  const reversal = await services.reversals.find(payin.companyId, payin.id);
  if (reversal !== null && !isReversalDone(reversal)) return;
  if (isOver) await services.lookUps.end(payin, begun);
}

/** Ends what an account's time has passed over. `evenEarly`: also what is not due to be looked at. */
export async function expirePayments(
  account: Account,
  services: PayinDependencies,
  { evenEarly = false }: { evenEarly?: boolean } = {},
): Promise<void> {
  const { companyId } = account;
  const { payins, lookUps, pollEach } = services;
  const now = services.now();
  const dueBy = evenEarly ? null : now;
  const over = await payins.listOverPayments(companyId, accountTime(account, now), dueBy);
  const look = async (payin: Payin) => {
    if ((await lookUps.begin(payin, { now: services.now(), evenEarly })) === null) return;
    await currentPayment(account, payin, services);
  };
  await pollEach(over, look, { companyId, kind: 'payments' });
}

function endBy(known: KnownPayment | Over): 'APPROVED' | 'REFUSED' | null {
  if (known.kind === 'refused') return 'REFUSED';
  return known.kind === 'paid' ? 'APPROVED' : null;
}

async function noteUnderpaid(
  payin: Payin,
  known: KnownPayment | Over,
  { underpayments, now, log }: PayinDependencies,
): Promise<boolean> {
  const paidAmount = paidTooLittle(payin, known);
  if (paidAmount === null) return false;
  const { companyId, id: payinId, amount } = payin;
  log.warn({ companyId, payinId, amount, paid: paidAmount }, 'less was paid than asked for');
  if (payin.chargeState === 'awaiting_payment') {
    await underpayments.put({ companyId, payinId, paidAmount, foundAt: now() });
  }
  return true;
}
