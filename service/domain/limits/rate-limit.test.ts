import { beforeAll, describe, expect, it } from 'vitest';
import { createMemoryRateLimiter } from '../../store/tables/limits/memory-rate-limit.ts';
import { createSharedRateLimiter } from '../../store/tables/limits/shared-rate-limit.ts';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import type { RateLimiter } from './rate-limit.ts';

const RULE = { name: 'test', limit: 3, windowMs: 60_000 };
function at(seconds: number) {
  return new Date(Date.UTC(2030, 0, 1) + seconds * 1000);
}

/** What every way of counting must do. */
function limiterCases(limiter: () => RateLimiter) {
  it('slides: a call is free again when the oldest leaves the window', async () => {
    const take = (seconds: number) => limiter().take(RULE, 'slides', at(seconds));
    for (const second of [0, 10, 20]) expect((await take(second)).retryAfterMs).toBeNull();
    expect((await take(30)).retryAfterMs).toBe(30_000);
    expect((await take(59.999)).retryAfterMs).toBe(1);
    expect((await take(60)).retryAfterMs).toBeNull();
    expect((await take(61)).retryAfterMs).toBe(9_000);
  });

  it('counts a refused call not at all', async () => {
    const take = (seconds: number) => limiter().take(RULE, 'refused', at(seconds));
    for (let call = 0; call < 20; call += 1) await take(0);
    expect((await take(60)).retryAfterMs).toBeNull();
  });

  it('keeps buckets and rules apart', async () => {
    for (let call = 0; call < 3; call += 1) await limiter().take(RULE, 'a', at(0));
    expect((await limiter().take(RULE, 'b', at(0))).retryAfterMs).toBeNull();
    const other = { ...RULE, name: 'other' };
    expect((await limiter().take(other, 'a', at(0))).retryAfterMs).toBeNull();
  });

  it('allows exactly the limit of many at once', async () => {
    const takes = Array.from({ length: 40 }, () => limiter().take(RULE, 'many', at(0)));
    const allowed = (await Promise.all(takes)).filter((take) => take.retryAfterMs === null);
    expect(allowed.length).toBe(3);
  });

  it('forgets buckets that nobody used since', async () => {
    for (let call = 0; call < 3; call += 1) await limiter().take(RULE, 'old', at(0));
    await limiter().forgetBefore(at(1));
    expect((await limiter().take(RULE, 'old', at(2))).retryAfterMs).toBeNull();
  });
}

describe('in memory', () => {
  const limiter = createMemoryRateLimiter();
  limiterCases(() => limiter);

  it('is bounded: the bucket unused longest goes first', async () => {
    const small = createMemoryRateLimiter(2);
    for (let call = 0; call < 3; call += 1) await small.take(RULE, 'a', at(0));
    for (const bucket of ['b', 'c']) await small.take(RULE, bucket, at(1));
    expect((await small.take(RULE, 'a', at(2))).retryAfterMs).toBeNull();
  });
});

describe.each(testDatabases())('in the database on $engine', (database) => {
  let limiter: RateLimiter;
  const db = opened(database.openMigrated);
  beforeAll(() => {
    limiter = createSharedRateLimiter(db);
  });
  limiterCases(() => limiter);
});
