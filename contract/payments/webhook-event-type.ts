import { PAYIN_STATUSES } from './payin-status.ts';
import { PAYOUT_STATUSES } from './payout.ts';

export const PAYIN_EVENT_TYPES: readonly string[] = [
  ...PAYIN_STATUSES.map((status) => `payin.${status.toLowerCase()}`),
  'payin.reversed',
  'payin.refund_done',
  'payin.refund_failed',
];

export const PAYOUT_EVENT_TYPES: readonly string[] = PAYOUT_STATUSES.map(
  (status) => `payout.${status.toLowerCase()}`,
);

/** What an account may have a receiver for: the two families, and each type in them. */
export const RECEIVED_TYPES: readonly string[] = [
  'payin.*',
  'payout.*',
  ...PAYIN_EVENT_TYPES,
  ...PAYOUT_EVENT_TYPES,
];
