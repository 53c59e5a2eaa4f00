import type { PayoutStatus } from '../../../contract/payments/payout.ts';
import { ApiError } from '../../base/shared/api-error.ts';

/**
 * Source: spec, "Payout states". Decision: CANCELED only before it was sent; APPROVED or COMPLETED
 * may come back as REFUNDED; what the acquirer does not take in is FAILED without PROCESSING.
 */
export const PAYOUT_TRANSITIONS: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  AWAITING_APPROVAL: ['PENDING', 'CANCELED'],
  PENDING: ['PROCESSING', 'FAILED', 'CANCELED'],
  PROCESSING: ['APPROVED', 'COMPLETED', 'FAILED', 'REFUSED'],
  APPROVED: ['COMPLETED', 'FAILED', 'REFUSED', 'REFUNDED'],
  COMPLETED: ['REFUNDED'],
  FAILED: [],
  CANCELED: [],
  REFUSED: [],
  REFUNDED: [],
};

export function illegalPayoutTransition(from: PayoutStatus, to: PayoutStatus): ApiError {
  return new ApiError('ILLEGAL_TRANSITION', `A payout cannot go from ${from} to ${to}.`);
}
