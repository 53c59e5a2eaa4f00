import { LRUCache } from 'lru-cache';
import type { RateLimiter, RateLimitRule } from '../../../domain/limits/rate-limit.ts';

const MAX_BUCKETS = 50_000;

/** Counts in the memory of one process. Bounded: the buckets unused longest go first. */
export function createMemoryRateLimiter(maxBuckets: number = MAX_BUCKETS): RateLimiter {
  const buckets = new LRUCache<string, number[]>({ max: maxBuckets });
  return {
    async take(rule, bucket, now) {
      const key = `${rule.name}|${bucket}`;
      const time = now.getTime();
      const hits = (buckets.get(key) ?? []).filter((hit) => hit > time - rule.windowMs);
      buckets.set(key, hits);
      return record(rule, hits, time);
    },
    async forgetBefore(time) {
      for (const [key, hits] of buckets.entries()) {
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
