import type { Account } from './account.ts';
import type { SettledToken } from './card-token.ts';
import type { Amounts } from './ledger.ts';
import { requireBalanced } from './ledger.ts';
import type { Payin } from './payin.ts';
import { approvalFor } from './payin-ledger.ts';
import { PAYIN_TRANSITIONS } from './payin-status.ts';
import type { WebhookEventDraft } from './webhook-event.ts';
import { toPayinEvent } from './webhook-event.ts';
import type { WebhookEvent } from './webhook-outbox.ts';

/** Everything that the approval of a card payin writes. `now`: the account's time. */
export type PayinApproval = {
  /** As it was before. */
  payin: Payin;
  externalId: string;
  now: Date;
  amounts: Amounts;
  token: { tokenHash: Uint8Array; to: SettledToken } | null;
  event: WebhookEvent | null;
};

export interface PayinApprovalStore {
  /**
   * Writes it in one statement, which may be that of others of its company as well. False, and
   * nothing of it is written, where the payin was decided meanwhile, the merchant is in debt, an
   * account of one of the postings has no balance yet, or a build that counts in another way posted
   * at the same moment.
   */
  approve(approval: PayinApproval): Promise<boolean>;
}

/** Gives the approved payin, or null where it was not approved in this way. */
export type ApproveAtOnce = (
  account: Account,
  approval: Omit<PayinApproval, 'amounts' | 'event'>,
) => Promise<Payin | null>;

/**
 * The short way of `changePayinStatus` for what most payins come to: an approval whose posting
 * does not depend on the balances, in one statement and one round trip. What has a split, a
 * reserve or a debt to settle goes the long way, and both write the same.
 */
export function createApproveAtOnce(services: {
  approvals: PayinApprovalStore;
  toEvent: (draft: WebhookEventDraft) => WebhookEvent;
  /** Told of every approval once it is committed. */
  onApproved: (payin: Payin, event: WebhookEvent | null) => void;
}): ApproveAtOnce {
  return async (account, approval) => {
    const { payin, externalId, now } = approval;
    const amounts = approvalFor(account, payin, {});
    const isOpen = payin.chargeState !== 'decided';
    const mayBe = PAYIN_TRANSITIONS[payin.status].includes('APPROVED');
    if (!isOpen || !mayBe || !isPlain(amounts)) return null;
    requireBalanced('payin_approved', amounts);
    const next = {
      status: 'APPROVED',
      chargeState: 'decided',
      externalId,
      updatedAt: now,
    } as const;
    const approved: Payin = { ...payin, ...next };
    const draft = toPayinEvent(approved);
    const event = draft === null ? null : services.toEvent(draft);
    if (!(await services.approvals.approve({ ...approval, amounts, event }))) return null;
    services.onApproved(approved, event);
    return approved;
  };
}

const PLAIN: ReadonlySet<string> = new Set(['clearing', 'fees', 'available']);

function isPlain(amounts: Amounts): boolean {
  return Object.entries(amounts).every(([account, amount]) => amount === 0 || PLAIN.has(account));
}
