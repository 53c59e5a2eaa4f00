import { type CardEntry, toSdkError } from './card-entry.ts';
import { createCart } from './cart.ts';
import type { CheckoutClient } from './checkout-sdk.ts';
import { createCustomerForm } from './customer-form.ts';
import { mountHostedCard } from './hosted-card.ts';
import { formatMoney } from './money.ts';
import { byId } from './page-element.ts';
import { type PageOptions, readPageOptions } from './page-options.ts';
import { createPayment, type PaymentPage } from './payment.ts';
import { showPlainCard } from './plain-card.ts';
import { createShopApi, type ShopConfig } from './shop-api.ts';
import { setUpTestPanel } from './test-panel/test-panel.ts';

const options = readPageOptions(location.search);
const payButton = byId('pay', HTMLButtonElement);
const payError = byId('payment-error', HTMLElement);

if (options.theme !== 'auto') document.documentElement.dataset.theme = options.theme;
setUpTestPanel(options);
openCheckout(options).catch((error: unknown) => {
  const { code, userMessage } = toSdkError(error);
  showError(userMessage || `Não foi possível abrir o pagamento (${code}). Recarregue a página.`);
});

async function openCheckout({ account, mode, lang, theme }: PageOptions): Promise<void> {
  const api = createShopApi((input, init) => fetch(input, init));
  const config = await api.config(account);
  let card: CardEntry | null = null;
  const cart = createCart({
    ...config,
    onChange: (amount) => {
      showAmount(amount);
      card?.setAmount(amount);
    },
  });
  showAmount(cart.amount());
  const customer = createCustomerForm();
  const client = initSdk(config, lang);
  const common = { client, amount: cart.amount(), maxInstallments: config.maxInstallments };
  card =
    mode === 'element'
      ? mountHostedCard({
          ...common,
          theme,
          customer: customer.read(),
          onEnter: () => void payment.start(),
          onError: (error) => showError(toSdkError(error).userMessage || NO_FIELDS),
        })
      : showPlainCard({ ...common, mode });
  const page: PaymentPage = {
    showError,
    setBusy: (step) => {
      setBusy(step);
      cart.setDisabled(step !== null);
    },
  };
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const payment = createPayment({ account, api, cart, customer, card, page, wait });
  byId('checkout', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    void payment.start();
  });
  payButton.disabled = false;
}

const NO_FIELDS = 'Não foi possível carregar os campos do cartão. Recarregue a página.';

function initSdk(config: ShopConfig, locale: string): CheckoutClient {
  const { publicKey, apiBaseUrl } = config;
  if (!window.CheckoutSDK) throw { code: 'SDK_NOT_LOADED', userMessage: NO_FIELDS };
  return window.CheckoutSDK.init({ publicKey, apiBaseUrl, locale });
}

function showAmount(amount: number): void {
  byId('pay-label', HTMLElement).textContent = `Pagar ${formatMoney(amount)}`;
}

function showError(message: string): void {
  payError.textContent = message;
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
