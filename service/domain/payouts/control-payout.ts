import type { PayoutStatus } from '../../../contract/payments/payout.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { errorDetail } from '../../base/shared/error-detail.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import type { PayoutDependencies } from './dependencies.ts';
import type { FourEyesRule, FourEyesServices } from './four-eyes.ts';
import { fourEyesRule } from './four-eyes.ts';
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

/** Once. 404; 409 ILLEGAL_TRANSITION; 403 that names which rule of four eyes an approval breaks. */
export async function controlPayout(
  account: Account,
  { id, control, by }: { id: string; control: PayoutControl; by: string },
  services: PayoutDependencies & FourEyesServices & { payoutFollower: PayoutFollower },
): Promise<Payout> {
  const payout = await services.payouts.find(account.companyId, id);
  if (payout === null) throw new ApiError('NOT_FOUND', 'There is no such payout.');
  const { from, to, reason } = PAYOUT_CONTROLS[control];
  if (!from.includes(payout.status)) throw illegalPayoutTransition(payout.status, to);
  const rule = control === 'approve' ? await fourEyesRule(account, payout, by, services) : null;
  if (rule !== null) throw needsOthers(rule);
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

function needsOthers(rule: FourEyesRule): ApiError {
  const details = [errorDetail('payout', rule)];
  return new ApiError('FORBIDDEN', 'This payout waits for somebody else to approve it.', {
    details,
  });
}
