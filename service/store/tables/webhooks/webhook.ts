import type { WebhookDelivery } from '../../../../contract/payments/webhook.ts';
import type { Db, Queryable } from '../../../base/shared/db.ts';
import type { WebhookStore } from '../../../domain/webhooks/webhook-outbox.ts';
import { insertRows } from '../insert-rows.ts';
import { hasRows } from '../rows.ts';
import { bringEventBack } from '../upkeep/archive.ts';
import { webhookEnds } from './webhook-end.ts';
import { webhookLeases } from './webhook-lease.ts';

const DELIVERY = 'id, event, transaction_id AS "transactionId", status, attempts';

export function createWebhookStore(db: Db): WebhookStore {
  return {
    ...webhookLeases(db),
    ...webhookEnds(db),

    async latest(tx, companyId, transactionIds) {
      const rows = await tx.query<{ transaction_id: string; sequence: number }>({
        name: 'webhook_latest',
        text: `SELECT transaction_id, max(sequence) AS sequence FROM webhook_events
          WHERE company_id = $1
            AND transaction_id = ANY (ARRAY(SELECT json_array_elements_text($2::json)))
          GROUP BY transaction_id`,
        values: [companyId, JSON.stringify(transactionIds)],
      });
      return new Map(rows.map((row) => [row.transaction_id, row.sequence]));
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
      db.query<WebhookDelivery>({
        name: 'webhook_list',
        text: `SELECT ${DELIVERY} FROM webhook_events_all
          WHERE company_id = $1 AND ($2::text IS NULL OR status = $2)
          ORDER BY created_at DESC, sequence DESC LIMIT $3`,
        values: [companyId, status, limit],
      }),

    async find(companyId, id) {
      const [row] = await db.query<WebhookDelivery>({
        name: 'webhook_find',
        text: `SELECT ${DELIVERY} FROM webhook_events_all
          WHERE company_id = $1 AND id = $2`,
        values: [companyId, id],
      });
      return row ?? null;
    },

    async forgetFinished(companyId, { deliveredBefore, undeliveredBefore, limit }) {
      // As an array they are looked for once, whatever plan was made while the table was empty.
      const gone = await db.query({
        name: 'webhook_forget_finished',
        text: `WITH gone AS (
            DELETE FROM webhook_events WHERE company_id = $1 AND status <> 'PENDING'
            AND id = ANY (ARRAY(
              SELECT id FROM webhook_events
              WHERE company_id = $1 AND ((status = 'DELIVERED' AND created_at <= $2)
                OR (status = 'UNDELIVERED' AND created_at <= $3))
              ORDER BY created_at LIMIT $4))
            RETURNING id
          ), attempts AS (
            DELETE FROM webhook_attempts
            WHERE company_id = $1 AND event_id IN (SELECT id FROM gone))
          SELECT id FROM gone`,
        values: [companyId, deliveredBefore, undeliveredBefore, limit],
      });
      return gone.length;
    },

    async resend(companyId, id, now, tx) {
      if (tx !== undefined) await resend(tx, { companyId, id, now });
      else await db.transaction((own) => resend(own, { companyId, id, now }));
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
  return hasRows(tx, {
    name: 'webhook_resend',
    text: `WITH event AS (
        UPDATE webhook_events SET status = 'PENDING'
        WHERE company_id = $1 AND id = $2 AND status <> 'PENDING'
        RETURNING transaction_id, receiver)
      INSERT INTO webhook_outbox (company_id, event_id, transaction_id, sequence, receiver,
        due_at, failures)
      SELECT $1, $2, transaction_id, NULL, receiver, $3, 0 FROM event
      ON CONFLICT DO NOTHING RETURNING event_id`,
    values: [companyId, id, now],
  });
}
