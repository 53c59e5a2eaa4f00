import { BOOK_REFUND, CANCEL_PAYMENT, LIST_PAYMENTS, SHOW_PAYMENT } from '../acts/payments.ts';
import type { Payin } from '../domain/payins/payin.ts';
import type { payinMoney } from '../domain/payins/payin-ledger.ts';
import type { ListedPayin } from '../domain/payins/payin-list.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

/** Commands for payments that come in. Decision: none shows who paid, so none leaks it. */
export const PAYIN_COMMANDS: readonly Command[] = [
  commandOf(LIST_PAYMENTS, (payins) => payins.map(toRow)),
  commandOf(SHOW_PAYMENT, toRecord),
  commandOf(BOOK_REFUND, toRecord),
  commandOf(CANCEL_PAYMENT, toRecord),
];

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

type Shown = { payin: Payin; money: Awaited<ReturnType<typeof payinMoney>> };

function toRecord({ payin, money }: Shown): Row {
  return {
    payin: payin.id,
    externalId: payin.externalId,
    reference: payin.referenceId,
    status: payin.status,
    method: payin.paymentMethod,
    amount: payin.amount,
    refunded: payin.refundedAmount,
    net: money.netAmount,
    reserved: money.reservedAmount,
    installments: payin.installments,
    createdAt: payin.createdAt.toISOString(),
    updatedAt: payin.updatedAt.toISOString(),
    refunds: toText(payin),
    expiresAt: payin.expiresAt?.toISOString() ?? null,
  };
}

/** The refunds that its merchant asked for; null where there are none. */
function toText({ refunds }: Payin): string | null {
  const each = refunds.map(({ id, amount, status }) => `${id} ${amount} ${status}`);
  return each.length === 0 ? null : each.join(', ');
}
