import type { ForEachAccount, OnAccountError } from '../accounts/for-each-account.ts';
import { createForEachAccount } from '../accounts/for-each-account.ts';
import { releaseReserves } from '../ledger/reserve.ts';
import { LONGEST_WINDOW_MS } from '../limits/rate-limit.ts';
import { expirePayments, followConsents } from '../payins/end-payment.ts';
import { followRefunds } from '../payins/follow-refunds.ts';
import { RESERVATION_LIMIT_MS, reconcilePayins } from '../payins/reconcile-payins.ts';
import { reverseOrphans } from '../payins/reverse-orphans.ts';
import {
  createFollowOpen,
  expireThreeDS,
} from '../payins/three-d-secure/complete-three-d-secure.ts';
import { advancePayouts } from '../payouts/advance-payout.ts';
import { ALL_COMPANIES } from '../providers/registered/credentials.ts';
import { runPeriodically } from '../shared/periodic.ts';
import { archiveOldMonths } from './archive.ts';
import { SYSTEM_COMPANY } from './audit-log.ts';
import type { MaintenanceDependencies } from './dependencies.ts';
import { forgetExpired } from './forget-expired.ts';
import { rewrapOrTell, rewrapSharedOrTell } from './rewrap-account.ts';

const RECONCILE_EVERY_MS = 15_000;
const FOLLOW_EVERY_MS = 30_000;
/** A younger one is still followed by the process that has it. */
const PAYOUT_PACE_MS = 3_000;
const FORGET_EVERY_MS = 60_000;
/** How long one account may keep the others waiting: longer than one call of a provider takes. */
const ACCOUNT_DEADLINE_MS = 20_000;

/**
 * Decides, ends and forgets what an earlier process left, before a new request can meet it. What
 * fails for an account is told to `onError`, and the service starts all the same.
 */
export async function catchUp(
  services: MaintenanceDependencies,
  onError: OnAccountError,
): Promise<void> {
  // The embedded database has one process, so whatever is found reserved is left over.
  const marginMs = services.db.engine === 'embedded' ? 0 : RESERVATION_LIMIT_MS;
  await loopOver(
    services,
    onError,
  )([
    (account) => reconcilePayins(account, { reservedBefore: before(services, marginMs) }, services),
    (account) => expireThreeDS(account, services),
    createFollowOpen(services),
    (account) => followConsents(account, services),
    (account) => expirePayments(account, services),
    (account) => followRefunds(account, { askedBefore: before(services, marginMs) }, services),
    (account) => advancePayouts(account, before(services, marginMs), services),
    (account) => releaseReserves(account, services),
    (account) => forgetExpired(account, services),
    ({ companyId }) => rewrapOrTell(companyId, services),
  ]);
  await rewrapSharedOrTell(services).catch((error: unknown) => onError(error, ALL_COMPANIES));
}

/**
 * Starts what is done again and again while the service runs; gives the function that ends it.
 * `onError` is told of failures, and none of them ends anything.
 */
export function startBackground(
  services: MaintenanceDependencies,
  onError: (error: unknown, companyId?: string) => void,
): () => Promise<void> {
  const { timers } = services;
  const start = (intervalMs: number, work: (forEachAccount: ForEachAccount) => Promise<void>) => {
    const forEachAccount = loopOver(services, onError);
    return runPeriodically(() => work(forEachAccount), { intervalMs, timers, onError });
  };
  const running = [
    start(FOLLOW_EVERY_MS, (forEachAccount) =>
      forEachAccount([
        (account) => createFollowOpen(services)(account),
        (account) => followConsents(account, services),
      ]),
    ),
    start(RECONCILE_EVERY_MS, (forEachAccount) =>
      forEachAccount([
        (account) => expireThreeDS(account, services),
        (account) => expirePayments(account, services),
        (account) =>
          reconcilePayins(
            account,
            { reservedBefore: before(services, RESERVATION_LIMIT_MS) },
            services,
          ),
        (account) => reverseOrphans(account, services),
        (account) =>
          followRefunds(account, { askedBefore: before(services, RESERVATION_LIMIT_MS) }, services),
        (account) => advancePayouts(account, before(services, PAYOUT_PACE_MS), services),
      ]),
    ),
    start(FORGET_EVERY_MS, async (forEachAccount) => {
      await forEachAccount([
        (account) => releaseReserves(account, services),
        (account) => forgetExpired(account, services),
        ({ companyId }) => archiveOldMonths(companyId, services),
      ]);
      await archiveOldMonths(SYSTEM_COMPANY, services);
      await services.rateLimiter.forgetBefore(before(services, LONGEST_WINDOW_MS));
    }),
  ];
  return async () => {
    await Promise.all(running.map((series) => series.stop()));
  };
}

function loopOver(services: MaintenanceDependencies, onError: OnAccountError): ForEachAccount {
  return createForEachAccount({ ...services, deadlineMs: ACCOUNT_DEADLINE_MS, onError });
}

function before({ now }: MaintenanceDependencies, marginMs: number): Date {
  return new Date(now().getTime() - marginMs);
}
