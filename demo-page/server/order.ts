import { type AccountName, keysOf } from './merchant-account.ts';
import type { Customer, PaymentAnswer, PaymentService, PreparedCard } from './payment-service.ts';
import { type CartLine, type OrderItem, priceCart } from './price-list.ts';
import { ShopError } from './shop-error.ts';
import type { PayinNews } from './webhook.ts';

/** `amount` in centavos. `payment` says how far the order is: at most one charge is ever under way. */
export type Order = {
  referenceId: string;
  account: AccountName;
  amount: number;
  items: readonly OrderItem[];
  customer: Customer;
  createdAt: string;
  payment:
    | { state: 'open' }
    | { state: 'paying'; answer: Promise<PaymentAnswer> }
    | { state: 'answered'; answer: PaymentAnswer };
};

/** An order as the page may see it: nothing of the customer, nothing of the credentials. */
export type OrderView = Pick<Order, 'referenceId' | 'amount' | 'items' | 'createdAt'> & {
  status: string;
  payinId: string | null;
};

export type OrderBook = {
  create(request: { account: AccountName; items: CartLine[]; customer: Customer }): OrderView;
  pay(referenceId: string, card: PreparedCard & { payerIp: string }): Promise<PaymentAnswer>;
  find(referenceId: string): Promise<OrderView>;
  /** What a verified event says; nothing where it is of no order, or of another payin. */
  hear(account: AccountName, news: PayinNews): void;
};

const WAITING = new Set(['PENDING', 'PENDING_3DS']);

/** Keeps the newest `limit` orders in memory, which is enough for a demo and for nothing else. */
export function createOrderBook(options: {
  payments: PaymentService;
  webhookUrlFor: (account: AccountName) => Promise<string | null>;
  now: () => Date;
  randomBytes: (size: number) => Buffer;
  limit: number;
}): OrderBook {
  const orders = new Map<string, Order>();

  function get(referenceId: string): Order {
    const order = orders.get(referenceId);
    if (!order) throw new ShopError(404, 'ORDER_NOT_FOUND', 'Pedido não encontrado.');
    return order;
  }

  function forgetOldest(): void {
    for (const [referenceId, order] of orders) {
      if (orders.size < options.limit) return;
      if (order.payment.state !== 'paying') orders.delete(referenceId);
    }
  }

  async function charge(order: Order, card: PreparedCard & { payerIp: string }) {
    try {
      const { referenceId, amount, customer, items } = order;
      const answer = await options.payments.chargeCard(keysOf(order.account), {
        ...card,
        referenceId,
        amount,
        customer,
        items,
        webhookUrl: await options.webhookUrlFor(order.account),
      });
      order.payment = isFinal(answer) ? { state: 'answered', answer } : { state: 'open' };
      return answer;
    } catch (error) {
      order.payment = { state: 'open' };
      throw error;
    }
  }

  return {
    create(request) {
      const order: Order = {
        referenceId: `ipe-${options.randomBytes(10).toString('hex')}`,
        account: request.account,
        ...priceCart(request.items),
        customer: request.customer,
        createdAt: options.now().toISOString(),
        payment: { state: 'open' },
      };
      forgetOldest();
      orders.set(order.referenceId, order);
      return toView(order);
    },

    pay(referenceId, card) {
      const order = get(referenceId);
      if (order.payment.state === 'open') {
        order.payment = { state: 'paying', answer: charge(order, card) };
      }
      return Promise.resolve(order.payment.answer);
    },

    async find(referenceId) {
      const order = get(referenceId);
      const { payment } = order;
      const payin = payment.state === 'answered' ? payment.answer.payin : null;
      if (payin && WAITING.has(payin.status)) {
        const answer = await options.payments.findPayin(keysOf(order.account), payin.id);
        if (answer.payin) order.payment = { state: 'answered', answer };
      }
      return toView(order);
    },

    hear(account, { id, status, referenceId }) {
      const order = orders.get(referenceId);
      if (order?.account !== account || order.payment.state !== 'answered') return;
      const { answer } = order.payment;
      if (answer.payin?.id !== id) return;
      order.payment = { state: 'answered', answer: { ...answer, payin: { id, status } } };
    },
  };
}

// A payin, or a refusal of this card, closes the order: a new try is a new order. Where the service
// was down, busy or not sure, the same order may be sent again under the same reference.
function isFinal(answer: PaymentAnswer): boolean {
  return answer.payin !== null || [400, 409, 422].includes(answer.status);
}

function toView(order: Order): OrderView {
  const { referenceId, amount, items, createdAt, payment } = order;
  const payin = payment.state === 'answered' ? payment.answer.payin : null;
  return {
    referenceId,
    amount,
    items,
    createdAt,
    status:
      payin?.status ?? (payment.state === 'answered' ? 'REFUSED' : payment.state.toUpperCase()),
    payinId: payin?.id ?? null,
  };
}
