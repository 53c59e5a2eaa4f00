import type { Customer, PayAnswer } from '../../sdk/server/index.ts';
import type { CartLine, Order as OrderView, Simulation } from '../shop-order.ts';
import type { AccountName } from './merchant-account.ts';
import type { PaymentService, ServiceAnswer } from './payment-service.ts';
import type { OrderItem } from './price-list.ts';
import { priceCart } from './price-list.ts';
import { ShopError } from './shop-error.ts';
import type { PayinNews } from './webhook.ts';

type Order = {
  referenceId: string;
  /** The session that ordered; nobody else's is told of the order. */
  buyer: string;
  account: AccountName;
  items: readonly OrderItem[];
  amount: number;
  /** Null until the buyer has said who they are. */
  customer: Customer | null;
  payin: { id: string; status: string } | null;
};

type Content = { items: CartLine[]; customer: Customer };
type Payment = { chosen: unknown; payerIp: string; shopUrl: string };
export type OrderBook = ReturnType<typeof createOrderBook>;

const WAITING = ['PENDING', 'PENDING_3DS'];

/** Keeps the newest `limit` orders in memory, which is enough for a demo and for nothing else. */
export function createOrderBook(options: {
  payments: PaymentService;
  webhookUrlFor: (account: AccountName) => Promise<string | null>;
  randomBytes: (size: number) => Buffer;
  limit: number;
}) {
  const { payments } = options;
  const orders = new Map<string, Order>();

  function get(referenceId: string): Order {
    const order = orders.get(referenceId);
    if (!order) throw new ShopError(404, 'ORDER_NOT_FOUND', 'Pedido não encontrado.');
    return order;
  }

  return {
    create(buyer: string, { account, items }: { account: AccountName; items: CartLine[] }) {
      const referenceId = `ipe-${options.randomBytes(10).toString('hex')}`;
      const priced = priceCart(items);
      const order: Order = { referenceId, buyer, account, ...priced, customer: null, payin: null };
      const [oldest] = orders.keys();
      if (orders.size >= options.limit && oldest !== undefined) orders.delete(oldest);
      orders.set(referenceId, order);
      return toView(order);
    },

    /** What is ordered, and by whom, until it is paid. */
    change(referenceId: string, { items, customer }: Content): OrderView {
      const order = get(referenceId);
      if (order.payin?.status === 'APPROVED') {
        throw new ShopError(409, 'ORDER_PAID', 'Este pedido já foi pago.');
      }
      Object.assign(order, priceCart(items), { customer });
      return toView(order);
    },

    isOf: (buyer: string, referenceId: string) => orders.get(referenceId)?.buyer === buyer,

    /**
     * Asks for the payment that the buyer chose. The service knows the order by its reference: it
     * is paid once, however often this is asked, and another method takes the place of the one before.
     */
    async pay(referenceId: string, { chosen, payerIp, shopUrl }: Payment): Promise<PayAnswer> {
      const order = get(referenceId);
      const { account, amount, customer, items } = order;
      if (customer === null) throw new ShopError(409, 'NO_CUSTOMER', 'Falta dizer quem compra.');
      const webhookUrl = await options.webhookUrlFor(account);
      const answer = await payments.clientOf(account).pay({
        order: {
          referenceId,
          prices: { CREDIT_CARD: amount, PIX: amount, BOLETO: amount, OPEN_FINANCE: amount },
          isPhysicalProduct: true,
          customer,
          items: items.map(({ title, quantity, unitPrice }) => ({ title, quantity, unitPrice })),
          webhookUrl: webhookUrl ?? undefined,
          returnUrl: `${shopUrl}/?account=${account}&pedido=${referenceId}`,
        },
        chosen,
        payerIp,
      });
      if ('id' in answer.body) order.payin = answer.body;
      return answer;
    },

    /** The order as it is; one that waits is asked about first. */
    async find(referenceId: string): Promise<OrderView> {
      const order = get(referenceId);
      const { payin } = order;
      if (payin && WAITING.includes(payin.status)) {
        // Where nobody answers, the order is as the shop knows it.
        const asked = payments.clientOf(order.account).payins.get(payin.id);
        const record = await asked.catch(() => null);
        // An event that came meanwhile is newer than the answer to a question asked before it.
        if (record && order.payin === payin) order.payin = record;
      }
      return toView(order);
    },

    /** Takes in a verified event; does nothing where it is of no order, or of another account. */
    hear(account: AccountName, news: PayinNews): void {
      const order = orders.get(news.referenceId);
      if (order?.account !== account) return;
      // A payin that gave way to another one says nothing of the order any more, unless it was paid.
      if (order.payin?.id === news.id || news.status === 'APPROVED') order.payin = news;
    },

    simulate(referenceId: string, simulation: Simulation): Promise<ServiceAnswer> {
      const { payin, account } = get(referenceId);
      if (!payin) throw new ShopError(409, 'NOTHING_TO_SIMULATE', 'O pedido não tem pagamento.');
      const path = `/sandbox/payins/${encodeURIComponent(payin.id)}/${simulation}`;
      return payments.call(account, { method: 'POST', path });
    },
  };
}

function toView({ referenceId, amount, items, payin }: Order): OrderView {
  return {
    referenceId,
    amount,
    items,
    status: payin?.status ?? 'OPEN',
    payinId: payin?.id ?? null,
  };
}
