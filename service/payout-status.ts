import type { PayoutStatus } from '../contract/payout.ts';
import { ApiError } from './api-error.ts';
import type { Payout, PayoutStore } from './payout.ts';
import type { Queryable } from './store/db.ts';

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

/** One status entered after creation. `now`: the account's time. */
export type PayoutChange = { before: Payout | null; after: Payout; now: Date };

/** What happens with every status entered, in order, in the transaction that enters it. */
export type PayoutEffects = readonly ((tx: Queryable, change: PayoutChange) => Promise<void>)[];

/** Somebody else moved the payout first. */
export class PayoutMoved extends Error {
  constructor() {
    super('the payout has moved on');
    this.name = 'PayoutMoved';
  }
}

export function illegalPayoutMove(from: PayoutStatus, to: PayoutStatus): ApiError {
  return new ApiError('ILLEGAL_TRANSITION', `A payout cannot go from ${from} to ${to}.`);
}

/**
 * Moves a payout to another status inside the caller's transaction: the one place where a status
 * changes. Throws 409 ILLEGAL_TRANSITION for a move that is not in the table, `PayoutMoved` where
 * another was faster.
 */
export async function changePayoutStatus(
  tx: Queryable,
  { payouts, payoutEffects }: { payouts: PayoutStore; payoutEffects: PayoutEffects },
  change: {
    payout: Payout;
    to: PayoutStatus;
    externalId?: string | null;
    reason?: string | null;
    now: Date;
    realTime: Date;
  },
): Promise<Payout> {
  const { payout, to, now, realTime } = change;
  const isAllowed = PAYOUT_TRANSITIONS[payout.status].includes(to);
  if (!isAllowed || (to === 'CANCELED' && payout.isSent)) {
    throw illegalPayoutMove(payout.status, to);
  }
  const moved: Payout = {
    ...payout,
    status: to,
    externalId: payout.externalId ?? change.externalId ?? null,
    reason: change.reason ?? null,
    updatedAt: now,
    touchedAt: realTime,
  };
  if (!(await payouts.move(tx, { from: payout.status, payout: moved }))) throw new PayoutMoved();
  for (const effect of payoutEffects) await effect(tx, { before: payout, after: moved, now });
  return moved;
}
