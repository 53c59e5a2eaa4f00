import type { AccountName } from './merchant-account.ts';
import { keysOf } from './merchant-account.ts';
import type { Order, OrderView } from './order.ts';
import { payinOf, takeAnswer, takeNews, toView } from './order.ts';
import type { PaymentChoice } from './payment-choice.ts';
import type { Customer, PaymentAnswer, PaymentService, Simulation } from './payment-service.ts';
import type { CartLine } from './price-list.ts';
import { priceCart } from './price-list.ts';
import { ShopError } from './shop-error.ts';
import type { PayinNews } from './webhook.ts';

export type OrderBook = {
  create(request: { account: AccountName; items: CartLine[]; customer: Customer }): OrderView;
  pay(
    referenceId: string,
    payment: { choice: PaymentChoice; payerIp: string },
  ): Promise<PaymentAnswer>;
  /** The order as it is; one that waits is asked about first. */
  find(referenceId: string): Promise<OrderView>;
  /** The order as the shop knows it. */
  peek(referenceId: string): OrderView;
  /** Takes in a verified event; does nothing where it is of no order, or of another payin. */
  hear(account: AccountName, news: PayinNews): void;
  /** Calls the listener at every change, until the returned function is called. */
  watch(referenceId: string, listener: (order: OrderView) => void): () => void;
  /** Plays the outside world for a payin of the sandbox; what comes of it is told by event. */
  simulate(referenceId: string, simulation: Simulation): Promise<PaymentAnswer>;
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
  const { payments, now } = options;
  const orders = new Map<string, Order>();
  const watchers = new Map<Order, Set<(order: OrderView) => void>>();

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

  function tell(order: Order): void {
    const view = toView(order);
    for (const listener of watchers.get(order) ?? []) listener(view);
  }

  async function charge(order: Order, payment: { choice: PaymentChoice; payerIp: string }) {
    try {
      const { referenceId, amount, customer, items } = order;
      const answer = await payments.createPayin(keysOf(order.account), {
        ...payment,
        referenceId,
        amount,
        customer,
        items,
        webhookUrl: await options.webhookUrlFor(order.account),
      });
      takeAnswer(order, answer, now());
      for (const news of order.early) takeNews(order, news, now());
      tell(order);
      return answer;
    } catch (error) {
      order.payment = { state: 'open' };
      throw error;
    } finally {
      order.early = [];
    }
  }

  return {
    create(request) {
      const order: Order = {
        referenceId: `ipe-${options.randomBytes(10).toString('hex')}`,
        account: request.account,
        ...priceCart(request.items),
        customer: request.customer,
        createdAt: now().toISOString(),
        payment: { state: 'open' },
        paymentMethod: null,
        instructions: null,
        history: [],
        early: [],
      };
      forgetOldest();
      orders.set(order.referenceId, order);
      return toView(order);
    },

    pay(referenceId, payment) {
      const order = get(referenceId);
      if (order.payment.state === 'open') {
        order.paymentMethod = payment.choice.paymentMethod;
        order.payment = { state: 'paying', answer: charge(order, payment) };
      }
      return Promise.resolve(order.payment.answer);
    },

    async find(referenceId) {
      const order = get(referenceId);
      const { payment } = order;
      const payin = payinOf(order);
      if (payin && WAITING.has(payin.status)) {
        // Where nobody answers, the order is as the shop knows it.
        const asked = payments.findPayin(keysOf(order.account), payin.id);
        const answer = await asked.catch(() => null);
        // An event that came meanwhile is newer than the answer to a question asked before it.
        if (answer?.payin && order.payment === payment && takeAnswer(order, answer, now())) {
          tell(order);
        }
      }
      return toView(order);
    },

    peek: (referenceId) => toView(get(referenceId)),

    hear(account, news) {
      const order = orders.get(news.referenceId);
      if (order?.account === account && takeNews(order, news, now())) tell(order);
    },

    watch(referenceId, listener) {
      const order = get(referenceId);
      const listeners = watchers.get(order) ?? new Set();
      watchers.set(order, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) watchers.delete(order);
      };
    },

    simulate(referenceId, simulation) {
      const order = get(referenceId);
      const payin = payinOf(order);
      if (!payin) throw new ShopError(409, 'NOTHING_TO_SIMULATE', 'O pedido não tem pagamento.');
      return payments.simulate(keysOf(order.account), payin.id, simulation);
    },
  };
}
