import type { WebhookAttempt } from '../../../../contract/webhook.ts';
import type { Db, Statement } from '../../../base/shared/db.ts';
import type {
  EventFilter,
  EventPeriod,
  ListedEvent,
  NumberedAttempt,
  WebhookListStore,
} from '../../../domain/webhooks/webhook-list.ts';

type Row = {
  id: string;
  event: string;
  transaction_id: string;
  status: ListedEvent['status'];
  created_at: Date;
  attempts: number;
  last_attempt: WebhookAttempt | null;
};

type AttemptRow = {
  number: number;
  at: Date;
  outcome: string;
  duration_ms: number;
  signatures: number;
  answer: string | null;
};

const LISTED = `id, event, transaction_id, status, created_at,
  jsonb_array_length(attempts) AS attempts, attempts -> -1 AS last_attempt`;

/**
 * Has no name, so that it is planned with its values each time: which index serves it depends on
 * what is asked for.
 */
export function eventPage(companyId: string, filter: EventFilter): Statement {
  const { event, status, transactionId, from, until, after, limit } = filter;
  const place = [after?.createdAt ?? null, after?.id ?? null];
  return {
    name: '',
    text: `SELECT ${LISTED} FROM webhook_events_all WHERE company_id = $1
      AND ($2::text IS NULL OR event = $2)
      AND ($3::text IS NULL OR status = $3)
      AND ($4::text IS NULL OR transaction_id = $4)
      AND ($5::timestamptz IS NULL OR created_at >= $5)
      AND ($6::timestamptz IS NULL OR created_at <= $6)
      AND ($7::timestamptz IS NULL OR (created_at, id) < ($7, $8))
      ORDER BY created_at DESC, id DESC LIMIT $9`,
    values: [companyId, event, status, transactionId, from, until, ...place, limit],
  };
}

export function createWebhookListStore(db: Db): WebhookListStore {
  return {
    async page(companyId, filter) {
      return (await db.query<Row>(eventPage(companyId, filter))).map(toListed);
    },

    async detail(companyId, id) {
      const [row] = await db.query<Row & { url: string; body: string }>({
        name: 'webhook_detail',
        text: `SELECT ${LISTED}, url, body FROM webhook_events_all
          WHERE company_id = $1 AND id = $2`,
        values: [companyId, id],
      });
      if (row === undefined) return null;
      const attempts = await db.query<AttemptRow>({
        name: 'webhook_attempts',
        text: `SELECT number, at, outcome, duration_ms, signatures, answer
          FROM webhook_attempts_all WHERE company_id = $1 AND event_id = $2 ORDER BY number DESC`,
        values: [companyId, id],
      });
      const { url, body } = row;
      return {
        ...toListed(row),
        url,
        body,
        attemptCount: row.attempts,
        attempts: attempts.map(toAttempt),
      };
    },

    async countUndelivered(companyId, period, most) {
      const [row] = await db.query<{ count: number }>({
        name: '',
        text: `SELECT count(*) AS count FROM (SELECT 1 FROM webhook_events
          WHERE company_id = $1 AND status = 'UNDELIVERED'
            AND ($2::timestamptz IS NULL OR created_at >= $2)
            AND ($3::timestamptz IS NULL OR created_at <= $3) LIMIT $4) counted`,
        values: [companyId, ...placesOf(period), most],
      });
      return row?.count ?? 0;
    },

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

function toListed(row: Row): ListedEvent {
  return {
    id: row.id,
    event: row.event,
    transactionId: row.transaction_id,
    status: row.status,
    createdAt: row.created_at,
    attempts: row.attempts,
    lastAttempt: row.last_attempt,
  };
}

function toAttempt(row: AttemptRow): NumberedAttempt {
  return {
    number: row.number,
    at: row.at.toISOString(),
    outcome: row.outcome,
    durationMs: row.duration_ms,
    signatures: row.signatures,
    answer: row.answer,
  };
}
