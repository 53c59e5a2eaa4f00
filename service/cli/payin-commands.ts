import type { LookedUp } from '../acts/look-up.ts';
import { LOOK_UP_PAYMENT } from '../acts/look-up.ts';
import { LIST_ORPHANS, MARK_RETURNED } from '../acts/orphans.ts';
import {
  CANCEL_PAYMENT,
  FIND_PAYMENTS,
  LIST_PAYMENTS,
  SHOW_PAYMENT,
  SUPPORT_PAYMENT,
} from '../acts/payments.ts';
import { LIST_REFUNDS, REFUND_PAYMENT } from '../acts/refunds.ts';
import { TAKEN_BACK_ACTS } from '../acts/taken-back.ts';
import { LIST_UNDERPAID, RETURN_UNDERPAID } from '../acts/underpaid.ts';
import type { Decline } from '../domain/payins/decline.ts';
import type { Payin } from '../domain/payins/payin.ts';
import type { payinMoney } from '../domain/payins/payin-ledger.ts';
import type { ListedPayin } from '../domain/payins/payin-list.ts';
import type { PayinTimeline, TimelineEntry } from '../domain/payins/payin-timeline.ts';
import type { Refund } from '../domain/payins/refunds/refund.ts';
import type { OpenReversal, Reversal } from '../domain/payins/refunds/reversal.ts';
import type { WaitingUnderpayment } from '../domain/payins/refunds/underpayment.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

/** Decision: no command shows who paid, so none leaks it. */
export const PAYIN_COMMANDS: readonly Command[] = [
  commandOf(LIST_PAYMENTS, (payins) => payins.map(toRow)),
  commandOf(FIND_PAYMENTS, (payins) =>
    payins.map((payin) => {
      const { companyId: company, provider, chargeState: state } = payin;
      return { company, ...toRow(payin), provider, state };
    }),
  ),
  commandOf(
    SHOW_PAYMENT,
    (found) => {
      if ('decline' in found) return toDeclineRecord(found.decline);
      return 'timeline' in found ? found.timeline.entries.map(toHistoryRow) : toRecord(found);
    },
    (found) => ('timeline' in found ? notesOf(found) : {}),
  ),
  commandOf(SUPPORT_PAYMENT, ({ timeline }) => timeline.entries.map(toHistoryRow), notesOf),
  commandOf(CANCEL_PAYMENT, toRecord),
  commandOf(
    LOOK_UP_PAYMENT,
    ({ looks }) => looks.map(toPoll),
    ({ left }) => ({ notes: left > 0 ? [`${left} more were not asked for.`] : [] }),
  ),
  ...TAKEN_BACK_ACTS.map((act) => commandOf<Shown>(act, toRecord)),
  commandOf(LIST_ORPHANS, (open) => open.map(toOrphanRow)),
  commandOf(MARK_RETURNED, ({ returnedAt, ...returned }) => ({
    ...returned,
    returnedAt: returnedAt.toISOString(),
  })),
  commandOf(LIST_UNDERPAID, (waiting) => waiting.map(toUnderpaidRow)),
  commandOf(RETURN_UNDERPAID, toReturnRecord),
  commandOf(LIST_REFUNDS, (refunds) => refunds.map(toRefundRow)),
  commandOf(REFUND_PAYMENT, toRefundRecord),
];

function notesOf({ timeline }: { timeline?: PayinTimeline | undefined }) {
  return { notes: timeline?.isCut ? ['The beginning is not shown.'] : [] };
}

function toPoll({ before, after, isTold }: LookedUp): Row {
  const isSame = before.status === after.status && before.refundedAmount === after.refundedAmount;
  return {
    payin: after.id,
    reference: after.referenceId,
    provider: after.provider,
    was: before.status,
    status: after.status,
    result: isSame ? (isTold ? 'unchanged' : 'no answer') : 'changed',
  };
}

function toRow(payin: ListedPayin): Row {
  return {
    payin: payin.id,
    reference: payin.referenceId,
    status: payin.status,
    method: payin.paymentMethod,
    amount: payin.amount,
    refunded: payin.refundedAmount,
    createdAt: payin.createdAt.toISOString(),
  };
}

function toDeclineRecord({ payinId, referenceId, code, reason, ...decline }: Decline): Row {
  const { decidedBy, amount, createdAt } = decline;
  return {
    payin: payinId,
    reference: referenceId,
    status: 'none',
    code,
    reason,
    decidedBy,
    amount,
    createdAt: createdAt.toISOString(),
  };
}

function toHistoryRow({ at, kind, ...told }: TimelineEntry): Row {
  const about = Object.entries(told)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`);
  return { at: at.toISOString(), what: kind, about: about.join(', ') };
}

type Shown = { payin: Payin; money: Awaited<ReturnType<typeof payinMoney>> };

function toRecord({ payin, money }: Shown): Row {
  return {
    payin: payin.id,
    externalId: payin.externalId,
    reference: payin.referenceId,
    status: payin.status,
    state: payin.chargeState,
    provider: payin.provider,
    method: payin.paymentMethod,
    amount: payin.amount,
    refunded: payin.refundedAmount,
    net: money.netAmount,
    reserved: money.reservedAmount,
    installments: payin.installments,
    createdAt: payin.createdAt.toISOString(),
    updatedAt: payin.updatedAt.toISOString(),
    refunds: toText(payin),
    dispute: payin.dispute?.status ?? null,
    disputed: payin.dispute?.taken ?? 0,
    answerBy: payin.dispute?.answerBy ?? null,
    expiresAt: payin.expiresAt?.toISOString() ?? null,
  };
}

function toText({ refunds }: Payin): string | null {
  const each = refunds.map(({ id, amount, status }) => `${id} ${amount} ${status}`);
  return each.length === 0 ? null : each.join(', ');
}

function toOrphanRow({ reversal, referenceId }: OpenReversal): Row {
  const { companyId, payinId, amount, provider, externalId, isByHand, begunAt } = reversal;
  return {
    company: companyId,
    payin: payinId,
    reference: referenceId,
    amount,
    acquirer: provider,
    charge: externalId,
    since: begunAt.toISOString(),
    state: isByHand ? 'by_hand' : 'open',
    todo: isByHand
      ? 'give it back at the acquirer, then "orphan mark-returned"'
      : 'nothing: the acquirer is asked again, at least once an hour',
  };
}

function toUnderpaidRow(waiting: WaitingUnderpayment): Row {
  const { companyId, payinId, referenceId, paymentMethod, provider, foundAt } = waiting;
  return {
    company: companyId,
    payin: payinId,
    reference: referenceId,
    method: paymentMethod,
    asked: waiting.amount,
    paid: waiting.paidAmount,
    provider,
    since: foundAt.toISOString(),
  };
}

function toReturnRecord({ payinId, id, provider, amount, isByHand, doneAt }: Reversal): Row {
  return {
    payin: payinId,
    status: 'FAILED',
    reversal: id,
    provider,
    amount,
    state: doneAt === null ? (isByHand ? 'by_hand' : 'open') : 'done',
    todo: toDo({ isByHand, doneAt }),
  };
}

function toDo({ isByHand, doneAt }: Pick<Reversal, 'isByHand' | 'doneAt'>): string {
  if (doneAt !== null) return 'nothing: it has gone back';
  return isByHand
    ? 'give it back at the provider, then "orphan mark-returned"'
    : 'nothing: the provider is asked again, at least once an hour';
}

function toRefundRecord(refund: Refund): Row {
  const { id, payinId, amount, status, failureReason } = refund;
  return { refund: id, payin: payinId, amount, status, failureReason };
}

function toRefundRow(refund: Refund): Row {
  const { companyId, id, payinId, referenceId, amount, provider, createdAt, askedAt } = refund;
  return {
    company: companyId,
    refund: id,
    payin: payinId,
    reference: referenceId,
    amount,
    provider,
    since: createdAt.toISOString(),
    askedAt: askedAt.toISOString(),
  };
}
