import { createBankChoice } from './bank-choice.ts';
import type { CardEntry } from './card-entry.ts';
import { toSdkError } from './card-entry.ts';
import { createCart } from './cart.ts';
import { createCustomerForm } from './customer-form.ts';
import { mountHostedCard } from './hosted-card.ts';
import { totalOf } from './installment-plan.ts';
import type { OrderResult } from './order-result.ts';
import { byId } from './page-element.ts';
import type { PageOptions } from './page-options.ts';
import type { PaymentPage } from './payment.ts';
import { createPayment } from './payment.ts';
import type { PaymentEntry } from './payment-entry.ts';
import type { Method } from './payment-method.ts';
import { createMethodChoice, payLabelOf } from './payment-method.ts';
import { showPlainCard } from './plain-card.ts';
import type { Sdk } from './sdk-client.ts';
import type { ShopApi } from './shop-api.ts';

export const NO_FIELDS = 'Não foi possível carregar os campos do cartão. Recarregue a página.';

export type CheckoutPage = {
  /** Makes the page ready for another order. */
  restart(): void;
};

/** Fills the checkout with cart, customer and ways to pay. Rejects where it cannot be opened. */
export async function openCheckout(parts: {
  options: PageOptions;
  api: ShopApi;
  sdk: () => Promise<Sdk>;
  result: OrderResult;
  page: PaymentPage;
  /** What is in the cart at first; null leaves the choice to the shop. */
  lines: readonly { sku: string; quantity: number }[] | null;
}): Promise<CheckoutPage> {
  const { api, result, page } = parts;
  const { account, mode, theme } = parts.options;
  const { config, client } = await parts.sdk();
  let card: CardEntry | null = null;
  const cart = createCart({
    ...config,
    lines: parts.lines,
    onChange: (amount) => {
      card?.setAmount(amount);
      showAmount();
    },
  });
  const customer = createCustomerForm(config);
  const banks = createBankChoice({ banks: () => api.banks(account) });
  const method = createMethodChoice({
    onChoose: () => page.showError(''),
    onShow: (chosen) => {
      showAmount();
      if (chosen === 'open_finance') void banks.load();
    },
  });
  function showAmount(): void {
    const chosen = method.chosen();
    const plan = chosen === 'credit_card' ? card?.plan() : null;
    const total = totalOf(cart.amount(), plan);
    cart.showInterest(total - cart.amount());
    byId('pay-label', HTMLElement).textContent = payLabelOf(chosen, total);
  }
  showAmount();

  const configured = client.getConfig();
  let hasCardFailed = false;
  const common = {
    client,
    amount: cart.amount(),
    maxInstallments: config.maxInstallments,
    onPlan: showAmount,
  };
  const mounted =
    mode === 'element'
      ? mountHostedCard({
          ...common,
          theme,
          customer: customer.read(),
          onEnter: () => void payment.start(),
          onError(error) {
            hasCardFailed = true;
            page.showError(toSdkError(error).userMessage || NO_FIELDS);
          },
          // What else is told stays: the fields are ready at any time.
          onReady() {
            if (hasCardFailed) page.showError('');
            hasCardFailed = false;
          },
        })
      : showPlainCard({
          ...common,
          mode,
          installmentTable: configured.then(
            ({ installmentTable }) => installmentTable,
            () => undefined,
          ),
        });
  card = mounted;
  const entries = entriesOf(mounted, banks);
  const payment = createPayment({
    account,
    api,
    cart,
    customer,
    card: mounted,
    entry: () => entries[method.chosen()],
    result,
    page: {
      ...page,
      setBusy: (step) => {
        page.setBusy(step);
        cart.setDisabled(step !== null);
        method.setDisabled(step !== null);
      },
    },
  });
  // Where the configuration cannot be read, the card is offered, and paying says what is wrong.
  method.offer(
    await configured.then(
      ({ paymentMethods }) => paymentMethods,
      () => [],
    ),
  );
  byId('checkout', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    void payment.start();
  });
  byId('pay', HTMLButtonElement).disabled = false;
  return {
    restart() {
      page.showError('');
    },
  };
}

type Banks = ReturnType<typeof createBankChoice>;

function entriesOf(card: CardEntry, banks: Banks): { [method in Method]: PaymentEntry } {
  const check = () => true;
  return {
    credit_card: {
      busy: { preparing: 'Conferindo o cartão…', paying: 'Pagando… não feche esta página.' },
      check,
      prepare: async (order) => ({
        paymentMethod: 'CREDIT_CARD',
        token: await card.prepare(order),
      }),
    },
    pix: {
      busy: { preparing: 'Preparando o pedido…', paying: 'Gerando o código PIX…' },
      check,
      prepare: async () => ({ paymentMethod: 'PIX' }),
    },
    boleto: {
      busy: { preparing: 'Preparando o pedido…', paying: 'Gerando o boleto…' },
      check,
      prepare: async () => ({ paymentMethod: 'BOLETO' }),
    },
    open_finance: {
      busy: { preparing: 'Preparando o pedido…', paying: 'Abrindo o seu banco…' },
      check: banks.check,
      prepare: async () => ({ paymentMethod: 'OPEN_FINANCE', bankId: banks.chosen() ?? '' }),
    },
  };
}
