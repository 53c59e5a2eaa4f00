import type { PayoutStatus } from '../../../contract/payments/payout.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import type { PayoutDependencies } from './dependencies.ts';
import type { Payout } from './payout.ts';
import type { PayoutFollower } from './payout-follower.ts';
import { illegalPayoutTransition, transitionPayoutTo } from './payout-transition.ts';

export type PayoutControl =
  | 'approve'
  | 'cancel'
  | 'settle'
  | 'complete'
  | 'fail'
  | 'refuse'
  | 'refund';

type Control = { from: readonly PayoutStatus[]; to: PayoutStatus; reason: string | null };

export const PAYOUT_CONTROLS: Readonly<Record<PayoutControl, Control>> = {
  approve: { from: ['AWAITING_APPROVAL'], to: 'PENDING', reason: null },
  cancel: {
    from: ['AWAITING_APPROVAL', 'PENDING'],
    to: 'CANCELED',
    reason: 'canceled before processing',
  },
  settle: { from: ['PROCESSING'], to: 'APPROVED', reason: null },
  complete: { from: ['PROCESSING', 'APPROVED'], to: 'COMPLETED', reason: null },
  fail: { from: ['PROCESSING', 'APPROVED'], to: 'FAILED', reason: 'the transfer failed' },
  refuse: {
    from: ['PROCESSING', 'APPROVED'],
    to: 'REFUSED',
    reason: 'refused by the receiving institution',
  },
  refund: {
    from: ['APPROVED', 'COMPLETED'],
    to: 'REFUNDED',
    reason: 'returned by the receiving institution',
  },
};

/** Once. 404; 409 ILLEGAL_TRANSITION; 403 for an approval by who asked (`by`) under four eyes. */
export async function controlPayout(
  account: Account,
  { id, control, by }: { id: string; control: PayoutControl; by: string },
  services: PayoutDependencies & { payoutFollower: PayoutFollower },
): Promise<Payout> {
  const payout = await services.payouts.find(account.companyId, id);
  if (payout === null) throw new ApiError('NOT_FOUND', 'There is no such payout.');
  const { from, to, reason } = PAYOUT_CONTROLS[control];
  if (!from.includes(payout.status)) throw illegalPayoutTransition(payout.status, to);
  if (control === 'approve') requireOtherEyes(account, payout, by);
  const realTime = services.now();
  const now = accountTime(account, realTime);
  const isDecision = control === 'approve' || control === 'cancel';
  const decision = isDecision ? { decidedBy: by } : {};
  const move = transitionPayoutTo(account, payout, { to, reason, ...decision, now, realTime });
  if (!(await services.transitionPayout(move))) {
    const current = await services.payouts.find(account.companyId, id);
    throw illegalPayoutTransition(current?.status ?? payout.status, to);
  }
  if (to === 'PENDING') services.payoutFollower.follow(move.to);
  return move.to;
}

/** Decision: a payout that is older than its asker's name is kept may be approved by anybody. */
function requireOtherEyes(account: Account, payout: Payout, by: string): void {
  if (!account.traits.fourEyes || payout.createdBy !== by) return;
  throw new ApiError('FORBIDDEN', 'A payout is approved by somebody else than who asked for it.');
}
