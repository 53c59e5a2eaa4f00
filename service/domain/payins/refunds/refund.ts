import type { ReturnNature } from '../../../../contract/payments/payin-return.ts';
import type {
  PayinRefund,
  RefundRecord,
  RefundStatus,
} from '../../../../contract/payments/refund.ts';
import type { Queryable } from '../../../base/shared/db.ts';
import type { Due } from '../../../base/shared/look-ups.ts';
import type { Payin } from '../payin.ts';
import { isPaid } from '../payin-status.ts';

/**
 * Money of a payin that goes back. One that its merchant asks for is written, and the money held,
 * before its provider is asked; one that somebody else has made begins DONE, with its `nature`. What
 * its payin tells of it lies beside the payin too, written by the same moves.
 */
export type Refund = {
  companyId: string;
  id: string;
  payinId: string;
  /** The merchant's own, unique among all refunds of the company; the `id` where they asked for none. */
  referenceId: string;
  amount: number;
  reason: string | null;
  status: RefundStatus;
  failureReason: string | null;
  /** Keyed hash of what was asked for: tells a repeat from another refund. */
  bodyFingerprint: Uint8Array;
  /** 128 random bits: the party knows the refund by it, however often it is asked. */
  attemptId: string;
  nature: ReturnNature | null;
  provider: string;
  externalId: string | null;
  /** Real time at which the party was last asked for it; the others are the account's time. */
  askedAt: Date;
  createdAt: Date;
  updatedAt: Date;
};

export interface RefundStore {
  insert(tx: Queryable, refund: Refund): Promise<boolean>;
  end(tx: Queryable, refund: Refund): Promise<void>;
  find(companyId: string, id: string): Promise<Refund | null>;
  findByReference(companyId: string, referenceId: string): Promise<Refund | null>;
  listOf(companyId: string, payinId: string): Promise<Refund[]>;
  /** Claims a pending one, last asked for before that real time, to be asked for again at `now`. */
  beginAsking(refund: Refund, now: Date, askedBefore: Date): Promise<boolean>;
  /** Asked for before that real time, due by `dueBy` (null: due or not), least looked at first. */
  listPending(companyId: string, askedBefore: Date, dueBy: Date | null): Promise<Due<Refund>[]>;
}

export function refundingAmount({ refunds }: Pick<Payin, 'refunds'>): number {
  return refunds
    .filter(({ status }) => status === 'PENDING')
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** What a contested payin has is not given back a second time; what a return has left is. */
export function isRefundable({ status, dispute }: Pick<Payin, 'status' | 'dispute'>): boolean {
  return isPaid(status) && (dispute?.taken ?? 0) === 0;
}

/** Centavos neither given back, nor on their way, nor taken by a dispute. */
export function amountLeft(
  payin: Pick<Payin, 'amount' | 'refundedAmount' | 'refunds' | 'dispute'>,
): number {
  const taken = payin.dispute?.taken ?? 0;
  return payin.amount - payin.refundedAmount - refundingAmount(payin) - taken;
}

export function toPayinRefund(refund: Refund): PayinRefund {
  return {
    id: refund.id,
    referenceId: refund.referenceId,
    amount: refund.amount,
    status: refund.status,
    failureReason: refund.failureReason,
    ...natureOf(refund),
    createdAt: refund.createdAt.toISOString(),
  };
}

export function toRefundRecord(refund: Refund): RefundRecord {
  return {
    id: refund.id,
    payinId: refund.payinId,
    referenceId: refund.referenceId,
    amount: refund.amount,
    status: refund.status,
    reason: refund.reason,
    failureReason: refund.failureReason,
    ...natureOf(refund),
    createdAt: refund.createdAt.toISOString(),
    updatedAt: refund.updatedAt.toISOString(),
  };
}

function natureOf({ nature }: Refund): { nature?: ReturnNature } {
  return nature === null ? {} : { nature };
}
