import type { PayoutStatus } from '../../../contract/payments/payout.ts';
import type { PayoutEvent } from '../../../contract/payments/webhook.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { AuditEntry } from '../audit/audit-log.ts';
import type { PostingPlan } from '../ledger/ledger.ts';
import type { AccountToTell, WebhookEventDraft } from '../webhooks/webhook-event.ts';
import { toEventDraft } from '../webhooks/webhook-event.ts';
import type { Payout } from './payout.ts';

/**
 * Source: spec, "Payout states". Decision: CANCELED only before it was sent; APPROVED or COMPLETED
 * may come back as REFUNDED; what the acquirer does not take in is FAILED without PROCESSING.
 */
const PAYOUT_TRANSITIONS: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
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

/** All that one change of a payout writes in its commit. No status changes in another way. */
export type PayoutTransition = {
  from: Payout | null;
  to: Payout;
  posting: PostingPlan | null;
  event: WebhookEventDraft | null;
  audit: AuditEntry | null;
};

/**
 * Commits it with others of its company; false, and unwritten, where the payout has changed since,
 * or a new one's reference is taken. Throws 400 INSUFFICIENT_FUNDS for a new one.
 */
export type TransitionPayout = (move: PayoutTransition) => Promise<boolean>;

/** A new payout is debited. Its merchant is told by the answer, so there is no event of it. */
export function payoutCreation(payout: Payout): PayoutTransition {
  const posting = { kind: 'payout_created', amount: payout.amount } as const;
  return { from: null, to: payout, posting, event: null, audit: null };
}

/** `now`: the account's time. Throws 409 ILLEGAL_TRANSITION for a move that is not in the table. */
export function transitionPayoutTo(
  account: AccountToTell,
  payout: Payout,
  change: {
    to: PayoutStatus;
    externalId?: string | null;
    reason?: string | null;
    wasRefusedAtOnce?: boolean;
    decidedBy?: string;
    now: Date;
    realTime: Date;
  },
): PayoutTransition {
  const { to: status, now: updatedAt, realTime: touchedAt, reason = null } = change;
  const isAllowed = PAYOUT_TRANSITIONS[payout.status].includes(status);
  if (!isAllowed || (status === 'CANCELED' && payout.isSent)) {
    throw illegalPayoutTransition(payout.status, status);
  }
  const externalId = payout.externalId ?? change.externalId ?? null;
  const { wasRefusedAtOnce = payout.wasRefusedAtOnce } = change;
  const decision =
    change.decidedBy === undefined ? {} : { decidedBy: change.decidedBy, decidedAt: updatedAt };
  const wasCompleted = payout.wasCompleted || status === 'COMPLETED';
  const kept = { externalId, reason, wasRefusedAtOnce, wasCompleted };
  const moved = { ...payout, status, ...kept, ...decision };
  const to = { ...moved, updatedAt, touchedAt };
  return {
    from: payout,
    to,
    posting: postingOf(to),
    event: toPayoutEvent(account, to),
    audit: null,
  };
}

function postingOf({ status, amount, fee }: Payout): PostingPlan | null {
  switch (status) {
    case 'COMPLETED':
      return { kind: 'payout_completed', amount, fee };
    case 'FAILED':
    case 'REFUSED':
    case 'CANCELED':
    case 'REFUNDED':
      return { kind: 'payout_returned', amount };
    case 'AWAITING_APPROVAL':
    case 'PENDING':
    case 'PROCESSING':
    case 'APPROVED':
      return null;
  }
}

type PayoutToTell = Pick<
  Payout,
  'companyId' | 'id' | 'externalId' | 'status' | 'amount' | 'referenceId'
> &
  Pick<Payout, 'webhookUrl' | 'reason' | 'createdAt'>;

const RETURNED: ReadonlySet<PayoutStatus> = new Set(['FAILED', 'REFUSED', 'CANCELED', 'REFUNDED']);

export function toPayoutEvent(
  account: AccountToTell,
  payout: PayoutToTell,
): WebhookEventDraft | null {
  const body = (): PayoutEvent => ({
    id: payout.id,
    externalId: payout.externalId,
    status: payout.status,
    amount: payout.amount,
    referenceId: payout.referenceId,
    created_at: payout.createdAt.toISOString(),
    // Decision: the field is never missing where the specification asks for it.
    ...(RETURNED.has(payout.status) ? { reason: payout.reason ?? 'not given' } : {}),
  });
  return toEventDraft(`payout.${payout.status.toLowerCase()}`, account, payout, body);
}
