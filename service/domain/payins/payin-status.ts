import type { PayinStatus, RefusedPayin } from '../../../contract/payments/payin.ts';
import { ApiError } from '../../base/shared/api-error.ts';

/**
 * Every move a payin can make. A move that is not here is refused, whoever asks for it.
 * Source: spec, "Payin states" (the first PENDING row). The rest are decisions:
 * - Decision: only what waits can be canceled ("before settlement") or expire.
 * - Decision: money that comes for one that has EXPIRED approves it while nobody else holds its
 *   reference, which it takes again in that commit. After every other end without money the merchant may
 *   have sold otherwise: it goes back (`refunds/return-payment.ts`).
 * - Decision: a refund may follow a refund while something is left; what is left may be disputed.
 * - Decision: a dispute (CHARGEBACK, MED) takes what is contested of what is left, and one that is
 *   won leads back to where the payin came from: REFUNDED where a part had been refunded, else
 *   APPROVED. No refund while disputed, so that the same money is not given back twice.
 * - Decision: a return takes its own amount and no more, and several may come. One by the banks (MED)
 *   or the cardholder stays the payin's status; the rest is the merchant's, and may be refunded.
 * - Decision: a return that did not stand gives back its amount, so REFUNDED may lead to APPROVED.
 * - Decision: no state asks for a method; which payment can be disputed how, the acquirer knows.
 */
export const PAYIN_TRANSITIONS: Readonly<Record<PayinStatus, readonly PayinStatus[]>> = {
  PENDING: ['APPROVED', 'REFUSED', 'FAILED', 'CANCELED', 'EXPIRED'],
  PENDING_3DS: ['PENDING', 'APPROVED', 'REFUSED', 'FAILED', 'CANCELED'],
  APPROVED: ['REFUNDED', 'CHARGEBACK', 'MED'],
  REFUSED: [],
  FAILED: [],
  CANCELED: [],
  REFUNDED: ['APPROVED', 'REFUNDED', 'CHARGEBACK', 'MED'],
  CHARGEBACK: ['APPROVED', 'REFUNDED', 'CHARGEBACK', 'MED'],
  MED: ['APPROVED', 'REFUNDED', 'CHARGEBACK', 'MED'],
  EXPIRED: ['APPROVED'],
};

const PAID_STATUSES = ['APPROVED', 'REFUNDED', 'CHARGEBACK', 'MED'] as const;

export type PaidStatus = (typeof PAID_STATUSES)[number];

export function isPaid(status: PayinStatus): boolean {
  return PAID_STATUSES.some((paid) => paid === status);
}

export function isOpen({ status }: { status: PayinStatus }): boolean {
  return status === 'PENDING' || status === 'PENDING_3DS';
}

/** After these a merchant may use the `referenceId` for another try. */
const UNPAID: ReadonlySet<PayinStatus> = new Set(['REFUSED', 'FAILED', 'EXPIRED', 'CANCELED']);

export function holdsReference(status: PayinStatus): boolean {
  return !UNPAID.has(status);
}

export function illegalTransition(
  from: PayinStatus,
  to: PayinStatus,
  about: { payin?: RefusedPayin } = {},
): ApiError {
  return new ApiError('ILLEGAL_TRANSITION', `A payin cannot go from ${from} to ${to}.`, about);
}

export class PayinChanged extends Error {
  override readonly name = 'PayinChanged';
}
