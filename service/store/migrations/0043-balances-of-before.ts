import type { Db } from '../../base/shared/db.ts';
import { readPatiently } from './patient-read.ts';

const BATCH = 2_000;

/**
 * `available_after` of transactions that were there before it, or that a build from before has
 * written since: of each company from the first without it to the last, on from what is known of the
 * one before it. Rows of the ledger change nowhere else.
 */
export async function fillBalances(db: Db): Promise<void> {
  const companies = await readPatiently<{ id: string; first: number; last: number }>(db, {
    name: '',
    text: `SELECT company_id AS id, min(sequence) AS first, max(sequence) AS last
      FROM ledger_transactions WHERE available_after IS NULL GROUP BY company_id`,
    values: [],
  });
  for (const { id, first, last } of companies) {
    for (let next = first; next <= last; next += BATCH) {
      await db.query({ name: '', text: FILL, values: [id, next] });
    }
  }
}

// Asked for by itself, as in a page of a statement: a join may read all entries of the company.
const MOVED = `coalesce((SELECT moved.amount FROM ledger_entries moved
    WHERE moved.company_id = $1 AND moved.source_id = l.source_id AND moved.step = l.step
      AND moved.account = 'available'),
  (SELECT old.amount FROM ledger_entries_archive old
    WHERE old.company_id = $1 AND old.source_id = l.source_id AND old.step = l.step
      AND old.account = 'available' AND old.created_at = l.created_at), 0)`;

const OF_BATCH = `company_id = $1 AND sequence >= $2::bigint AND sequence < $2::bigint + ${BATCH}`;

// All totals are one value, so that no plan reads the batch once for each of its rows.
const FILL = `WITH batch AS MATERIALIZED (
    SELECT jsonb_object_agg(s.sequence, s.total) AS totals FROM (
      SELECT l.sequence, sum(${MOVED}) OVER (ORDER BY l.sequence) + coalesce(
        (SELECT known.available_after FROM ledger_transactions known
          WHERE known.company_id = $1 AND known.sequence < $2::bigint
          ORDER BY known.sequence DESC LIMIT 1), 0) AS total
      FROM ledger_transactions l WHERE ${OF_BATCH}) s
  )
  UPDATE ledger_transactions
  SET available_after = (batch.totals ->> sequence::text)::bigint
  FROM batch WHERE ${OF_BATCH} AND available_after IS NULL`;
