import type { AccountStore } from './account.ts';
import type { AdvanceServices } from './advance-payout.ts';
import { advanceAllPayouts } from './advance-payout.ts';
import type { FollowServices } from './complete-three-d-secure.ts';
import { expireAllThreeDS, followAllOpen } from './complete-three-d-secure.ts';
import type { ExpiryServices } from './forget-expired.ts';
import { forgetAllExpired } from './forget-expired.ts';
import { runPeriodically } from './periodic.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { ReconciliationServices } from './reconcile-payins.ts';
import { RESERVATION_LIMIT_MS, reconcileAllPayins } from './reconcile-payins.ts';
import type { ReserveServices } from './reserve.ts';
import { releaseAllReserves } from './reserve.ts';
import type { RewrapServices } from './rewrap-cards.ts';
import { rewrapCards } from './rewrap-cards.ts';
import type { FollowPaymentServices } from './settle-payment.ts';
import { expireAllPayments, followAllConsents } from './settle-payment.ts';

export type ChoreServices = ReconciliationServices &
  FollowServices &
  FollowPaymentServices &
  AdvanceServices &
  ExpiryServices &
  ReserveServices &
  RewrapServices & { rateLimiter: RateLimiter };

const RECONCILE_EVERY_MS = 15_000;
const FOLLOW_EVERY_MS = 30_000;
/** A younger one is still followed by the process that has it. */
const PAYOUT_PACE_MS = 3_000;
const FORGET_EVERY_MS = 60_000;

/** What an earlier process left undecided or expired, before a new request can meet it. */
export async function settleLeftovers(given: ChoreServices): Promise<void> {
  const services = { ...given, accounts: await readOnce(given.accounts) };
  // The embedded database has one process, so whatever is found reserved is left over.
  const marginMs = services.db.engine === 'embedded' ? 0 : RESERVATION_LIMIT_MS;
  await reconcileAllPayins(before(services, marginMs), services);
  await followAllOpen(services);
  await followAllConsents(services);
  await expireAllPayments(services);
  await advanceAllPayouts(before(services, marginMs), services);
  await releaseAllReserves(services);
  await forgetAllExpired(services);
  await rewrapCards(services);
}

/** The accounts of this moment: a start asks for each of them several times. */
async function readOnce(accounts: AccountStore): Promise<AccountStore> {
  const list = await accounts.list();
  const byId = new Map(list.map((account) => [account.companyId, account]));
  return {
    ...accounts,
    listIds: async () => [...byId.keys()],
    find: async (companyId, tx) =>
      tx === undefined ? (byId.get(companyId) ?? null) : accounts.find(companyId, tx),
  };
}

/** What is done again and again while the service runs. Gives the function that ends it. */
export function startChores(
  services: ChoreServices,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const { timers } = services;
  const reconcile = async () => {
    await expireAllThreeDS(services);
    await expireAllPayments(services);
    await reconcileAllPayins(before(services, RESERVATION_LIMIT_MS), services);
    await advanceAllPayouts(before(services, PAYOUT_PACE_MS), services);
  };
  const forget = async () => {
    await releaseAllReserves(services);
    await forgetAllExpired(services);
    await services.rateLimiter.forgetBefore(before(services, FORGET_EVERY_MS));
  };
  const follow = async () => {
    await followAllOpen(services);
    await followAllConsents(services);
  };
  const chores = [
    runPeriodically(follow, { intervalMs: FOLLOW_EVERY_MS, timers, onError }),
    runPeriodically(reconcile, { intervalMs: RECONCILE_EVERY_MS, timers, onError }),
    runPeriodically(forget, { intervalMs: FORGET_EVERY_MS, timers, onError }),
  ];
  return async () => {
    await Promise.all(chores.map((chore) => chore.stop()));
  };
}

function before({ now }: ChoreServices, marginMs: number): Date {
  return new Date(now().getTime() - marginMs);
}
