export const WEBHOOK_SCHEDULES = ['specification', 'days'] as const;
export type WebhookSchedule = (typeof WEBHOOK_SCHEDULES)[number];

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Source: spec, "Delivery policy". Decision: an account may have a schedule of three days, so that
 * a receiver down over a weekend misses nothing; later events of a transaction wait as long.
 */
export const RETRIES_AFTER_MS: Readonly<Record<WebhookSchedule, readonly number[]>> = {
  specification: [SECOND_MS, 2 * SECOND_MS],
  days: [
    SECOND_MS,
    2 * SECOND_MS,
    MINUTE_MS,
    5 * MINUTE_MS,
    15 * MINUTE_MS,
    HOUR_MS,
    3 * HOUR_MS,
    6 * HOUR_MS,
    12 * HOUR_MS,
    24 * HOUR_MS,
    24 * HOUR_MS,
  ],
};
