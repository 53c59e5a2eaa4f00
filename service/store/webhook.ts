import type { WebhookDelivery } from '../../contract/webhook.ts';
import type { Db, SqlValue } from '../shared/db.ts';
import { DbUnavailable } from '../shared/db.ts';
import type { ClaimedEvent, FinishedAttempt, WebhookStore } from '../webhooks/webhook-outbox.ts';
import { insertRows } from './insert-rows.ts';

type ClaimedRow = {
  company_id: string;
  event_id: string;
  receiver: string;
  failures: number;
  traceparent: string | null;
};

type EventRow = { id: string; event: string; url: string; body: string };

const DELIVERY = 'id, event, transaction_id AS "transactionId", status, attempts';

const EVENTS = {
  name: 'webhook_events',
  table: 'webhook_events',
  columns: [
    'id',
    'transaction_id',
    'sequence',
    'event',
    'receiver',
    'url',
    'body',
    'created_at',
    'status',
    'attempts',
  ],
};

const OUTBOX = {
  name: 'webhook_outbox',
  table: 'webhook_outbox',
  columns: [
    'event_id',
    'transaction_id',
    'sequence',
    'receiver',
    'due_at',
    'failures',
    'traceparent',
  ],
};

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

export function createWebhookStore(db: Db): WebhookStore {
  /**
   * The queue is of all companies, its events lie with their companies: one statement each. Where a
   * company's machine does not answer, its leases run out and the others' events are delivered.
   */
  async function readClaimed(
    companyId: string,
    rows: readonly ClaimedRow[],
    owner: string,
  ): Promise<ClaimedEvent[]> {
    const reading = db.query<EventRow>({
      name: 'webhook_read_claimed',
      text: `SELECT id, event, url, body FROM webhook_events WHERE company_id = $1
        AND id = ANY (ARRAY(SELECT json_array_elements_text($2::json)))`,
      values: [companyId, JSON.stringify(rows.map((row) => row.event_id))],
    });
    const events = await reading.catch((error: unknown) => {
      if (error instanceof DbUnavailable) return [];
      throw error;
    });
    const byId = new Map(events.map((event) => [event.id, event]));
    return rows.flatMap(({ event_id: id, receiver, failures, traceparent }) => {
      const event = byId.get(id);
      return event === undefined
        ? []
        : [{ companyId, ...event, receiver, failures, owner, traceparent }];
    });
  }

  return {
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
        ...event,
        sequence: (latest.get(event.transactionId) ?? 0) + 1,
      }));
      const statements = [
        ...insertRows(
          EVENTS,
          companyId,
          placed.map((one) => [
            one.id,
            one.transactionId,
            one.sequence,
            one.event,
            one.receiver,
            one.url,
            one.body,
            one.createdAt,
            'PENDING',
            '[]',
          ]),
        ),
        ...insertRows(
          OUTBOX,
          companyId,
          placed.map((one) => [
            one.id,
            one.transactionId,
            one.sequence,
            one.receiver,
            one.createdAt,
            0,
            one.traceparent ?? null,
          ]),
        ),
      ];
      await Promise.all(statements.map((statement) => tx.query(statement)));
    },

    async claim({ now, leaseUntil, owner, places, held }) {
      // From one receiver to the next by the index, so that a long queue is not read for its length.
      // A free place goes to the receiver and the company that have the fewest.
      const statement = {
        name: 'webhook_claim',
        text: `WITH RECURSIVE receivers AS (
            (SELECT receiver, company_id FROM webhook_outbox ORDER BY receiver LIMIT 1)
            UNION ALL
            SELECT n.receiver, n.company_id FROM receivers r CROSS JOIN LATERAL (
              SELECT o.receiver, o.company_id FROM webhook_outbox o
              WHERE o.receiver > r.receiver ORDER BY o.receiver LIMIT 1) n
          ), due AS (
            SELECT d.company_id, d.event_id, d.due_at, row_number() OVER (
              PARTITION BY r.receiver ORDER BY d.due_at, d.sequence) + r.held AS place
            FROM (SELECT receiver, company_id,
                coalesce(($5::jsonb ->> receiver)::integer, 0) AS held,
                coalesce(($7::jsonb ->> company_id)::integer, 0) AS held_of_company
              FROM receivers) r
            CROSS JOIN LATERAL (
              SELECT o.company_id, o.event_id, o.due_at, o.sequence FROM webhook_outbox o
              WHERE o.receiver = r.receiver AND o.due_at <= $1 AND NOT EXISTS (
                SELECT 1 FROM webhook_outbox e
                WHERE e.company_id = o.company_id AND e.transaction_id = o.transaction_id
                  AND e.sequence < o.sequence)
              ORDER BY o.due_at, o.sequence
              LIMIT greatest(0, least($4::integer - r.held, $6::integer - r.held_of_company))
            ) d
          ), shared AS (
            SELECT company_id, event_id, due_at, row_number() OVER (
              PARTITION BY company_id ORDER BY place, due_at, event_id)
              + coalesce(($7::jsonb ->> company_id)::integer, 0) AS place
            FROM due
          ), chosen AS (
            SELECT company_id, event_id FROM shared WHERE place <= $6
            ORDER BY place, due_at LIMIT $8
          ), claimed AS (
            UPDATE webhook_outbox w SET lease_owner = $3, due_at = $2 FROM chosen
            WHERE w.company_id = chosen.company_id AND w.event_id = chosen.event_id
              AND w.due_at <= $1
            RETURNING w.company_id, w.event_id, w.receiver, w.failures, w.traceparent
          )
          SELECT company_id, event_id, receiver, failures, traceparent FROM claimed`,
        values: [
          now,
          leaseUntil,
          owner,
          places.perReceiver,
          JSON.stringify(Object.fromEntries(held.ofReceiver)),
          places.perCompany,
          JSON.stringify(Object.fromEntries(held.ofCompany)),
          places.inAll,
        ],
      };
      const rows = await db.transaction((tx) => tx.query<ClaimedRow>(statement));
      const claimed = await Promise.all(
        [...new Set(rows.map((row) => row.company_id))].map((companyId) => {
          const ofCompany = rows.filter((row) => row.company_id === companyId);
          return readClaimed(companyId, ofCompany, owner);
        }),
      );
      return claimed.flat();
    },

    async release(claimed, dueAt) {
      await db.query({
        name: 'webhook_release',
        text: `UPDATE webhook_outbox SET due_at = $4, lease_owner = NULL
          WHERE company_id = $1 AND event_id = $2 AND lease_owner = $3`,
        values: [claimed.companyId, claimed.id, claimed.owner, dueAt],
      });
    },

    async putOff(claimed, now) {
      const [event] = await db.query<{ created_at: Date }>({
        name: 'webhook_created_at',
        text: 'SELECT created_at FROM webhook_events WHERE company_id = $1 AND id = $2',
        values: [claimed.companyId, claimed.id],
      });
      if (event === undefined) return;
      await db.query({
        name: 'webhook_put_off',
        text: `UPDATE webhook_outbox SET lease_owner = NULL, due_at = $4::timestamptz
            + least(interval '1 hour', greatest(interval '1 minute', $4::timestamptz - $5::timestamptz))
          WHERE company_id = $1 AND event_id = $2 AND lease_owner = $3`,
        values: [claimed.companyId, claimed.id, claimed.owner, now, event.created_at],
      });
    },

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

    async failed(finished, leaseUntil) {
      const rows = await db.query({
        name: 'webhook_failed',
        text: `WITH told AS (UPDATE webhook_events SET attempts = attempts || $3::jsonb
            WHERE company_id = $1 AND id = $2
            RETURNING jsonb_array_length(attempts) AS number),
          ${KEEP_ATTEMPT}
          UPDATE webhook_outbox SET failures = failures + 1, due_at = $10
          WHERE company_id = $1 AND event_id = $2 AND lease_owner = $9 RETURNING event_id`,
        values: [...attemptValues(finished), finished.claimed.owner, leaseUntil],
      });
      return rows.length > 0;
    },

    async undelivered(finished) {
      await db.query({
        name: 'webhook_undelivered',
        text: `WITH gone AS (DELETE FROM webhook_outbox
            WHERE company_id = $1 AND event_id = $2 AND lease_owner = $9 RETURNING event_id),
          told AS (UPDATE webhook_events SET attempts = attempts || $3::jsonb,
              status = CASE WHEN EXISTS (SELECT 1 FROM gone) THEN 'UNDELIVERED' ELSE status END
            WHERE company_id = $1 AND id = $2
            RETURNING jsonb_array_length(attempts) AS number),
          ${KEEP_ATTEMPT} SELECT number FROM told`,
        values: [...attemptValues(finished), finished.claimed.owner],
      });
    },

    list(companyId, { status, limit }) {
      return db.query<WebhookDelivery>({
        name: 'webhook_list',
        text: `SELECT ${DELIVERY} FROM webhook_events
          WHERE company_id = $1 AND ($2::text IS NULL OR status = $2)
          ORDER BY created_at DESC, sequence DESC LIMIT $3`,
        values: [companyId, status, limit],
      });
    },

    async find(companyId, id) {
      const [row] = await db.query<WebhookDelivery>({
        name: 'webhook_find',
        text: `SELECT ${DELIVERY} FROM webhook_events
          WHERE company_id = $1 AND id = $2`,
        values: [companyId, id],
      });
      return row ?? null;
    },

    async forgetFinished(companyId, { deliveredBefore, undeliveredBefore, limit }) {
      // As an array they are looked for once, whatever plan was made while the table was empty.
      await db.query({
        name: 'webhook_forget_finished',
        text: `WITH gone AS (
            DELETE FROM webhook_events WHERE company_id = $1 AND status <> 'PENDING'
            AND id = ANY (ARRAY(
              SELECT id FROM webhook_events
              WHERE company_id = $1 AND ((status = 'DELIVERED' AND created_at <= $2)
                OR (status = 'UNDELIVERED' AND created_at <= $3))
              ORDER BY created_at LIMIT $4))
            RETURNING id)
          DELETE FROM webhook_attempts
          WHERE company_id = $1 AND event_id IN (SELECT id FROM gone)`,
        values: [companyId, deliveredBefore, undeliveredBefore, limit],
      });
    },

    async resend(companyId, id, now, tx = db) {
      await tx.query({
        name: 'webhook_resend',
        text: `WITH event AS (
            UPDATE webhook_events SET status = 'PENDING'
            WHERE company_id = $1 AND id = $2 AND status <> 'PENDING'
            RETURNING transaction_id, receiver)
          INSERT INTO webhook_outbox (company_id, event_id, transaction_id, sequence, receiver,
            due_at, failures)
          SELECT $1, $2, transaction_id, NULL, receiver, $3, 0 FROM event ON CONFLICT DO NOTHING`,
        values: [companyId, id, now],
      });
    },
  };
}

function attemptValues({ claimed, attempt }: FinishedAttempt): SqlValue[] {
  const { at, outcome, durationMs, signatures, answer } = attempt;
  const told = JSON.stringify([{ at, outcome }]);
  const kept = [new Date(at), outcome, durationMs, signatures, answer];
  return [claimed.companyId, claimed.id, told, ...kept];
}
