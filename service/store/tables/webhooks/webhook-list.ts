import type { Db, Statement } from '../../../base/shared/db.ts';
import type {
  EventFilter,
  EventPeriod,
  ListedEvent,
  NumberedAttempt,
  WebhookListStore,
} from '../../../domain/webhooks/webhook-list.ts';
import { countOf, firstOf } from '../rows.ts';
import { raw, sql } from '../sql.ts';

const LISTED = `id, event, transaction_id AS "transactionId", status, created_at AS "createdAt",
  jsonb_array_length(attempts) AS attempts, attempts -> -1 AS "lastAttempt"`;

/** Unnamed, so that it is planned with its values each time: they decide which index serves it. */
export function eventPage(companyId: string, filter: EventFilter): Statement {
  const { event, status, transactionId, from, until, after, limit } = filter;
  const place = [after?.createdAt ?? null, after?.id ?? null];
  return sql('', companyId, event, status, transactionId, from, until, ...place, limit)`
    SELECT ${raw(LISTED)} FROM webhook_events_all WHERE company_id = $1
    AND ($2::text IS NULL OR event = $2)
    AND ($3::text IS NULL OR status = $3)
    AND ($4::text IS NULL OR transaction_id = $4)
    AND ($5::timestamptz IS NULL OR created_at >= $5)
    AND ($6::timestamptz IS NULL OR created_at <= $6)
    AND ($7::timestamptz IS NULL OR (created_at, id) < ($7, $8))
    ORDER BY created_at DESC, id DESC LIMIT $9`;
}

export function createWebhookListStore(db: Db): WebhookListStore {
  return {
    page: async (companyId, filter) => db.query<ListedEvent>(eventPage(companyId, filter)),

    async detail(companyId, id) {
      type Detail = ListedEvent & { url: string; body: string };
      const row = await firstOf<Detail>(db, 'webhook_detail', companyId)`
        SELECT ${raw(LISTED)}, url, body FROM webhook_events_all
        WHERE company_id = $1 AND id = ${id}`;
      if (row === null) return null;
      type Attempt = Omit<NumberedAttempt, 'at'> & { at: Date };
      const attempts = await db.query<Attempt>(sql('webhook_attempts', companyId)`
        SELECT number, at, outcome, duration_ms AS "durationMs", signatures, answer
        FROM webhook_attempts_all WHERE company_id = $1 AND event_id = ${id} ORDER BY number DESC`);
      return {
        ...row,
        attemptCount: row.attempts,
        attempts: attempts.map((attempt) => ({ ...attempt, at: attempt.at.toISOString() })),
      };
    },

    countUndelivered: async (companyId, period, most) =>
      countOf(db, '', companyId, ...placesOf(period), most)`
        SELECT count(*) AS count FROM (SELECT 1 FROM webhook_events
        WHERE company_id = $1 AND status = 'UNDELIVERED'
          AND ($2::timestamptz IS NULL OR created_at >= $2)
          AND ($3::timestamptz IS NULL OR created_at <= $3) LIMIT $4) counted`,

    async resendUndelivered(tx, companyId, { period, limit, now }) {
      const rows = await tx.query<{ id: string }>({
        name: '',
        text: `WITH event AS (
            UPDATE webhook_events SET status = 'PENDING'
            WHERE company_id = $1 AND status = 'UNDELIVERED' AND id = ANY (ARRAY(
              SELECT id FROM webhook_events
              WHERE company_id = $1 AND status = 'UNDELIVERED'
                AND ($2::timestamptz IS NULL OR created_at >= $2)
                AND ($3::timestamptz IS NULL OR created_at <= $3)
              ORDER BY created_at, sequence LIMIT $4))
            RETURNING id, transaction_id, receiver)
          INSERT INTO webhook_outbox (company_id, event_id, transaction_id, sequence, receiver,
            due_at, failures)
          SELECT $1, id, transaction_id, NULL, receiver, $5, 0 FROM event
          ON CONFLICT DO NOTHING RETURNING event_id AS id`,
        values: [companyId, ...placesOf(period), limit, now],
      });
      return rows.length;
    },
  };
}

function placesOf({ from, until }: EventPeriod) {
  return [from, until] as const;
}
