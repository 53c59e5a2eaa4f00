import type { Db } from '../../../base/shared/db.ts';

/** How many events wait, and since when the oldest: null where none does, or was resent by hand. */
export async function readWebhookQueue(db: Db): Promise<{ depth: number; oldest: Date | null }> {
  const [row] = await db.query<{ depth: number; oldest: Date | null }>({
    name: 'webhook_queue',
    text: `SELECT count(*) AS depth, min(e.created_at) AS oldest FROM webhook_outbox o
      LEFT JOIN webhook_events e ON e.company_id = o.company_id AND e.id = o.event_id
        AND o.sequence IS NOT NULL`,
    values: [],
  });
  return row ?? { depth: 0, oldest: null };
}
