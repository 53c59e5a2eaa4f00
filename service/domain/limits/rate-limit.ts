import { ApiError } from '../../base/shared/api-error.ts';

/** A sliding window: at most `limit` calls in any `windowMs`. Real time, not an account's. */
export type RateLimitRule = { name: string; limit: number; windowMs: number };

export const LONGEST_WINDOW_MS = 15 * 60_000;

/** Source: spec, "Limits". */
export const WHOAMI_RATE_LIMIT: RateLimitRule = { name: 'whoami', limit: 30, windowMs: 60_000 };

/** Decision: each request for it draws a PDF, and a buyer opens one or two. */
export const BOLETO_RATE_LIMIT: RateLimitRule = { name: 'boleto', limit: 60, windowMs: 60_000 };

/** Decision: a buyer comes back from their bank once or twice, of a hundred behind one address. */
export const RETURN_RATE_LIMIT: RateLimitRule = { name: 'return', limit: 60, windowMs: 60_000 };

/** Decision: a buyer loads a payment page and tries to pay a few times, of many at one address. */
export const PAGE_RATE_LIMIT: RateLimitRule = { name: 'page', limit: 240, windowMs: 60_000 };

/** Decision: of one payin. The frame asks twenty times a minute at most, in a tab or two. */
export const PIX_VIEW_RATE_LIMIT: RateLimitRule = { name: 'pix_view', limit: 60, windowMs: 60_000 };

/** Decision: of one company. Whose a key is, is told to who is about to pay, not to who collects. */
export const REVIEW_RATE_LIMIT: RateLimitRule = {
  name: 'payout_review',
  limit: 60,
  windowMs: 10 * 60_000,
};

/** Counts calls. `take` is atomic: of any number at once exactly `limit` are allowed. */
export interface RateLimiter {
  take(rule: RateLimitRule, bucket: string, now: Date): Promise<{ retryAfterMs: number | null }>;
  forgetBefore(time: Date): Promise<void>;
}

export async function requireWithinLimit(
  limiter: RateLimiter,
  rule: RateLimitRule,
  bucket: string,
  now: Date,
): Promise<void> {
  const { retryAfterMs } = await limiter.take(rule, bucket, now);
  if (retryAfterMs === null) return;
  throw new ApiError('RATE_LIMITED', 'Too many calls; try again later.', {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)),
  });
}
