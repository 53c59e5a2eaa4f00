import type { Db } from '../../../base/shared/db.ts';
import type { RateLimiter } from '../../../domain/limits/rate-limit.ts';
import { execute } from '../rows.ts';

/** It has no subquery, and nothing the engine takes for volatile. */
const WITHIN = `jsonb_path_query_array(r.hits, '$[*] ? (@ > $after)', $3::jsonb)`;

/** Counts in the database that several processes share; a row lock makes the count exact. */
export function createSharedRateLimiter(db: Db): RateLimiter {
  return {
    async take(rule, bucket, now) {
      const time = now.getTime();
      const [row] = await db.query<{ allowed: boolean; hits: number[] | null }>({
        name: 'rate_limit_take',
        text: `INSERT INTO rate_limits AS r (bucket, hits, allowed, touched_at)
          VALUES ($1, $2::jsonb, true, $5)
          ON CONFLICT (bucket) DO UPDATE SET
            allowed = jsonb_array_length(${WITHIN}) < $4::bigint,
            hits = ${WITHIN} || CASE WHEN jsonb_array_length(${WITHIN}) < $4::bigint
              THEN $2::jsonb ELSE '[]'::jsonb END,
            touched_at = $5
          RETURNING allowed, CASE WHEN allowed THEN NULL ELSE hits END AS hits`,
        values: [
          `${rule.name}|${bucket}`,
          JSON.stringify([time]),
          JSON.stringify({ after: time - rule.windowMs }),
          rule.limit,
          now,
        ],
      });
      if (row === undefined || row.allowed || row.hits === null) return { retryAfterMs: null };
      // Two processes may have written in another order than their clocks say.
      return { retryAfterMs: Math.min(...row.hits) + rule.windowMs - time };
    },
    forgetBefore: async (time) =>
      execute(db, 'rate_limit_forget')`DELETE FROM rate_limits WHERE touched_at < ${time}`,
  };
}
