import type { Account } from '../../accounts/account.ts';
import type { AuditEntry } from '../../audit/audit-log.ts';
import { reserveDueAt } from '../../ledger/reserve.ts';
import type { Payin } from '../payin.ts';
import { toPayinEvent } from '../payin-event.ts';
import type { PayinTransition } from '../payin-transition.ts';
import { NO_EFFECTS } from '../payin-transition.ts';
import type { Refund } from './refund.ts';
import { toPayinRefund } from './refund.ts';

/** Commits row and held money before anybody is asked. The answer tells the merchant: no event. */
export function refundBegin(payin: Payin, refund: Refund, audit: AuditEntry): PayinTransition {
  const { id: refundId, payinId, amount } = refund;
  return {
    from: payin,
    to: {
      ...payin,
      refunds: [...payin.refunds, toPayinRefund(refund)],
      updatedAt: refund.createdAt,
    },
    ...NO_EFFECTS,
    posting: { kind: 'refund_held', refundId, payinId, amount },
    refund: { begins: refund },
    audit,
  };
}

/**
 * The first that is done makes an approved payin REFUNDED; a dispute under way stays one. Decision:
 * one event, `payin.refunded` where the payin becomes that, else `payin.refund_done` or
 * `payin.refund_failed`. Source: spec, "Payin states" ("partial or total refund applied").
 */
export function refundEnd(
  account: Account,
  payin: Payin,
  refund: Refund,
  audit: AuditEntry,
): PayinTransition {
  const isDone = refund.status === 'DONE';
  const refundedAmount = payin.refundedAmount + (isDone ? refund.amount : 0);
  const isFirst = isDone && payin.status === 'APPROVED';
  const to: Payin = {
    ...payin,
    status: isFirst ? 'REFUNDED' : payin.status,
    refundedAmount,
    refunds: payin.refunds.map((one) => (one.id === refund.id ? toPayinRefund(refund) : one)),
    updatedAt: refund.updatedAt,
  };
  const { id: refundId, payinId, amount } = refund;
  const told = isDone ? 'refund_done' : 'refund_failed';
  return {
    from: payin,
    to,
    ...NO_EFFECTS,
    enters: isFirst ? to.status : null,
    posting: isDone
      ? { kind: 'refund_done', refundId, amount }
      : {
          kind: 'refund_released',
          refundId,
          payinId,
          reserveDueAt: reserveDueAt(account, to.updatedAt),
        },
    refund: { ends: refund },
    event: toPayinEvent(account, to, isFirst ? to.status : told),
    audit,
  };
}
