import { type CardEntry, toSdkError } from './card-entry.ts';
import type { Cart } from './cart.ts';
import type { CardToken } from './checkout-sdk.ts';
import type { CustomerForm } from './customer-form.ts';
import { formatInstallments, formatMoney } from './money.ts';
import { type Outcome, outcomeOfError, outcomeOfStatus } from './outcome.ts';
import { hideResult, type Receipt, showResult, updateResult } from './result-view.ts';
import { ApiError, type Order, type Payin, type ShopApi } from './shop-api.ts';

/** What the payment does to the page around the form. */
export type PaymentPage = {
  setBusy(step: string | null): void;
  showError(message: string): void;
};

const POLL_EVERY_MS = 3_000;
const POLLS = 40;

/**
 * The way of one payment: order, card, charge, result. One at a time, however often the buyer
 * clicks. A refused payment leaves cart and customer as they are, and the next try is a new order.
 */
export function createPayment(parts: {
  account: string;
  api: ShopApi;
  cart: Cart;
  customer: CustomerForm;
  card: CardEntry;
  page: PaymentPage;
  wait(ms: number): Promise<void>;
}): { start(): Promise<void> } {
  const { api, cart, customer, card, page } = parts;
  let isBusy = false;
  // Counts results shown, so that an old order's news does not overwrite a newer page.
  let shown = 0;
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
    if (isBusy || !customer.validate()) return;
    await run(async () => {
      page.setBusy('Conferindo o cartão…');
      const order = await orderFor();
      const token = await card.prepare({ ...order, customer: customer.read() });
      await charge(order, token);
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

  async function charge(order: Order, token: CardToken): Promise<void> {
    page.setBusy('Pagando… não feche esta página.');
    let outcome: Outcome;
    let payinId: string | null = null;
    try {
      const payin = await api.pay(order.referenceId, token);
      payinId = payin.id;
      outcome = payin.threeDSecurePending
        ? await confirm(order, payin)
        : outcomeOfStatus(payin.status);
    } catch (error) {
      const { code, fields } = error instanceof ApiError ? error : { code: 'UNKNOWN', fields: [] };
      if (code === 'INVALID_DATA' && fields.some((path) => path.startsWith('customer.'))) {
        open = null;
        throw error;
      }
      outcome = outcomeOfError(code);
    }
    if (outcome.retry === 'new-order') open = null;
    const receipt = receiptOf(order, token, payinId);
    const act = () => {
      if (outcome.retry === 'same-payment') void again(order, token);
      else restart();
    };
    shown += 1;
    showResult(outcome, receipt, act);
    if (outcome.tone === 'waiting') void follow(order, receipt);
  }

  // The bank asks the buyer. Whatever the browser saw of it, the order says how the sale ended.
  async function confirm(order: Order, payin: Payin): Promise<Outcome> {
    page.setBusy('Confirmando com o seu banco… não feche esta página.');
    let code: string | null = null;
    try {
      await card.confirm(payin);
    } catch (error) {
      ({ code } = toSdkError(error));
    }
    const found = await api.findOrder(order.referenceId).catch(() => null);
    const outcome = outcomeOfStatus(found?.status ?? 'PENDING');
    return code !== null && outcome.tone !== 'success' ? outcomeOfError(code) : outcome;
  }

  // The same token for the same order: the charge surely did not happen, or it is found again.
  function again(order: Order, token: CardToken): Promise<void> {
    hideResult();
    return run(() => charge(order, token));
  }

  async function follow(order: Order, receipt: Receipt): Promise<void> {
    const mine = shown;
    for (let poll = 0; poll < POLLS && mine === shown; poll += 1) {
      await parts.wait(POLL_EVERY_MS);
      const found = await api.findOrder(order.referenceId).catch(() => null);
      const outcome = found && outcomeOfStatus(found.status);
      if (mine === shown && outcome && outcome.tone !== 'waiting') {
        updateResult(outcome, receipt, restart);
        return;
      }
    }
  }

  function restart(): void {
    shown += 1;
    card.clear();
    hideResult();
    page.showError('');
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

function explain(error: unknown): string {
  const { code, userMessage } = toSdkError(error);
  return userMessage || outcomeOfError(code).text;
}

function nameOfBrand(brand: string): string {
  return brand === 'unknown' ? 'Cartão' : brand.charAt(0).toUpperCase() + brand.slice(1);
}

function receiptOf(order: Order, token: CardToken, payinId: string | null): Receipt {
  const { card, payinCard } = token;
  return [
    { label: 'Pedido', value: order.referenceId },
    ...(payinId ? [{ label: 'Pagamento', value: payinId }] : []),
    { label: 'Total', value: formatMoney(order.amount) },
    { label: 'Parcelas', value: formatInstallments(order.amount, payinCard.installments) },
    ...(card ? [{ label: 'Cartão', value: `${nameOfBrand(card.brand)} final ${card.last4}` }] : []),
  ];
}
