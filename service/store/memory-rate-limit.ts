import type { RateLimiter, RateLimitRule } from '../rate-limit.ts';

const MAX_BUCKETS = 50_000;

/** Counts in the memory of one process. Bounded: the bucket unused longest goes first. */
export function createMemoryRateLimiter(maxBuckets: number = MAX_BUCKETS): RateLimiter {
  const buckets = new Map<string, number[]>();
  return {
    async take(rule, bucket, now) {
      const key = `${rule.name}|${bucket}`;
      const time = now.getTime();
      const hits = (buckets.get(key) ?? []).filter((hit) => hit > time - rule.windowMs);
      // Re-inserted, so that the map's order is the order of use.
      buckets.delete(key);
      buckets.set(key, hits);
      if (buckets.size > maxBuckets) forgetOldest(buckets);
      return record(rule, hits, time);
    },
    async forgetBefore(time) {
      for (const [key, hits] of buckets) {
        if ((hits.at(-1) ?? 0) < time.getTime()) buckets.delete(key);
      }
    },
  };
}

function record(rule: RateLimitRule, hits: number[], time: number) {
  const oldest = hits[0];
  if (hits.length >= rule.limit && oldest !== undefined) {
    return { retryAfterMs: oldest + rule.windowMs - time };
  }
  hits.push(time);
  return { retryAfterMs: null };
}

function forgetOldest(buckets: Map<string, number[]>): void {
  const oldest = buckets.keys().next();
  if (!oldest.done) buckets.delete(oldest.value);
}
