import { takeBankVisit, visitBank } from './bank-visit.ts';
import { toSdkError } from './card-entry.ts';
import type { CheckoutPage } from './checkout-page.ts';
import { openCheckout } from './checkout-page.ts';
import { mountPix } from './mount-pix.ts';
import { createOrderResult } from './order-result.ts';
import { NOT_REACHED } from './outcome.ts';
import { browserClock } from './page-clock.ts';
import { byId } from './page-element.ts';
import { addressFor, readPageOptions } from './page-options.ts';
import { showResult } from './result-view.ts';
import { createSdk } from './sdk-client.ts';
import type { Order } from './shop-api.ts';
import { ApiError, createShopApi } from './shop-api.ts';
import { setUpSimulation } from './test-panel/simulation.ts';
import { setUpTestPanel } from './test-panel/test-panel.ts';

const options = readPageOptions(location.search);
const payButton = byId('pay', HTMLButtonElement);
const page = {
  showError,
  setBusy,
  visitBank: (url: string, order: string) => visitBank(url, order, () => sessionStorage),
};
let checkout: Promise<CheckoutPage> | null = null;

if (options.theme !== 'auto') document.documentElement.dataset.theme = options.theme;
setUpTestPanel(options);
const api = createShopApi((input, init) => fetch(input, init), browserClock);
const simulation = setUpSimulation({ simulate: api.simulate });
const sdk = createSdk(api, options);
const result = createOrderResult({
  api,
  openStream: (order) => new EventSource(`/api/orders/${order}/events`),
  clock: browserClock,
  copy: (text) => navigator.clipboard.writeText(text),
  mountPix: (node, pix) => mountPix(sdk, node, { ...pix, theme: options.theme }),
  onRestart: (order) => restart(order),
  onShown: (order) => {
    simulation.show(order);
    if (order?.payinId) goTo(order.referenceId);
  },
});

addEventListener('popstate', () => void openAddress());
const visited = takeBankVisit(() => sessionStorage);
if (visited && !options.order) history.replaceState(null, '', addressFor(location.search, visited));
void openAddress();

/** Shows what the address names: an order's result, or the checkout. */
async function openAddress(): Promise<void> {
  const { order: referenceId } = readPageOptions(location.search);
  if (referenceId === null) return restart(null);
  try {
    const order = await api.findOrder(referenceId);
    if (order.payinId !== null) return result.show(order);
    leaveOrder();
    restart(order);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ORDER_NOT_FOUND') {
      leaveOrder();
      restart(null);
      return showError('Este pedido não existe mais. Faça outro.');
    }
    const onAction = () => void openAddress();
    showResult(NOT_REACHED, { receipt: [], history: [], instructions: null, onAction });
  }
}

/** For an order that has no result to go back to. */
function leaveOrder(): void {
  history.replaceState(null, '', addressFor(location.search, null));
}

/** Back to the checkout, which is opened when it is first needed. */
function restart(order: Order | null): void {
  result.hide();
  goTo(null);
  const lines = order?.items ?? null;
  const isOpen = checkout !== null;
  checkout ??= openCheckout({ options, api, sdk, result, page, lines }).catch((error: unknown) => {
    const { code, userMessage } = toSdkError(error);
    showError(userMessage || `Não foi possível abrir o pagamento (${code}). Recarregue a página.`);
    return { restart: () => {} };
  });
  if (isOpen) void checkout.then((opened) => opened.restart());
}

function goTo(order: string | null): void {
  if (readPageOptions(location.search).order === order) return;
  history.pushState(null, '', addressFor(location.search, order));
}

function showError(message: string): void {
  byId('payment-error', HTMLElement).textContent = message;
}

let payHadFocus = false;

// A disabled button loses the focus; it gets it back unless something else took it meanwhile.
function setBusy(step: string | null): void {
  if (!payButton.disabled) payHadFocus = document.activeElement === payButton;
  payButton.disabled = step !== null;
  payButton.setAttribute('aria-busy', String(step !== null));
  byId('payment-status', HTMLElement).textContent = step ?? '';
  const isFree = document.activeElement === null || document.activeElement === document.body;
  if (step === null && payHadFocus && isFree) payButton.focus();
}
