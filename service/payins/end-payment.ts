import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import type { KnownPayment } from '../providers/acquirer.ts';
import { ACQUIRER_DEADLINE_MS } from '../providers/acquirer.ts';
import { withDeadline } from '../shared/deadline.ts';
import { lookAtEach } from '../shared/look-ups.ts';
import type { PayinDependencies } from './dependencies.ts';
import type { Payin } from './payin.ts';
import { moveTo } from './payin-move.ts';
import { PayinMoved } from './payin-status.ts';
import { statusWhenOver } from './payment-window.ts';

type PaymentEnd = 'APPROVED' | 'REFUSED' | 'EXPIRED' | 'CANCELED';

/** Ends the wait for a payment; `PayinMoved` where another was faster. */
export async function endPayment(
  account: Account,
  payin: Payin,
  to: PaymentEnd,
  services: PayinDependencies,
): Promise<Payin> {
  const now = accountTime(account, services.now());
  const move = moveTo(account, payin, { to, now }, services);
  if (!(await services.movePayin(move))) throw new PayinMoved();
  return move.to;
}

/** The same, but where another was faster, gives what they wrote. */
async function endIfAwaited(
  account: Account,
  payin: Payin,
  to: PaymentEnd,
  services: PayinDependencies,
): Promise<Payin> {
  try {
    return await endPayment(account, payin, to, services);
  } catch (error) {
    if (!(error instanceof PayinMoved)) throw error;
    return (await services.payins.find(payin.companyId, payin.id)) ?? payin;
  }
}

/**
 * A payin as it is by the account's time. Where its window is over, this is what ends it, but
 * only after the acquirer was asked: a payment whose notice was lost has not expired. Without an
 * answer it stays as it is.
 */
export async function currentPayment(
  account: Account,
  payin: Payin,
  services: PayinDependencies,
): Promise<Payin> {
  const { chargeState, expiresAt } = payin;
  const isOver = expiresAt !== null && expiresAt <= accountTime(account, services.now());
  if (chargeState !== 'awaiting_payment' || !isOver) return payin;
  const known = await findPayment(payin, services);
  if (known === null) return payin;
  const to = STATUS_OF[known.kind] ?? statusWhenOver(payin.paymentMethod);
  return endIfAwaited(account, payin, to, services);
}

/**
 * Works in what the acquirer knows of a payment, as often as anybody hints at it. What comes after
 * the payin has ended changes nothing and is logged.
 */
export async function followPayment(
  { companyId, reference }: { companyId: string; reference: string },
  services: PayinDependencies,
): Promise<void> {
  const account = await services.accounts.find(companyId);
  const found = await services.payins.find(companyId, reference);
  if (account === null || found === null) {
    services.log.warn({ companyId }, 'a notice of a payment names no payin');
    return;
  }
  const known = await findPayment(found, services);
  const to = known === null ? undefined : STATUS_OF[known.kind];
  if (to === undefined) return;
  if (found.chargeState === 'awaiting_payment') {
    await endIfAwaited(account, found, to, services);
  } else if (found.status !== to) {
    const fields = { companyId, payinId: found.id, status: found.status, notice: to };
    services.log.warn(fields, 'a notice of a payment came too late');
  }
}

/** Ends what an account's time has passed over. `evenEarly`: also what is not due to be looked at. */
export async function expirePayments(
  account: Account,
  services: PayinDependencies,
  { evenEarly = false }: { evenEarly?: boolean } = {},
): Promise<void> {
  const { payins, lookUps } = services;
  const now = services.now();
  const which = { endedBy: accountTime(account, now) };
  const dueBy = evenEarly ? null : now;
  const over = await payins.listAwaitingPayment(account.companyId, which, dueBy);
  await lookAtEach(over, async (payin) => {
    if ((await lookUps.begin(payin, { now, evenEarly })) === null) return;
    await currentPayment(account, payin, services);
  });
}

/**
 * Asks for the answers of buyers at their banks: what was told while nobody listened is not lost.
 * Decision: only these are asked for one by one, since their window is an hour; a lost notice of a
 * PIX or boleto is found when its window ends.
 */
export async function followConsents(account: Account, services: PayinDependencies): Promise<void> {
  const { companyId } = account;
  const { payins, lookUps } = services;
  const now = services.now();
  const aheadMs = accountTime(account, now).getTime() - now.getTime();
  const which = { paymentMethod: 'OPEN_FINANCE' } as const;
  await lookAtEach(await payins.listAwaitingPayment(companyId, which, now), async (payin) => {
    const lookUp = await lookUps.begin(payin, { now, evenEarly: false });
    if (lookUp === null) return;
    // It was looked at often by the end of its window, and has to end then.
    const endsAt = new Date((payin.expiresAt ?? lookUp.dueAt).getTime() - aheadMs);
    if (endsAt > now && endsAt < lookUp.dueAt)
      await lookUps.put(payin, { ...lookUp, dueAt: endsAt });
    await followPayment({ companyId, reference: payin.id }, services);
  });
}

const STATUS_OF: Partial<Record<KnownPayment['kind'], 'APPROVED' | 'REFUSED'>> = {
  paid: 'APPROVED',
  refused: 'REFUSED',
};

/** Null where the acquirer does not answer. */
async function findPayment(
  { companyId, id: reference, externalId, paymentMethod }: Payin,
  { acquirer, timers }: PayinDependencies,
): Promise<KnownPayment | null> {
  const { payments } = acquirer;
  if (payments === null) return { kind: 'not_found' };
  const answer = await withDeadline(
    (signal) => payments.findPayment({ companyId, reference, externalId, paymentMethod }, signal),
    { deadlineMs: ACQUIRER_DEADLINE_MS, timers },
  );
  return answer.kind === 'answered' ? answer.value : null;
}
