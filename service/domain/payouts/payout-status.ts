import type { PayoutStatus } from '../../../contract/payments/payout.ts';
import { ApiError } from '../../base/shared/api-error.ts';

/**
 * Every move a payout can make. Source: spec, "Payout states". Decision: CANCELED is left to a
 * payout that was not sent yet; one that APPROVED or COMPLETED may come back as REFUNDED; a payout
 * the acquirer does not take in at all is FAILED without having been PROCESSING.
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
