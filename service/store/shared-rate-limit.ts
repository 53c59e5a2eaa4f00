import type { RateLimiter } from '../limits/rate-limit.ts';
import type { Db } from '../shared/db.ts';

/** Counts in the database that several processes share; a row lock makes the count exact. */
export function createSharedRateLimiter(db: Db): RateLimiter {
  return {
    async take(rule, bucket, now) {
      const time = now.getTime();
      const [row] = await db.query<{ allowed: boolean; oldest: number }>({
        name: 'rate_limit_take',
        text: `INSERT INTO rate_limits AS r (bucket, hits, allowed, touched_at)
          VALUES ($1, jsonb_build_array($2::bigint), true, $5)
          ON CONFLICT (bucket) DO UPDATE SET
            allowed = (SELECT count(*) < $4::bigint FROM jsonb_array_elements(r.hits) AS h
              WHERE h::bigint > $3::bigint),
            hits = (SELECT coalesce(jsonb_agg(kept.h ORDER BY kept.h::bigint), '[]'::jsonb) FROM (
              SELECT h FROM jsonb_array_elements(r.hits) AS h WHERE h::bigint > $3::bigint
              UNION ALL
              SELECT to_jsonb($2::bigint) WHERE (
                SELECT count(*) < $4::bigint FROM jsonb_array_elements(r.hits) AS h
                WHERE h::bigint > $3::bigint)
            ) AS kept),
            touched_at = $5
          RETURNING allowed, (hits ->> 0)::bigint AS oldest`,
        values: [`${rule.name}|${bucket}`, time, time - rule.windowMs, rule.limit, now],
      });
      if (row === undefined || row.allowed) return { retryAfterMs: null };
      return { retryAfterMs: row.oldest + rule.windowMs - time };
    },
    async forgetBefore(time) {
      await db.query({
        name: 'rate_limit_forget',
        text: 'DELETE FROM rate_limits WHERE touched_at < $1',
        values: [time],
      });
    },
  };
}
