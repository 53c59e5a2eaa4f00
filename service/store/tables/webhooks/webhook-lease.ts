import type { Db } from '../../../base/shared/db.ts';
import { DbUnavailable } from '../../../base/shared/db.ts';
import type { ClaimedEvent, WebhookStore } from '../../../domain/webhooks/webhook-outbox.ts';
import { execute, firstOf } from '../rows.ts';
import { among, sql } from '../sql.ts';

type ClaimedRow = {
  company_id: string;
  event_id: string;
  receiver: string;
  failures: number;
  traceparent: string | null;
};

type EventRow = { id: string; event: string; transactionId: string; url: string; body: string };

/** Longer than an engine of several machines takes to end a commit that was cut off. */
const POLL_AGAIN_AFTER_MS = 10 * 60_000;

/**
 * Goes from one receiver to the next by the index, so that a long queue is not read for its length. A
 * free place goes to the receiver and the company that have the fewest.
 */
const CLAIM = `WITH RECURSIVE receivers AS (
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
  SELECT company_id, event_id, receiver, failures, traceparent FROM claimed`;

export function webhookLeases(db: Db): Pick<WebhookStore, 'claim' | 'release' | 'putOff'> {
  return {
    async claim({ now, leaseUntil, owner, places, held }) {
      const statement = {
        name: 'webhook_claim',
        text: CLAIM,
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
          return readClaimed(db, companyId, ofCompany, { owner, now });
        }),
      );
      return claimed.flat();
    },

    release: async (claimed, dueAt) =>
      execute(db, 'webhook_release', claimed.companyId)`
        UPDATE webhook_outbox SET due_at = ${dueAt}, lease_owner = NULL
        WHERE company_id = $1 AND event_id = ${claimed.id} AND lease_owner = ${claimed.owner}`,

    async putOff(claimed, now) {
      const { companyId, id } = claimed;
      const event = await firstOf<{ created_at: Date }>(db, 'webhook_created_at', companyId)`
        SELECT created_at FROM webhook_events WHERE company_id = $1 AND id = ${id}`;
      if (event === null) return;
      await db.query(sql('webhook_put_off', claimed.companyId, now)`
        UPDATE webhook_outbox SET lease_owner = NULL, due_at = $2::timestamptz
          + least(interval '1 hour', greatest(interval '1 minute', $2::timestamptz -
            ${event.created_at}::timestamptz))
        WHERE company_id = $1 AND event_id = ${claimed.id} AND lease_owner = ${claimed.owner}`);
    },
  };
}

/**
 * The queue is of all companies, its events lie with their companies: one statement each. Where a
 * company's machine does not answer, its leases run out and the others' events are delivered.
 */
async function readClaimed(
  db: Db,
  companyId: string,
  rows: readonly ClaimedRow[],
  { owner, now }: { owner: string; now: Date },
): Promise<ClaimedEvent[]> {
  const reading = db.query<EventRow>(sql('webhook_read_claimed', companyId)`
    SELECT id, event, url, body, transaction_id AS "transactionId"
    FROM webhook_events WHERE company_id = $1
    AND id = ${among(rows.map((row) => row.event_id))}`);
  const events = await reading.catch((error: unknown) => {
    if (error instanceof DbUnavailable) return null;
    throw error;
  });
  if (events === null) return [];
  const byId = new Map(events.map((event) => [event.id, event]));
  const gone = rows.map((row) => row.event_id).filter((id) => !byId.has(id));
  if (gone.length > 0) await endGone(db, companyId, gone, { owner, now });
  return rows.flatMap(({ event_id: id, receiver, failures, traceparent }) => {
    const event = byId.get(id);
    return event === undefined
      ? []
      : [{ companyId, ...event, receiver, failures, owner, traceparent }];
  });
}

/**
 * Takes what has no event out of the queue. Where machines commit one after the other a row may be
 * seen before its event: one that was never tried is looked at a second time, counted as a failure.
 */
async function endGone(
  db: Db,
  companyId: string,
  ids: readonly string[],
  { owner, now }: { owner: string; now: Date },
): Promise<void> {
  const gone = [companyId, JSON.stringify(ids), owner];
  await db.query(sql('webhook_end_gone', ...gone)`
    DELETE FROM webhook_outbox WHERE company_id = $1 AND lease_owner = $3 AND failures > 0
    AND event_id = ANY (ARRAY(SELECT json_array_elements_text($2::json)))`);
  await db.query(sql('webhook_look_again', ...gone, new Date(now.getTime() + POLL_AGAIN_AFTER_MS))`
    UPDATE webhook_outbox SET lease_owner = NULL, failures = 1, due_at = $4
    WHERE company_id = $1 AND lease_owner = $3 AND failures = 0
    AND event_id = ANY (ARRAY(SELECT json_array_elements_text($2::json)))`);
}
