import type { FrameLocator, Page } from '@playwright/test';
import type { ApiAnswer } from './merchant-api.ts';
import { CUSTOMER, callApi, payinOf } from './merchant-api.ts';
import type { MerchantSite } from './merchant-page.ts';
import type { System } from './system.ts';

/** What the page's endpoint was sent, in order. */
export type Chosen = { referenceId: string; paymentMethod: string; [member: string]: unknown };

export type PaymentPageOptions = {
  account?: string;
  /** The shop's own id of the buyer. */
  customerId?: string;
  options?: { [name: string]: unknown };
  /** What the merchant's server asks for a method, in centavos. */
  prices?: { [method: string]: number };
  /** In place of the answer of POST /payin. */
  answer?: (real: () => Promise<ApiAnswer>) => Promise<ApiAnswer>;
  style?: string;
};

const AMOUNT = 15_990;

let orders = 0;

/** The merchant's endpoint `/pay`, which makes the payins at the service; what it was sent. */
export async function serveEndpoint(
  page: Page,
  { merchant, system }: { merchant: MerchantSite; system: System },
  { account = 'no3ds', customerId, prices = {}, answer }: PaymentPageOptions = {},
): Promise<Chosen[]> {
  const sent: Chosen[] = [];
  await page.route(`${merchant.origin}/pay`, async (route) => {
    const chosen = route.request().postDataJSON();
    sent.push(chosen);
    const { referenceId, paymentMethod, card, antifraud, bankId } = chosen;
    const amount = prices[paymentMethod] ?? AMOUNT;
    const real = () =>
      callApi(system, account, '/payin', {
        ...payinOf(card, referenceId, amount),
        ...(customerId === undefined ? {} : { customer: { ...CUSTOMER, id: customerId } }),
        ...{ paymentMethod, antifraud, bankId },
        ...(paymentMethod === 'OPEN_FINANCE' ? { returnUrl: page.url() } : {}),
      });
    const { status, body } = await (answer?.(real) ?? real());
    await route.fulfill({ status, json: body });
  });
  return sent;
}

/** A merchant page with the payment element, and its server. */
export async function openPaymentPage(
  page: Page,
  { merchant, system }: { merchant: MerchantSite; system: System },
  more: PaymentPageOptions = {},
) {
  const { account = 'no3ds', options = {}, style = '' } = more;
  orders += 1;
  const referenceId = `element-${process.pid}-${orders}`;
  const init = { publicKey: `pk_test_${account}`, apiBaseUrl: system.baseUrl };
  const given = { amount: AMOUNT, referenceId, endpoint: '/pay', maxInstallments: 3, ...options };
  const sent = await serveEndpoint(page, { merchant, system }, more);
  const body = `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Loja</title>
<style>${style}</style>
<script src="${system.baseUrl}/checkout/sdk/checkout-sdk.js"></script>
<body>
<main><h1>Pague</h1><button id="above">Acima</button><div id="pay"></div><button id="buy">Pagar</button></main>
<script>
  window.heard = [];
  window.plain = (told) => told instanceof Error
    ? { code: told.code, type: told.type, message: told.message, userMessage: told.userMessage, details: told.details,
        outcome: told.outcome, payin: told.payin }
    : told;
  window.hear = (name) => (told) => heard.push({ name, told: plain(told) });
  window.client = CheckoutSDK.init(${JSON.stringify(init)});
  window.mount = (more = {}) => client.mountPaymentElement('#pay', {
    ...${JSON.stringify(given)},
    onPaid: hear('onPaid'), onPending: hear('onPending'), onError: hear('onError'),
    onChange: hear('onChange'), ...more,
  });
  window.element = mount();
  buy.onclick = () => { window.told = element.submit().then(plain, plain); };
</script>
</body>
</html>`;
  const path = merchant.serve({ body });
  await page.goto(merchant.origin + path);
  return { referenceId, sent, address: merchant.origin + path, ...paymentFrame(page) };
}

/** What is in the frame. */
export function paymentFrame(page: Page, home = '#pay') {
  const frame: FrameLocator = page.frameLocator(`${home} iframe`);
  const method = (name: string) => frame.getByRole('radio', { name });
  return {
    frame,
    method,
    refusal: frame.locator('#refusal'),
    again: frame.getByRole('button', { name: 'Pagar de outro jeito' }),
    savedCard: (name: string) => frame.getByRole('radio', { name }),
    async typeCard({ number = '4111111111111111', name = 'MARINA ALVES' } = {}) {
      await frame.locator('#cc-name').fill(name);
      await frame.locator('#cc-number').fill(number);
      await frame.locator('#cc-exp').fill('12/30');
      await frame.locator('#cc-csc').fill('123');
    },
    /** Presses the page's own button, and gives what submit came to. */
    async pay(): Promise<{ [member: string]: unknown }> {
      await page.locator('#buy').click();
      return page.evaluate('told');
    },
  };
}

export async function heardOf(page: Page, name: string): Promise<unknown[]> {
  const heard = await page.evaluate<{ name: string; told: unknown }[]>('heard');
  return heard.filter((each) => each.name === name).map(({ told }) => told);
}
