import type { PayinStatus } from '../../../../contract/payments/payin.ts';
import type { ReturnNature } from '../../../../contract/payments/payin-return.ts';
import type { KnownDispute } from '../../../providers/acquirer.ts';
import type { Account } from '../../accounts/account.ts';
import type { ReturnPlan } from '../../ledger/ledger.ts';
import { reserveDueAt } from '../../ledger/reserve.ts';
import type { Payin, PayinDispute } from '../payin.ts';
import { toPayinEvent } from '../payin-event.ts';
import type { PaidStatus } from '../payin-status.ts';
import { illegalTransition, PAYIN_TRANSITIONS } from '../payin-status.ts';
import type { PayinTransition } from '../payin-transition.ts';
import { NO_EFFECTS } from '../payin-transition.ts';
import type { Refund } from './refund.ts';
import { amountLeft, toPayinRefund } from './refund.ts';

type Taken = { status: 'REFUNDED' | 'MED' | 'CHARGEBACK'; kind: ReturnPlan['kind'] };

const GIVEN: Taken = { status: 'REFUNDED', kind: 'payin_refunded' };
const BY_BANKS: Taken = { status: 'MED', kind: 'payin_med' };
const CONTESTED: Taken = { status: 'CHARGEBACK', kind: 'payin_charged_back' };

const TAKEN: Readonly<Record<ReturnNature, Taken>> = {
  elsewhere: GIVEN,
  acquirer: GIVEN,
  med_fraud: BY_BANKS,
  med_operational: BY_BANKS,
  med_recurring: BY_BANKS,
  chargeback: CONTESTED,
};

export type Return = Refund & { nature: ReturnNature };

/**
 * A refund that begins done. Decision: one by the banks or the cardholder takes first what a
 * dispute has taken already, since that is what the dispute has come to.
 */
export function returnTransition(account: Account, payin: Payin, returned: Return) {
  const { id: refundId, payinId, amount, nature, updatedAt } = returned;
  const { status, kind } = TAKEN[nature];
  const ofDispute = takenFrom(payin, nature, amount);
  const to = withStatus({
    ...payin,
    dispute: settled(payin.dispute, refundId, ofDispute),
    refundedAmount: payin.refundedAmount + amount,
    refunds: [...payin.refunds, toPayinRefund(returned)],
    updatedAt,
  });
  const left = amount - ofDispute;
  const about = { return: { amount, nature, answerBy: null } };
  const isOther = status === 'REFUNDED' && to.status !== 'REFUNDED';
  return toTransition(payin, to, {
    posting: left === 0 ? null : { kind, refundId, payinId, amount: left },
    refund: { begins: returned },
    event: toPayinEvent(account, to, isOther ? 'refund_done' : status, about),
  });
}

export function takenFrom({ dispute }: Payin, nature: ReturnNature, amount: number): number {
  const taken = dispute?.taken ?? 0;
  return TAKEN[nature].status === 'REFUNDED' ? 0 : Math.min(amount, taken);
}

function settled(dispute: PayinDispute | null, by: string, amount: number): PayinDispute | null {
  if (dispute === null || amount === 0) return dispute;
  const taken = dispute.taken - amount;
  const settledBy = { ...dispute.settledBy, [by]: amount };
  return { ...dispute, taken, settledBy, status: taken === 0 ? 'lost' : dispute.status };
}

export function statusTaken(nature: ReturnNature): Taken['status'] {
  return TAKEN[nature].status;
}

/** What it had taken of a dispute is the dispute's again, which is open until it ends. */
export function returnUndoneTransition(account: Account, payin: Payin, undone: Return) {
  const { id: refundId, payinId, amount, nature, updatedAt } = undone;
  const to = withStatus({
    ...payin,
    dispute: reopened(payin.dispute, refundId),
    refundedAmount: payin.refundedAmount - amount,
    refunds: payin.refunds.map((one) => (one.id === refundId ? toPayinRefund(undone) : one)),
    updatedAt,
  });
  const about = { return: { amount, nature, answerBy: null } };
  const isApproved = to.status === 'APPROVED';
  const dueAt = reserveDueAt(account, updatedAt);
  return toTransition(payin, to, {
    posting: { kind: 'refund_released', refundId, payinId, reserveDueAt: dueAt },
    refund: { ends: undone },
    event: toPayinEvent(account, to, isApproved ? 'APPROVED' : 'refund_failed', about),
  });
}

function reopened(dispute: PayinDispute | null, by: string): PayinDispute | null {
  const { [by]: amount = 0, ...settledBy } = dispute?.settledBy ?? {};
  if (dispute === null || amount === 0) return dispute;
  return { ...dispute, taken: dispute.taken + amount, settledBy, status: 'open' };
}

/** `reference`: of whoever enters it; null where its provider tells. */
export function disputeTransition(
  account: Account,
  payin: Payin,
  known: KnownDispute,
  now: Date,
  reference: string | null = null,
) {
  const left = amountLeft(payin);
  const amount = Math.min(known.amount ?? left, left);
  const { nature, reason, outcome } = known;
  const answerBy = known.answerBy?.toISOString() ?? null;
  const about = { status: outcome, amount, taken: amount, nature, reason, answerBy };
  const dispute: PayinDispute = {
    ...about,
    at: now.toISOString(),
    ...(reference === null ? {} : { reference }),
    ...earlierOf(payin),
  };
  const to = withStatus({ ...payin, dispute, updatedAt: now });
  const { status, kind } = TAKEN[nature];
  return toTransition(payin, to, {
    posting: kind === 'payin_refunded' ? null : { kind, amount },
    event: toPayinEvent(account, to, status, { dispute: { amount, nature, answerBy } }),
  });
}

function earlierOf({ dispute }: Payin): Pick<PayinDispute, 'earlier'> {
  if (dispute === null) return {};
  const { earlier = [], ...latest } = dispute;
  return { earlier: [latest, ...earlier] };
}

export function disputeChange(payin: Payin, dispute: PayinDispute, now: Date) {
  const to = { ...payin, dispute, updatedAt: now };
  return { from: payin, to, ...NO_EFFECTS };
}

export function disputeWonTransition(
  account: Account,
  payin: Payin,
  dispute: PayinDispute,
  now: Date,
) {
  const { taken: amount, nature, answerBy } = dispute;
  const to = withStatus({
    ...payin,
    dispute: { ...dispute, status: 'won', taken: 0 },
    updatedAt: now,
  });
  return toTransition(payin, to, {
    posting: { kind: 'payin_restored', amount, reserveDueAt: reserveDueAt(account, now) },
    event: toPayinEvent(account, to, to.status, { dispute: { amount, nature, answerBy } }),
  });
}

function withStatus(payin: Payin): Payin & { status: PaidStatus } {
  return { ...payin, status: statusOf(payin) };
}

function statusOf({ dispute, refunds, refundedAmount }: Payin): PaidStatus {
  if (dispute !== null && dispute.taken > 0) return TAKEN[dispute.nature].status;
  const done = refunds.flatMap(({ status, nature }) =>
    status === 'DONE' && nature !== undefined ? [TAKEN[nature].status] : [],
  );
  const taken = done.find((one) => one !== 'REFUNDED');
  if (taken !== undefined) return taken;
  return refundedAmount > 0 ? 'REFUNDED' : 'APPROVED';
}

function toTransition(
  from: Payin,
  to: Payin & { status: PaidStatus },
  written: Pick<PayinTransition, 'posting' | 'event'> & Partial<Pick<PayinTransition, 'refund'>>,
): PayinTransition & { to: Payin } {
  const { status }: { status: PayinStatus } = to;
  if (!PAYIN_TRANSITIONS[from.status].includes(status))
    throw illegalTransition(from.status, status);
  return { from, to, ...NO_EFFECTS, ...written, enters: status };
}
