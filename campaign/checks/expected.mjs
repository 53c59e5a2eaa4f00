import { ORDER_KINDS } from '../merchant/order-kinds.mjs';

const OPENING = 1_000_000;
/** The sandbox's prices, as its page tells them: a share in basis points, and a fixed part. */
const FEES = { CREDIT_CARD: [399, 39], PIX: [99, 0] };

/** The status an order must have once everything is over; null where nothing is left of it. */
export function endOf({ name, act }) {
  const { ends, acts } = ORDER_KINDS[name];
  return act === null ? ends : acts[act];
}

export function eventsOf(order) {
  if (order.path === '/payout') return [`payout.${endOf(order).toLowerCase()}`];
  switch (endOf(order)) {
    case 'APPROVED':
      return ['payin.approved'];
    case 'REFUNDED':
      return ['payin.approved', 'payin.refunded'];
    case 'REFUSED':
      return ['payin.refused'];
    case 'FAILED':
      return ['payin.failed'];
    default:
      return [];
  }
}

export function availableOf(book) {
  return book.reduce((sum, order) => sum + changeOf(order), OPENING);
}

function changeOf(order) {
  const { amount, paymentMethod } = order.body;
  switch (endOf(order)) {
    case 'COMPLETED':
      return -amount;
    case 'APPROVED':
      return amount - feeOf(paymentMethod, amount);
    case 'REFUNDED':
      return -feeOf(paymentMethod, amount);
    default:
      return 0;
  }
}

function feeOf(paymentMethod, amount) {
  const [basisPoints, fixed] = FEES[paymentMethod];
  return Math.floor((amount * basisPoints + 5_000) / 10_000) + fixed;
}
