import type { LookUps } from '../../base/shared/look-ups.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import type { RefusedCallStore } from '../accounts/refused-call.ts';
import { REFUSED_CALLS_KEPT } from '../accounts/refused-call.ts';
import type { AntifraudSessionStore } from '../cards/antifraud-session.ts';
import type { CardTokenStore } from '../cards/card-token.ts';
import type { Cvvs } from '../cards/cvv.ts';
import type { IdempotencyStore } from '../limits/idempotency.ts';
import { IDEMPOTENCY_LIFETIME_MS } from '../limits/idempotency.ts';
import type { RefusedTryStore } from '../limits/retry-budget.ts';
import { REFUSED_TRIES_KEPT_MS } from '../limits/retry-budget.ts';
import type { PixKeyMissStore } from '../payouts/pix-directory.ts';
import { MISS_BUDGET } from '../payouts/pix-directory.ts';
import type { WebhookStore } from '../webhooks/webhook-outbox.ts';
import { inBatches } from './in-batches.ts';

export type ExpiryServices = {
  antifraudSessions: Pick<AntifraudSessionStore, 'deleteExpired'>;
  cardTokens: Pick<CardTokenStore, 'spendExpired'>;
  cvvs: Pick<Cvvs, 'deleteExpired'>;
  idempotency: IdempotencyStore;
  lookUps: Pick<LookUps, 'forgetBefore'>;
  pixKeyMisses: Pick<PixKeyMissStore, 'forgetBefore'>;
  refusedCalls: Pick<RefusedCallStore, 'forget'>;
  refusedTries: Pick<RefusedTryStore, 'forgetBefore'>;
  webhooks: Pick<WebhookStore, 'forgetFinished'>;
  archiveAfterMonths: number;
  now: () => Date;
};

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Decision: how long events are kept after they were written. A delivered one is proof for a
 * quarter; one that was given up can be resent for half a year. One that waits is never forgotten.
 * Where they are archived none is: whoever operates the archive takes whole months out of it.
 */
export const WEBHOOK_RETENTION_MS = { delivered: 90 * DAY_MS, undelivered: 180 * DAY_MS };

/** CVVs first. Look-ups check the time too; this makes it true on disk. */
export async function forgetExpired(account: Account, services: ExpiryServices): Promise<void> {
  const { companyId } = account;
  const realTime = services.now();
  const now = accountTime(account, realTime);
  await services.cvvs.deleteExpired(companyId, now);
  await services.cardTokens.spendExpired(companyId, now);
  await services.antifraudSessions.deleteExpired(companyId, now);
  const missedBefore = new Date(realTime.getTime() - MISS_BUDGET.windowMs);
  await services.pixKeyMisses.forgetBefore(companyId, missedBefore);
  const triedBefore = new Date(realTime.getTime() - REFUSED_TRIES_KEPT_MS);
  await services.refusedTries.forgetBefore(companyId, triedBefore);
  const { ageMs, most } = REFUSED_CALLS_KEPT;
  const before = new Date(realTime.getTime() - ageMs);
  await services.refusedCalls.forget(companyId, { before, most });
  if (services.archiveAfterMonths === 0) {
    const finished = {
      deliveredBefore: new Date(realTime.getTime() - WEBHOOK_RETENTION_MS.delivered),
      undeliveredBefore: new Date(realTime.getTime() - WEBHOOK_RETENTION_MS.undelivered),
    };
    await inBatches((limit) => services.webhooks.forgetFinished(companyId, { ...finished, limit }));
  }
  await services.lookUps.forgetBefore(companyId, new Date(realTime.getTime() - DAY_MS));
  const startedBefore = new Date(realTime.getTime() - IDEMPOTENCY_LIFETIME_MS);
  await inBatches((limit) => services.idempotency.deleteStarted(companyId, startedBefore, limit));
}
