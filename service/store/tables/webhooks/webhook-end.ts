import type { Db, SqlValue } from '../../../base/shared/db.ts';
import type { FinishedAttempt, WebhookStore } from '../../../domain/webhooks/webhook-outbox.ts';
import { execute, hasRows } from '../rows.ts';

/** Decision: of an event that is sent again and again, the newest fifty attempts are kept. */
const KEEP_ATTEMPT = `old AS (
    DELETE FROM webhook_attempts WHERE company_id = $1 AND event_id = $2
      AND number <= (SELECT told.number - 50 FROM told)
  ), kept AS (
    INSERT INTO webhook_attempts
      (company_id, event_id, number, at, outcome, duration_ms, signatures, answer)
    SELECT $1, $2, told.number, $4::timestamptz, $5, $6::integer, $7::integer, $8 FROM told
    ON CONFLICT (company_id, event_id, number) DO NOTHING
  )`;

/** How an attempt ended: the event and the queue change in one statement. */
export function webhookEnds(db: Db): Pick<WebhookStore, 'delivered' | 'failed' | 'undelivered'> {
  return {
    async delivered(finished) {
      // Whoever delivers it has delivered it, with the lease or after it.
      await db.query({
        name: 'webhook_delivered',
        text: `WITH gone AS (DELETE FROM webhook_outbox WHERE company_id = $1 AND event_id = $2),
          told AS (UPDATE webhook_events SET status = 'DELIVERED',
              attempts = attempts || $3::jsonb
            WHERE company_id = $1 AND id = $2
            RETURNING jsonb_array_length(attempts) AS number),
          ${KEEP_ATTEMPT} SELECT number FROM told`,
        values: attemptValues(finished),
      });
    },

    failed: async (finished, leaseUntil) =>
      hasRows(db, {
        name: 'webhook_failed',
        text: `WITH told AS (UPDATE webhook_events SET attempts = attempts || $3::jsonb
            WHERE company_id = $1 AND id = $2
            RETURNING jsonb_array_length(attempts) AS number),
          ${KEEP_ATTEMPT}
          UPDATE webhook_outbox SET failures = failures + 1, due_at = $10
          WHERE company_id = $1 AND event_id = $2 AND lease_owner = $9 RETURNING event_id`,
        values: [...attemptValues(finished), finished.claimed.owner, leaseUntil],
      }),

    undelivered: async (finished) =>
      execute(db, {
        name: 'webhook_undelivered',
        text: `WITH gone AS (DELETE FROM webhook_outbox
            WHERE company_id = $1 AND event_id = $2 AND lease_owner = $9 RETURNING event_id),
          told AS (UPDATE webhook_events SET attempts = attempts || $3::jsonb,
              status = CASE WHEN EXISTS (SELECT 1 FROM gone) THEN 'UNDELIVERED' ELSE status END
            WHERE company_id = $1 AND id = $2
            RETURNING jsonb_array_length(attempts) AS number),
          ${KEEP_ATTEMPT} SELECT number FROM told`,
        values: [...attemptValues(finished), finished.claimed.owner],
      }),
  };
}

function attemptValues({ claimed, attempt }: FinishedAttempt): SqlValue[] {
  const { at, outcome, durationMs, signatures, answer } = attempt;
  const told = JSON.stringify([{ at, outcome }]);
  const kept = [new Date(at), outcome, durationMs, signatures, answer];
  return [claimed.companyId, claimed.id, told, ...kept];
}
