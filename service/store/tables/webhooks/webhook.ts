import type { WebhookDelivery } from '../../../../contract/payments/webhook.ts';
import type { Db, Queryable, SqlValue } from '../../../base/shared/db.ts';
import type { FinishedAttempt, WebhookStore } from '../../../domain/webhooks/webhook-outbox.ts';
import { insertRows } from '../insert-rows.ts';
import { execute, firstOf, hasRows } from '../rows.ts';
import { among, raw, sql } from '../sql.ts';
import { bringEventBack } from '../upkeep/archive.ts';
import { webhookLeases } from './webhook-lease.ts';

const DELIVERY = 'id, event, transaction_id AS "transactionId", status, attempts';

export function createWebhookStore(db: Db): WebhookStore {
  return {
    ...webhookLeases(db),
    ...webhookEnds(db),

    async latest(tx, companyId, transactionIds) {
      const rows = await tx.query<{ id: string; sequence: number }>(sql(
        'webhook_latest',
        companyId,
      )`
        SELECT transaction_id AS id, max(sequence) AS sequence FROM webhook_events
        WHERE company_id = $1 AND transaction_id = ${among(transactionIds)}
        GROUP BY transaction_id`);
      return new Map(rows.map(({ id, sequence }) => [id, sequence]));
    },

    async append(tx, companyId, latest, events) {
      const placed = events.map((event) => ({
        transaction_id: event.transactionId,
        sequence: (latest.get(event.transactionId) ?? 0) + 1,
        receiver: event.receiver,
        event,
      }));
      const statements = [
        ...insertRows(
          'webhook_events',
          companyId,
          placed.map(({ event: { id, event, url, body, createdAt }, ...place }) => {
            const begun = { created_at: createdAt, status: 'PENDING', attempts: '[]' };
            return { id, ...place, event, url, body, ...begun };
          }),
        ),
        ...insertRows(
          'webhook_outbox',
          companyId,
          placed.map(({ event: { id, createdAt, traceparent = null }, ...place }) => {
            return { event_id: id, ...place, due_at: createdAt, failures: 0, traceparent };
          }),
        ),
      ];
      await Promise.all(statements.map((statement) => tx.query(statement)));
    },

    list: (companyId, { status, limit }) =>
      db.query<WebhookDelivery>(sql('webhook_list', companyId, status)`
        SELECT ${raw(DELIVERY)} FROM webhook_events_all
        WHERE company_id = $1 AND ($2::text IS NULL OR status = $2)
        ORDER BY created_at DESC, sequence DESC LIMIT ${limit}`),

    find: (companyId, id) =>
      firstOf<WebhookDelivery>(db, 'webhook_find', companyId)`
        SELECT ${raw(DELIVERY)} FROM webhook_events_all WHERE company_id = $1 AND id = ${id}`,

    async forgetFinished(companyId, { deliveredBefore, undeliveredBefore, limit }) {
      // As an array they are looked for once, whatever plan was made while the table was empty.
      const gone = await db.query(sql('webhook_forget_finished', companyId)`WITH gone AS (
          DELETE FROM webhook_events WHERE company_id = $1 AND status <> 'PENDING'
          AND id = ANY (ARRAY(
            SELECT id FROM webhook_events
            WHERE company_id = $1 AND ((status = 'DELIVERED' AND created_at <= ${deliveredBefore})
              OR (status = 'UNDELIVERED' AND created_at <= ${undeliveredBefore}))
            ORDER BY created_at LIMIT ${limit}))
          RETURNING id
        ), attempts AS (
          DELETE FROM webhook_attempts
          WHERE company_id = $1 AND event_id IN (SELECT id FROM gone))
        SELECT id FROM gone`);
      return gone.length;
    },

    async resend(companyId, id, now, tx) {
      const resent = { companyId, id, now };
      await (tx ? resend(tx, resent) : db.transaction((own) => resend(own, resent)));
    },
  };
}

type Resent = { companyId: string; id: string; now: Date };

/** One that is being archived is waited for, and then found where it was moved to. */
async function resend(tx: Queryable, resent: Resent): Promise<void> {
  if (await makeDue(tx, resent)) return;
  if (await bringEventBack(tx, resent.companyId, resent.id)) await makeDue(tx, resent);
}

async function makeDue(tx: Queryable, { companyId, id, now }: Resent): Promise<boolean> {
  return hasRows(tx, 'webhook_resend', companyId, id)`WITH event AS (
      UPDATE webhook_events SET status = 'PENDING'
      WHERE company_id = $1 AND id = $2 AND status <> 'PENDING'
      RETURNING transaction_id, receiver)
    INSERT INTO webhook_outbox (company_id, event_id, transaction_id, sequence, receiver,
      due_at, failures)
    SELECT $1, $2, transaction_id, NULL, receiver, ${now}, 0 FROM event
    ON CONFLICT DO NOTHING RETURNING event_id`;
}

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
function webhookEnds(db: Db): Pick<WebhookStore, 'delivered' | 'failed' | 'undelivered'> {
  return {
    async delivered(finished) {
      // Whoever delivers it has delivered it, with the lease or after it.
      await db.query(sql('webhook_delivered', ...attemptValues(finished))`
        WITH gone AS (DELETE FROM webhook_outbox WHERE company_id = $1 AND event_id = $2),
        told AS (UPDATE webhook_events SET status = 'DELIVERED',
            attempts = attempts || $3::jsonb
          WHERE company_id = $1 AND id = $2
          RETURNING jsonb_array_length(attempts) AS number),
        ${raw(KEEP_ATTEMPT)} SELECT number FROM told`);
    },

    failed: async (finished, leaseUntil) =>
      hasRows(db, 'webhook_failed', ...attemptValues(finished))`
        WITH told AS (UPDATE webhook_events SET attempts = attempts || $3::jsonb
          WHERE company_id = $1 AND id = $2
          RETURNING jsonb_array_length(attempts) AS number),
        ${raw(KEEP_ATTEMPT)}
        UPDATE webhook_outbox SET failures = failures + 1, due_at = ${leaseUntil}
        WHERE company_id = $1 AND event_id = $2 AND lease_owner = ${finished.claimed.owner}
        RETURNING event_id`,

    undelivered: async (finished) =>
      execute(db, 'webhook_undelivered', ...attemptValues(finished), finished.claimed.owner)`
        WITH gone AS (DELETE FROM webhook_outbox
          WHERE company_id = $1 AND event_id = $2 AND lease_owner = $9 RETURNING event_id),
        told AS (UPDATE webhook_events SET attempts = attempts || $3::jsonb,
            status = CASE WHEN EXISTS (SELECT 1 FROM gone) THEN 'UNDELIVERED' ELSE status END
          WHERE company_id = $1 AND id = $2
          RETURNING jsonb_array_length(attempts) AS number),
        ${raw(KEEP_ATTEMPT)} SELECT number FROM told`,
  };
}

function attemptValues({ claimed, attempt }: FinishedAttempt): SqlValue[] {
  const { at, outcome, durationMs, signatures, answer } = attempt;
  const told = JSON.stringify([{ at, outcome }]);
  const kept = [new Date(at), outcome, durationMs, signatures, answer];
  return [claimed.companyId, claimed.id, told, ...kept];
}

/** How many events wait, and since when the oldest: null where none does, or was resent by hand. */
export async function readWebhookQueue(db: Db): Promise<{ depth: number; oldest: Date | null }> {
  const [row] = await db.query<{ depth: number; oldest: Date | null }>(sql('webhook_queue')`
    SELECT count(*) AS depth, min(e.created_at) AS oldest FROM webhook_outbox o
    LEFT JOIN webhook_events e ON e.company_id = o.company_id AND e.id = o.event_id
      AND o.sequence IS NOT NULL`);
  return row ?? { depth: 0, oldest: null };
}
