import type { LookUp } from '../../base/shared/look-ups.ts';
import { dayInSaoPaulo, isBankDay } from '../../base/shared/sao-paulo-days.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import type { PayinDependencies } from './dependencies.ts';
import { followPayment } from './end-payment.ts';
import type { IssuedMethod, Payin } from './payin.ts';
import { notAfterEnd } from './payment-window.ts';
import { firstPollMs, pauseBeforePoll } from './poll-times.ts';

/** A buyer looks at the code: between two looks there is no more than that. */
const WATCHED_MS = 15_000;

/** As many as a round takes, so that no provider is asked for more than its share. */
export async function followPayments(account: Account, services: PayinDependencies): Promise<void> {
  const { companyId } = account;
  const { payins, pollEach } = services;
  const now = services.now();
  const issuedBy = (method: IssuedMethod) => new Date(now.getTime() - firstPollMs(method));
  const open = await payins.listOpenPayments(
    companyId,
    {
      issuedBy: {
        PIX: issuedBy('PIX'),
        BOLETO: isBankDay(dayInSaoPaulo(now)) ? issuedBy('BOLETO') : null,
        OPEN_FINANCE: issuedBy('OPEN_FINANCE'),
      },
      endsAfter: accountTime(account, now),
    },
    now,
  );
  const look = (payin: Payin) => pollAt(account, payin, { isWatched: false }, services);
  await pollEach(open, look, { companyId, kind: 'open payments' });
}

/** In the background. `isWatched`: its buyer looks at the code, so every 15 seconds. */
export function pollWhereDue(
  account: Account,
  payin: Payin,
  { isWatched }: { isWatched: boolean },
  services: PayinDependencies,
): void {
  const { companyId, chargeState, paymentMethod, reservedAt } = payin;
  const ageMs = services.now().getTime() - reservedAt.getTime();
  const firstMs = isWatched ? WATCHED_MS : firstPollMs(paymentMethod);
  if (chargeState !== 'awaiting_payment' || ageMs < firstMs) return;
  const look = () => pollAt(account, payin, { isWatched }, services);
  services.inBackground(services.pollSoon([payin], look, { companyId, kind: 'open payments' }));
}

async function pollAt(
  account: Account,
  payin: Payin,
  { isWatched }: { isWatched: boolean },
  services: PayinDependencies,
): Promise<void> {
  const now = services.now();
  const watchedUntil = new Date(now.getTime() + WATCHED_MS);
  // What is due later than that has not been looked at by whoever watches.
  const dueAfter = isWatched ? watchedUntil : null;
  const lookUp = await services.lookUps.begin(payin, { now, evenEarly: false, dueAfter });
  if (lookUp === null) return;
  const dueAt = isWatched ? watchedUntil : nextPollAt(payin, lookUp, now);
  await services.lookUps.put(payin, { ...lookUp, dueAt: notAfterEnd(account, payin, dueAt, now) });
  await followPayment({ companyId: payin.companyId, reference: payin.id }, services);
}

function nextPollAt({ paymentMethod, reservedAt }: Payin, { dueAt }: LookUp, now: Date): Date {
  const pauseMs = pauseBeforePoll(paymentMethod, now.getTime() - reservedAt.getTime());
  return pauseMs === null ? dueAt : new Date(now.getTime() + pauseMs);
}
