import type { Page } from '@playwright/test';
import { fillCard, testCard } from '../sdk/testing/index.ts';
import { heard } from './element-page.ts';
import { countLeft, leftSince } from './left-behind.ts';
import { callApi, endPayin, payinOf } from './merchant-api.ts';
import { bundleShop, shopPage } from './package-page.ts';
import { createPix } from './pix-page.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

/** Of what each part tells, what a shop hears. */
const EVENTS = `
const EVENTS = {
  card: ['ready', 'change', 'result', 'error'], payment: ['pending', 'paid', 'error'], pix: ['paid', 'error'],
};
const listeners = (part) => Object.fromEntries(
  EVENTS[part].map((name) => ['on' + name[0].toUpperCase() + name.slice(1), hear(name)]),
);
window.until = async (wanted) => {
  while (!wanted()) await new Promise((resolve) => setTimeout(resolve));
};`;

/**
 * A shop's script each, which imports the package and sets `window.wrapper`: `show(part, props)` and
 * `hide()` resolve once the page shows it, and `element()` is what is mounted, or null.
 */
const SHOPS = {
  // In strict mode, which mounts everything twice, and so has the most to do and to leave.
  react: `
import { createElement, createRef, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { init } from 'checkout-sdk';
import { CheckoutCard, CheckoutPayment, CheckoutPix } from 'checkout-sdk/react';
${EVENTS}
const parts = { card: CheckoutCard, payment: CheckoutPayment, pix: CheckoutPix };
const client = init(account);
const root = createRoot(document.querySelector('#shop'));
const ref = createRef();
const render = async (node) => flushSync(() => root.render(createElement(StrictMode, null, node)));
window.wrapper = {
  show: (part, props) => render(createElement(parts[part], {
    client, ...(part !== 'pix' && { ref }), ...props, ...listeners(part),
  })),
  hide: () => render(null),
  element: () => ref.current,
};`,
  vue: `
import { createApp, h, nextTick, ref, shallowRef } from 'vue';
import { init } from 'checkout-sdk';
import { CheckoutCard, CheckoutPayment, CheckoutPix } from 'checkout-sdk/vue';
${EVENTS}
const parts = { card: CheckoutCard, payment: CheckoutPayment, pix: CheckoutPix };
const client = init(account);
const shown = shallowRef(null);
const mounted = ref(null);
const show = (part, props) => {
  shown.value = part && { part, props };
  return nextTick();
};
createApp({ render: () => shown.value && h(parts[shown.value.part], {
  client, ref: mounted, ...shown.value.props, ...listeners(shown.value.part),
}) }).mount('#shop');
window.wrapper = { show, hide: () => show(null), element: () => mounted.value?.element ?? null };`,
  element: `
import { defineCheckoutCard, defineCheckoutPayment, defineCheckoutPix } from 'checkout-sdk/element';
${EVENTS}
defineCheckoutCard();
defineCheckoutPayment();
defineCheckoutPix();
const shop = document.querySelector('#shop');
window.wrapper = {
  async show(part, props) {
    const before = shop.querySelector('checkout-' + part);
    const shown = before ?? document.createElement('checkout-' + part);
    Object.assign(shown, before ? props : { ...account, ...props });
    if (before) return;
    for (const name of EVENTS[part]) {
      shown.addEventListener(name, ({ detail }) => hear(name)(detail));
    }
    shop.append(shown);
  },
  hide: async () => shop.replaceChildren(),
  element: () => shop.firstElementChild?.element ?? null,
};`,
};

const AMOUNT = 15_990;

function show(page: Page, part: 'card' | 'payment' | 'pix', props: object): Promise<unknown> {
  return page.evaluate(`wrapper.show('${part}', ${JSON.stringify(props)})`);
}

for (const [name, source] of Object.entries(SHOPS)) {
  const tag = rare(name !== 'react');
  test.describe(`the wrapper: ${name}`, () => {
    const ORDER = { amount: AMOUNT, referenceId: `${name}-1`, maxInstallments: 3 };
    const ready =
      '(async () => { await until(wrapper.element); await wrapper.element().ready; })()';
    let script = '';

    test.beforeAll(async () => {
      script = await bundleShop(source);
    });

    test.beforeEach(async ({ page, system, merchant }) => {
      await page.goto(merchant.origin + merchant.serve(shopPage(system, script)));
    });

    test(`tells what is wrong, prepares a card, and it is paid${tag}`, async ({ page, system }) => {
      const referenceId = `${name}-${process.pid}-${Date.now()}`;
      await show(page, 'card', { ...ORDER, referenceId });
      await page.evaluate(ready);
      const wrong = await page.evaluate('wrapper.element().submit().catch(({ code }) => code)');
      expect(wrong).toBe('INVALID_CARD');
      expect(await heard(page)).toContainEqual({ name: 'error', told: 'INVALID_CARD' });
      await fillCard(page, { ...testCard({ brand: 'mastercard' }), installments: 2 });
      const prepared = await page.evaluate<{ payinCard: object }>('wrapper.element().submit()');
      expect(prepared).toMatchObject({ payinCard: { installments: 2 }, card: { last4: '4444' } });
      const names = (await heard(page)).map(({ name: event }) => event);
      expect(names).toEqual(expect.arrayContaining(['ready', 'change', 'result']));
      const payin = payinOf(prepared.payinCard, referenceId, AMOUNT);
      expect(await callApi(system, 'no3ds', '/payin', payin)).toMatchObject({
        status: 201,
        body: { status: 'APPROVED' },
      });
    });

    test(`changes amount and language live, and keeps what was typed${tag}`, async ({ page }) => {
      await show(page, 'card', ORDER);
      await page.evaluate(ready);
      await fillCard(page, testCard());
      const frame = page.frameLocator('#shop iframe');
      await show(page, 'card', { ...ORDER, amount: 90_000, locale: 'en' });
      await expect(frame.locator('#installments option').nth(2)).toContainText('300');
      await expect(frame.locator('html')).toHaveAttribute('lang', 'en');
      await expect(frame.locator('#cc-csc')).toHaveValue('123');
      await expect(page.locator('iframe')).toHaveCount(1);
      const loads = page.frames().filter((one) => one.url().includes('/card?'));
      expect(loads).toHaveLength(1);
    });

    test(`shows every method of payment and how it stands${tag}`, async ({ page, system }) => {
      const payin = await createPix(system);
      await page.exposeFunction('payByMerchant', () => payin);
      await page.evaluate(`wrapper.show('payment', { amount: ${AMOUNT}, referenceId: 'wrapped-1',
        methods: ['PIX', 'CREDIT_CARD'], pay: () => payByMerchant() })`);
      const frame = page.frameLocator('#shop iframe');
      await frame.getByRole('radio', { name: 'PIX' }).check();
      await expect(page.locator('iframe')).toHaveCount(1);
      await page.evaluate('wrapper.element().submit()');
      await expect(frame.locator('#code')).toHaveValue(payin.pix.qrcode);
      await endPayin(system, payin.id, 'pay');
      await expect
        .poll(() => page.evaluate('heard.map(({ name }) => name)'))
        .toEqual(['pending', 'paid']);
    });

    test(`shows a PIX, and tells that it is paid${tag}`, async ({ page, system }) => {
      const payin = await createPix(system);
      await show(page, 'pix', { payin });
      const frame = page.frameLocator('#shop iframe');
      await expect(frame.locator('#code')).toHaveValue(payin.pix.qrcode);
      await expect(page.locator('iframe')).toHaveCount(1);
      await endPayin(system, payin.id, 'pay');
      await expect(frame.locator('#headline')).toHaveText('Pagamento confirmado');
      await expect.poll(() => page.evaluate('heard.map(({ name }) => name)')).toEqual(['paid']);
    });

    test(`shown and hidden thirty times leaves nothing behind${rare()}`, async ({ page }) => {
      test.slow();
      const cycles = (count: number) =>
        page.evaluate(`(async () => {
          for (let cycle = 0; cycle < ${count}; cycle += 1) {
            await wrapper.show('card', ${JSON.stringify(ORDER)});
            await until(wrapper.element);
            if (cycle % 5 !== 0) await wrapper.element().ready;
            await wrapper.hide();
          }
          heard.length = 0;
        })()`);
      const count = () => countLeft(page, ['#shop']);
      await cycles(5);
      const before = await count();
      await cycles(30);
      await expect
        .poll(async () => leftSince(before, await count()))
        .toEqual({ nodes: 0, documents: 0, listeners: 0, frames: 0 });
      await expect(page.locator('iframe, dialog')).toHaveCount(0);
    });
  });
}

test('the custom element is a submitted field of its form', async ({ page, system, merchant }) => {
  const script = `import { defineCheckoutCard } from 'checkout-sdk/element';
    document.querySelector('#shop').innerHTML = \`<form><checkout-card name="card"
      public-key="\${account.publicKey}" api-base-url="\${account.apiBaseUrl}"
      checkout-url="\${account.checkoutUrl}" amount="100" reference-id="form-1"></checkout-card>
      </form>\`;
    defineCheckoutCard();`;
  await page.goto(merchant.origin + merchant.serve(shopPage(system, await bundleShop(script))));
  await page.evaluate(`document.querySelector('checkout-card').element.ready`);
  const sent = () => page.evaluate<string | null>(`new FormData(document.forms[0]).get('card')`);
  expect(await sent()).toBeNull();
  await fillCard(page, testCard(), { within: 'checkout-card' });
  const prepared = await page.evaluate<{ payinCard: object }>(
    `document.querySelector('checkout-card').element.submit()`,
  );
  expect(JSON.parse((await sent()) ?? '')).toEqual(prepared.payinCard);
  await page.evaluate('document.forms[0].reset()');
  expect(await sent()).toBeNull();
  const frame = page.frameLocator('checkout-card iframe');
  await expect(frame.locator('#cc-number')).toHaveValue('');
});
