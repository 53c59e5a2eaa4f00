import type { Metrics } from './metrics.ts';
import type { Payin, PayinStore } from './payin.ts';
import type { PayinEffects } from './payin-status.ts';
import type { PayoutStore } from './payout.ts';
import type { PayoutEffects } from './payout-status.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Queryable } from './store/db.ts';
import type { WebhookStore } from './webhook-outbox.ts';

type CountServices = {
  metrics: Metrics;
  /** Does `work` once the transaction is committed; outside of one, at once. */
  afterCommit: (tx: Queryable, work: () => void) => void;
};

/** Counts every status a payin moves to. */
export function countPayinMoves({ metrics, afterCommit }: CountServices): PayinEffects[number] {
  return async (tx, { after }) =>
    afterCommit(tx, () => metrics.payinEntered(after.paymentMethod, after.status));
}

/** The same store; the first status a payin is acknowledged with counts too. */
export function countNewPayins(
  store: PayinStore,
  { metrics, afterCommit }: CountServices,
): PayinStore {
  const count = ({ paymentMethod, status }: Payin) => metrics.payinEntered(paymentMethod, status);
  return {
    ...store,
    async acknowledge(tx, payin) {
      const isDone = await store.acknowledge(tx, payin);
      if (isDone) afterCommit(tx, () => count(payin));
      return isDone;
    },
    async awaitAuthentication(tx, payin) {
      const isDone = await store.awaitAuthentication(tx, payin);
      if (isDone) afterCommit(tx, () => count(payin));
      return isDone;
    },
    async markUnknown(payin) {
      const isDone = await store.markUnknown(payin);
      if (isDone) count(payin);
      return isDone;
    },
  };
}

/** Counts every status a payout moves to. */
export function countPayoutMoves({ metrics, afterCommit }: CountServices): PayoutEffects[number] {
  return async (tx, { after }) => afterCommit(tx, () => metrics.payoutEntered(after.status));
}

/** The same store; the status a payout is created with counts too. */
export function countNewPayouts(
  store: PayoutStore,
  { metrics, afterCommit }: CountServices,
): PayoutStore {
  return {
    ...store,
    async insert(tx, payout) {
      const isNew = await store.insert(tx, payout);
      if (isNew) afterCommit(tx, () => metrics.payoutEntered(payout.status));
      return isNew;
    },
  };
}

/** The same store; every attempt to deliver an event is counted. */
export function countDeliveries(store: WebhookStore, metrics: Metrics): WebhookStore {
  return {
    ...store,
    delivered(finished) {
      metrics.webhookAnswered(toAnswer(finished.attempt.outcome));
      metrics.webhookSettled('delivered');
      return store.delivered(finished);
    },
    failed(finished, leaseUntil) {
      metrics.webhookAnswered(toAnswer(finished.attempt.outcome));
      metrics.webhookSettled('retried');
      return store.failed(finished, leaseUntil);
    },
    undelivered(finished) {
      metrics.webhookAnswered(toAnswer(finished.attempt.outcome));
      metrics.webhookSettled('undelivered');
      return store.undelivered(finished);
    },
  };
}

/** `HTTP_503` as `5xx`: a receiver chooses its status, so each would be a series of its own. */
function toAnswer(outcome: string): string {
  const hundreds = /^HTTP_(\d)\d\d$/.exec(outcome)?.[1];
  return hundreds === undefined ? outcome.toLowerCase() : `${hundreds}xx`;
}

/** The same limiter; every refusal is counted. */
export function countRefusals(limiter: RateLimiter, metrics: Metrics): RateLimiter {
  return {
    async take(rule, bucket, now) {
      const taken = await limiter.take(rule, bucket, now);
      if (taken.retryAfterMs !== null) metrics.callRefused(rule.name);
      return taken;
    },
    forgetBefore: (time) => limiter.forgetBefore(time),
  };
}
