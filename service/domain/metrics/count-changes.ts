import type { AuditLog } from '../audit/audit-log.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import type { PayinTransition } from '../payins/payin-transition.ts';
import type { WebhookStore } from '../webhooks/webhook-outbox.ts';
import { watchAttempts } from '../webhooks/webhook-outbox.ts';
import type { Metrics } from './metrics.ts';

export function countPayinTransitions(moves: readonly PayinTransition[], metrics: Metrics): void {
  for (const { from, enters, reversal, audit } of moves) {
    if (enters !== null) metrics.payinEntered(from.paymentMethod, enters);
    if (reversal === null) continue;
    const { provider, doneAt } = reversal;
    if (doneAt !== null) metrics.orphanCharge({ provider, outcome: 'reversed' });
    // One that its provider refuses was found before.
    else if (audit?.result !== 'failed') metrics.orphanCharge({ provider, outcome: 'found' });
  }
}

export function countDeliveries(store: WebhookStore, metrics: Metrics): WebhookStore {
  const counted = watchAttempts(store, ({ attempt }, settled) => {
    metrics.webhookAnswered(toAnswer(attempt.outcome));
    metrics.webhookSettled(settled);
  });
  return {
    ...counted,
    putOff(claimed, now) {
      metrics.webhookSettled('put_off');
      return store.putOff(claimed, now);
    },
  };
}

/** `HTTP_503` as `5xx`: a receiver chooses its status, so each would be a series of its own. */
function toAnswer(outcome: string): string {
  const hundreds = /^HTTP_(\d)\d\d$/.exec(outcome)?.[1];
  return hundreds === undefined ? outcome.toLowerCase() : `${hundreds}xx`;
}

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

export function countCodes(log: AuditLog, metrics: Pick<Metrics, 'codeRefused'>): AuditLog {
  return {
    ...log,
    async append(entry, tx) {
      await log.append(entry, tx);
      if (entry.code === 'WRONG_CODE') metrics.codeRefused('wrong');
      if (entry.code === 'TOO_MANY_CODES') metrics.codeRefused('held');
    },
  };
}
