import * as z from 'zod/mini';

const TEN_YEARS_SECONDS = 10 * 366 * 24 * 60 * 60;

/**
 * `POST /sandbox/clock` (key pair of a sandbox account): moves the account's time forward. What
 * moves with it: creation and expiry of payins, tokens and sessions.
 */
export const sandboxClockRequestSchema = z.object({
  advanceSeconds: z.int().check(z.minimum(0), z.maximum(TEN_YEARS_SECONDS)),
});

/** `now`: the account's time after the move, ISO 8601. */
export const sandboxClockSchema = z.object({ now: z.string() });
