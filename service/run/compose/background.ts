import { orLater } from '../../base/shared/deadline.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import { runPeriodically } from '../../base/shared/periodic.ts';
import type { ForEachAccount } from '../../domain/accounts/for-each-account.ts';
import { createForEachAccount } from '../../domain/accounts/for-each-account.ts';
import { SYSTEM_COMPANY } from '../../domain/audit/audit-log.ts';
import { releaseReserves } from '../../domain/ledger/reserve.ts';
import { releaseWaiting } from '../../domain/ledger/waiting.ts';
import { LONGEST_WINDOW_MS } from '../../domain/limits/rate-limit.ts';
import { expirePayments } from '../../domain/payins/end-payment.ts';
import { followReturns } from '../../domain/payins/follow-payin.ts';
import { followPayments } from '../../domain/payins/follow-payments.ts';
import { RESERVATION_LIMIT_MS, reconcilePayins } from '../../domain/payins/reconcile-payins.ts';
import { followRefunds } from '../../domain/payins/refunds/ask-refund.ts';
import { reverseOrphans } from '../../domain/payins/refunds/reverse-orphans.ts';
import {
  expireThreeDS,
  followOpenThreeDS,
} from '../../domain/payins/three-d-secure/complete-three-d-secure.ts';
import { advancePayouts } from '../../domain/payouts/advance-payout.ts';
import { archiveOldMonths } from '../../domain/upkeep/archive.ts';
import type { MaintenanceDependencies } from '../../domain/upkeep/dependencies.ts';
import type { DueQueue, PollPlaces } from '../../domain/upkeep/due-queue.ts';
import { createDueQueue } from '../../domain/upkeep/due-queue.ts';
import { forgetExpired } from '../../domain/upkeep/forget-expired.ts';
import { orTell, visitSealed, visitShared } from '../../domain/upkeep/rewrap-account.ts';
import { ALL_COMPANIES } from '../../providers/credentials.ts';
import { lookUpBudget } from '../../providers/registry.ts';

const RECONCILE_EVERY_MS = 15_000;
const FOLLOW_EVERY_MS = 30_000;
/** A younger one is still followed by the process that has it. */
const PAYOUT_PACE_MS = 3_000;
const FORGET_EVERY_MS = 60_000;
/** How long one account may keep the others waiting, where only the database is asked. */
const ACCOUNT_DEADLINE_MS = 20_000;

/** A quarter of the places is left where a party says nothing, half where a company has too much. */
const POLL_PLACES: PollPlaces = {
  ...{ inAll: 100, perCompany: 50, perParty: 75, perBoth: 40 },
  perMinute: lookUpBudget,
};
/** Longer than a look takes, which may ask for one thing, and then for another. */
const POLL_TIME_MS = 90_000;
/** How long a round waits for its looks: the next one has to find what is due meanwhile. */
const ROUND_PATIENCE_MS = 4_000;
/** How long a start waits for them, before it takes payments. The rest goes on beside. */
const START_PATIENCE_MS = 10_000;

export type Background = {
  /** What an earlier process left, within ten seconds. What fails for an account fails no start. */
  catchUp(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

type OnError = (error: unknown, companyId?: string) => void;

/** One for all that looks at a provider: the rounds of the background, and those who read a payin. */
export function createPollQueue(timers: Timers, onError: OnError): DueQueue {
  return createDueQueue({ places: POLL_PLACES, timeMs: POLL_TIME_MS, timers, onError });
}

/** `onError`: with the company where it is one's own; no failure ends anything. */
export function createBackground(
  made: Omit<MaintenanceDependencies, 'pollEach' | 'answerWithinMs'>,
  queue: DueQueue,
  onError: OnError,
): Background {
  const { timers } = made;
  const services: MaintenanceDependencies = {
    ...made,
    pollEach: queue.pollEach,
    answerWithinMs: Number.POSITIVE_INFINITY,
  };
  const running: { stop(): Promise<void> }[] = [];

  const loopOver = () =>
    createForEachAccount({ ...services, deadlineMs: ACCOUNT_DEADLINE_MS, onError });
  const start = (intervalMs: number, work: (forEachAccount: ForEachAccount) => Promise<void>) => {
    const forEachAccount = loopOver();
    running.push(runPeriodically(() => work(forEachAccount), { intervalMs, timers, onError }));
  };
  const startPolls = (
    intervalMs: number,
    work: (forEachAccount: ForEachAccount) => Promise<void>,
  ) =>
    start(intervalMs, async (forEachAccount) => {
      await work(forEachAccount);
      await orLater(queue.idle(), ROUND_PATIENCE_MS, timers);
    });

  return {
    async catchUp() {
      // The embedded database has one process, so whatever is found reserved is left over.
      const marginMs = services.db.engine === 'embedded' ? 0 : RESERVATION_LIMIT_MS;
      const left = before(services, marginMs);
      await loopOver()([
        (account) => reconcilePayins(account, { reservedBefore: left }, services),
        (account) => expireThreeDS(account, services),
        (account) => followOpenThreeDS(account, services),
        (account) => followPayments(account, services),
        (account) => expirePayments(account, services),
        (account) => followRefunds(account, { askedBefore: left }, services),
        (account) => advancePayouts(account, left, services),
        (account) => releaseReserves(account, services),
        (account) => releaseWaiting(account, services),
        (account) => forgetExpired(account, services),
        ({ companyId }) => orTell(visitSealed('rewrap', companyId, services)),
      ]);
      await orTell(visitShared('rewrap', services)).catch((error: unknown) =>
        onError(error, ALL_COMPANIES),
      );
      await orLater(queue.idle(), START_PATIENCE_MS, timers);
    },

    start() {
      startPolls(FOLLOW_EVERY_MS, (forEachAccount) =>
        forEachAccount([
          (account) => followOpenThreeDS(account, services),
          (account) => followPayments(account, services),
        ]),
      );
      startPolls(RECONCILE_EVERY_MS, (forEachAccount) => {
        const left = before(services, RESERVATION_LIMIT_MS);
        return forEachAccount([
          (account) => expireThreeDS(account, services),
          (account) => expirePayments(account, services),
          (account) => reconcilePayins(account, { reservedBefore: left }, services),
          (account) => reverseOrphans(account, services),
          (account) => followRefunds(account, { askedBefore: left }, services),
          (account) => advancePayouts(account, before(services, PAYOUT_PACE_MS), services),
          (account) => followReturns(account, services),
        ]);
      });
      start(FORGET_EVERY_MS, async (forEachAccount) => {
        await forEachAccount([
          (account) => releaseReserves(account, services),
          (account) => releaseWaiting(account, services),
          (account) => forgetExpired(account, services),
          ({ companyId }) => archiveOldMonths(companyId, services),
        ]);
        await archiveOldMonths(SYSTEM_COMPANY, services);
        await services.rateLimiter.forgetBefore(before(services, LONGEST_WINDOW_MS));
      });
    },

    async stop() {
      // A round that waits for its looks ends with them.
      const idle = queue.stop();
      await Promise.all(running.map((series) => series.stop()));
      await idle;
    },
  };
}

function before({ now }: Pick<MaintenanceDependencies, 'now'>, marginMs: number): Date {
  return new Date(now().getTime() - marginMs);
}
