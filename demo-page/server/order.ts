import type { AccountName } from './merchant-account.ts';
import type { PaymentChoice } from './payment-choice.ts';
import type { PaymentInstructions } from './payment-instructions.ts';
import { toInstructions } from './payment-instructions.ts';
import type { Customer, PaymentAnswer } from './payment-service.ts';
import type { OrderItem } from './price-list.ts';
import type { PayinNews } from './webhook.ts';

export type Payin = NonNullable<PaymentAnswer['payin']>;

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
  paymentMethod: PaymentChoice['paymentMethod'] | null;
  /** What the buyer pays by, as it was first given. */
  instructions: PaymentInstructions | null;
  /** Every status of the payin, once. */
  history: { status: string; at: string }[];
  /** News that came before the answer they are about. */
  early: PayinNews[];
};

/** An order as the page may see it: nothing of the customer, nothing of the credentials. */
export type OrderView = Pick<
  Order,
  'referenceId' | 'amount' | 'items' | 'createdAt' | 'paymentMethod' | 'history' | 'instructions'
> & { status: string; payinId: string | null };

/** The payin of an order; null where there is none. */
export function payinOf({ payment }: Order): Payin | null {
  return payment.state === 'answered' ? payment.answer.payin : null;
}

/**
 * Takes in what the service answered. True where the order changed by it: the same status told
 * again, however it came, counts once.
 */
export function takeAnswer(order: Order, answer: PaymentAnswer, now: Date): boolean {
  const before = payinOf(order)?.status ?? null;
  order.payment = isFinal(answer) ? { state: 'answered', answer } : { state: 'open' };
  const { payin } = answer;
  if (payin === null || payin.status === before) return false;
  order.instructions ??= toInstructions(payin.id, payin);
  order.history.push({ status: payin.status, at: now.toISOString() });
  return true;
}

/** Takes in what an event says; false where it says nothing new of this order's payin. */
export function takeNews(order: Order, news: PayinNews, now: Date): boolean {
  if (order.payment.state === 'paying') order.early.push(news);
  if (order.payment.state !== 'answered') return false;
  const { answer } = order.payment;
  if (answer.payin?.id !== news.id) return false;
  return takeAnswer(order, { ...answer, payin: { ...answer.payin, status: news.status } }, now);
}

export function toView(order: Order): OrderView {
  const { referenceId, amount, items, createdAt, payment, paymentMethod, history, instructions } =
    order;
  const payin = payinOf(order);
  return {
    referenceId,
    amount,
    items,
    createdAt,
    paymentMethod,
    history,
    status:
      payin?.status ?? (payment.state === 'answered' ? 'REFUSED' : payment.state.toUpperCase()),
    payinId: payin?.id ?? null,
    instructions,
  };
}

// A payin, or a refusal of this card, closes the order: a new try is a new order. Where the service
// was down, busy or not sure, the same order may be sent again under the same reference.
function isFinal(answer: PaymentAnswer): boolean {
  const { status, body, payin } = answer;
  if (payin !== null || [400, 422].includes(status)) return true;
  return status === 409 && JSON.parse(body).error?.code !== 'IN_PROGRESS';
}
