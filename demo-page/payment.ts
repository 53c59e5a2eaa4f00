import type { CardEntry, SdkError } from './card-entry.ts';
import { toSdkError } from './card-entry.ts';
import type { Cart } from './cart.ts';
import type { CardAnswer } from './checkout-sdk.ts';
import type { CustomerForm } from './customer-form.ts';
import { formatPlan } from './money.ts';
import type { OrderResult } from './order-result.ts';
import type { Outcome } from './outcome.ts';
import { outcomeOf, outcomeOfError, UNKNOWN } from './outcome.ts';
import type { PaymentEntry, PaymentRequest } from './payment-entry.ts';
import type { Receipt } from './result-view.ts';
import type { Order, Payin, ShopApi } from './shop-api.ts';
import { ApiError } from './shop-api.ts';

/** What the payment does to the page around the form. */
export type PaymentPage = {
  setBusy(step: string | null): void;
  showError(message: string): void;
  /** Leaves for the buyer's bank, which sends them back to the order's result. */
  visitBank(url: string, referenceId: string): void;
};

/**
 * The way of one payment: order, what it is paid with, charge, result. One at a time, however often
 * the buyer clicks. A refused payment leaves cart and customer as they are, and the next try is a
 * new order.
 */
export function createPayment(parts: {
  account: string;
  api: ShopApi;
  cart: Cart;
  customer: CustomerForm;
  card: CardEntry;
  /** The way to pay that is chosen now. */
  entry(): PaymentEntry;
  result: OrderResult;
  page: PaymentPage;
}): { start(): Promise<void> } {
  const { api, cart, customer, card, result, page } = parts;
  let isBusy = false;
  // An order nobody paid yet serves again while nothing in it changed.
  let open: { order: Order; content: string } | null = null;

  async function orderFor(): Promise<Order> {
    const request = {
      account: parts.account,
      items: cart.lines(),
      customer: customer.read(),
    };
    const content = JSON.stringify(request);
    if (open?.content !== content) open = { order: await api.createOrder(request), content };
    return open.order;
  }

  async function start(): Promise<void> {
    page.showError('');
    const entry = parts.entry();
    // A key that was on its way while the payment ended begins no other order.
    if (isBusy || result.isShown()) return;
    if (!customer.validate() || !entry.check()) return;
    await run(async () => {
      page.setBusy(entry.busy.preparing);
      const order = await orderFor();
      const request = await entry.prepare({ ...order, customer: customer.read() });
      await charge(order, request, entry.busy.paying);
    });
  }

  async function run(steps: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    try {
      await steps();
    } catch (error) {
      if (error instanceof ApiError) refuse(error);
      else page.showError(explain(error));
    } finally {
      isBusy = false;
      page.setBusy(null);
    }
  }

  async function charge(order: Order, request: PaymentRequest, busy: string): Promise<void> {
    const { paymentMethod } = request;
    page.setBusy(busy);
    let outcome: Outcome;
    let ended: CardAnswer | null = null;
    let charged: Order = { ...order, paymentMethod };
    try {
      const payin = await api.pay(order.referenceId, request);
      charged = { ...charged, payinId: payin.id, status: payin.status };
      const failure = payin.threeDSecurePending ? await confirm(payin) : null;
      charged = await findCharged(charged);
      outcome = outcomeOf(charged.status, paymentMethod);
      // Where nobody told how the challenge ended, the order alone says how the sale did.
      if (failure !== null && failure.outcome !== 'unknown' && outcome.tone !== 'success') {
        outcome = outcomeOfFailure(failure);
        ended = failure;
      }
    } catch (error) {
      const { code, fields, isUnknown } =
        error instanceof ApiError ? error : new ApiError('UNKNOWN', [], true);
      if (code === 'INVALID_DATA' && fields.some((path) => path.startsWith('customer.'))) {
        open = null;
        card.conclude({ code });
        throw error;
      }
      outcome = isUnknown ? UNKNOWN : outcomeOfError(code);
      ended = { code };
    }
    if (outcome.retry === 'new-order') open = null;
    const isAgain = outcome.retry === 'same-payment';
    // The same payment may be tried again with what it has; one that waits holds the card no more.
    if (!isAgain && outcome.tone === 'waiting') card.clear();
    else if (!isAgain) card.conclude(ended ?? { status: charged.status });
    result.show(charged, {
      outcome,
      lines: linesOf(order, request),
      onAction: isAgain ? () => void again(order, request, busy) : undefined,
    });
    const { instructions } = charged;
    if (instructions?.kind === 'open-finance') page.visitBank(instructions.url, order.referenceId);
  }

  // The bank asks the buyer. Gives the SDK's error, which is a hint: the order says how the sale
  // ended.
  async function confirm(payin: Payin): Promise<SdkError | null> {
    page.setBusy('Confirmando com o seu banco… não feche esta página.');
    try {
      await card.confirm(payin);
      return null;
    } catch (error) {
      return toSdkError(error);
    }
  }

  // Reads what the buyer pays by. A card needs nothing more, so a lost connection does not matter.
  async function findCharged(charged: Order): Promise<Order> {
    try {
      return await api.findOrder(charged.referenceId);
    } catch (error) {
      if (charged.paymentMethod === 'CREDIT_CARD') return charged;
      throw error;
    }
  }

  // Sends the same payment of the same order: either nothing was charged, or the charge is found.
  function again(order: Order, request: PaymentRequest, busy: string): Promise<void> {
    result.hide();
    return run(() => charge(order, request, busy));
  }

  function refuse(error: ApiError): void {
    if (customer.showRefused(error.fields)) {
      page.showError('Confira os campos marcados e pague de novo.');
    } else {
      page.showError(outcomeOfError(error.code).text);
    }
  }

  return { start };
}

/** Who left the challenge may try again with the same card, which the SDK says in its own words. */
function outcomeOfFailure({ code, userMessage, details }: SdkError): Outcome {
  const outcome = outcomeOfError(code);
  if (details.reason !== 'cancelled') return outcome;
  return { ...outcomeOfError('THREEDS_EXPIRED'), text: userMessage };
}

function explain(error: unknown): string {
  const { code, userMessage } = toSdkError(error);
  return userMessage || outcomeOfError(code).text;
}

function nameOfBrand(brand: string): string {
  return brand === 'unknown' ? 'Cartão' : brand.charAt(0).toUpperCase() + brand.slice(1);
}

function linesOf(order: Order, request: PaymentRequest): Receipt {
  if (request.paymentMethod !== 'CREDIT_CARD') return [];
  const { card, payinCard } = request.token;
  return [
    { label: 'Parcelas', value: formatPlan(order.amount, payinCard) },
    ...(card ? [{ label: 'Cartão', value: `${nameOfBrand(card.brand)} final ${card.last4}` }] : []),
  ];
}
