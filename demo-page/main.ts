import type { CheckoutSDK } from '../sdk/checkout-sdk.ts';
import type { CheckoutError, PaymentElement } from '../sdk/index.ts';
import { readAppearance } from './appearance.ts';
import type { Cart } from './cart.ts';
import { createCart } from './cart.ts';
import type { CustomerForm } from './customer-form.ts';
import { createCustomerForm } from './customer-form.ts';
import { formatMoney } from './money.ts';
import { isOver, showResult } from './order-result.ts';
import { byId } from './page-element.ts';
import { addressFor, readPageOptions } from './page-options.ts';
import { ApiError, createShopApi, fieldsOf } from './shop-api.ts';
import type { Order } from './shop-order.ts';
import { setUpSimulation } from './test-panel/simulation.ts';
import { setUpTestPanel } from './test-panel/test-panel.ts';

declare global {
  interface Window {
    /** What the script tag of index.html puts there; the shop's own code imports nothing of it. */
    CheckoutSDK?: CheckoutSDK;
  }
}

const options = readPageOptions(location.search);
const payButton = byId('pay', HTMLButtonElement);
const api = createShopApi(options.account);

if (options.theme !== 'auto') document.documentElement.dataset.theme = options.theme;
setUpTestPanel(options);
const simulation = setUpSimulation(api);
open().catch((error: unknown) => {
  const code = error instanceof ApiError ? error.code : 'SDK_NOT_LOADED';
  showError(`Não foi possível abrir o pagamento (${code}). Recarregue a página.`);
});

/** Shows how the order of the address ended, or takes it, or a new one, to its payment. */
async function open(): Promise<void> {
  const config = await api.config();
  const known = options.order === null ? null : await findKnown(options.order);
  if (known !== null && isOver(known.status)) return finish(known);
  const sdk = window.CheckoutSDK;
  if (!sdk) throw new Error('the script of the payment service did not load');
  const cart = createCart({
    ...config,
    lines: known?.items ?? null,
    onChange(amount) {
      showAmount(amount);
      void payment.update({ amount }).catch(() => undefined);
    },
  });
  const customer = createCustomerForm(config);
  const order = known ?? (await api.createOrder(cart.lines()));
  history.replaceState(null, '', addressFor(location.search, order.referenceId));
  const { publicKey, apiBaseUrl } = config;
  const payment = sdk
    .init({ publicKey, apiBaseUrl, locale: options.lang })
    .mountPaymentElement('#card', {
      amount: cart.amount(),
      referenceId: order.referenceId,
      endpoint: `/api/orders/${order.referenceId}/pay`,
      maxInstallments: config.maxInstallments,
      customer: customer.read(),
      appearance: readAppearance(options.theme),
      onChange({ amount }) {
        payButton.hidden = false;
        cart.showInterest(Math.max(0, amount - cart.amount()));
        showAmount(amount);
        showError('');
      },
      onPaid: ({ payin }) => finish({ ...order, status: 'APPROVED', payinId: payin.id }),
      onPending({ payin }) {
        payButton.hidden = true;
        simulation.show({ ...order, payinId: payin.id });
      },
      onError: ({ details }) =>
        tellFields(fieldsOf({ error: { details: Object(details).fields } }), customer),
    });
  // A key that ends the card's last field is the button.
  payment.on('submit', (pressed) => {
    pressed.preventDefault();
    byId('checkout', HTMLFormElement).requestSubmit();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    void payment.update({ appearance: readAppearance(options.theme) }).catch(() => undefined);
  });
  payment.ready.catch((error: CheckoutError) => showError(error.userMessage));
  showAmount(cart.amount());
  byId('checkout', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    void pay(order, { cart, customer, payment });
  });
  payButton.disabled = false;
}

/** Null where the shop knows no such order of this buyer. */
async function findKnown(referenceId: string): Promise<Order | null> {
  try {
    return await api.findOrder(referenceId);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ORDER_NOT_FOUND') throw error;
    showError('Este pedido não existe mais. Faça outro.');
    return null;
  }
}

type Parts = { cart: Cart; customer: CustomerForm; payment: PaymentElement };

/** The shop's part of a payment: what is bought and by whom. The rest is the element's. */
async function pay({ referenceId }: Order, { cart, customer, payment }: Parts): Promise<void> {
  if (payButton.disabled || !customer.validate()) return;
  showError('');
  setBusy(true);
  cart.setDisabled(true);
  try {
    const content = { items: cart.lines(), customer: customer.read() };
    await api.changeOrder(referenceId, content);
    await payment.submit();
  } catch (error) {
    if (error instanceof ApiError && !tellFields(error.fields, customer)) {
      showError('Não foi possível falar com a loja. Tente de novo.');
    }
  } finally {
    setBusy(false);
    cart.setDisabled(false);
  }
}

/** What is wrong with the payment is told in the element; what is, in these fields, here. */
function tellFields(fields: readonly string[], customer: CustomerForm): boolean {
  const isTold = customer.showRefused(fields);
  if (isTold) showError('Confira os campos marcados e pague de novo.');
  return isTold;
}

function finish(order: Order): void {
  simulation.show(order);
  showResult(order, () => location.assign(addressFor(location.search, null)));
}

function showAmount(amount: number): void {
  byId('pay-label', HTMLElement).textContent = `Pagar ${formatMoney(amount)}`;
}

function showError(message: string): void {
  byId('payment-error', HTMLElement).textContent = message;
}

function setBusy(isBusy: boolean): void {
  payButton.disabled = isBusy;
  payButton.setAttribute('aria-busy', String(isBusy));
  byId('payment-status', HTMLElement).textContent = isBusy ? 'Pagando… não feche esta página.' : '';
}
