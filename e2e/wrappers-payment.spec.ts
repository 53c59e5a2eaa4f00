import { bundleShop, shopPage } from './package-page.ts';
import { endPayin } from './payment-page.ts';
import { createPix } from './pix-page.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

/** A shop's script each: `show(pay)` shows the element, `submit()` pays, what is told is heard. */
const SHOPS = {
  react: `
import { createElement, createRef, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { init } from 'checkout-sdk';
import { CheckoutPayment } from 'checkout-sdk/react';
const client = init(account);
const root = createRoot(document.querySelector('#shop'));
const ref = createRef();
window.show = (order) => root.render(createElement(StrictMode, null, createElement(CheckoutPayment, {
  client, ref, ...order, onPaid: hear('paid'), onPending: hear('pending'), onError: hear('error'),
})));
window.element = () => ref.current;`,
  vue: `
import { createApp, h, ref } from 'vue';
import { init } from 'checkout-sdk';
import { CheckoutPayment } from 'checkout-sdk/vue';
const client = init(account);
const payment = ref(null);
window.show = (order) => createApp({
  render: () => h(CheckoutPayment, {
    client, ref: payment, ...order,
    onPaid: hear('paid'), onPending: hear('pending'), onError: hear('error'),
  }),
}).mount('#shop');
window.element = () => payment.value?.element;`,
  element: `
import { defineCheckoutPayment } from 'checkout-sdk/element';
defineCheckoutPayment();
window.show = (order) => {
  const payment = document.createElement('checkout-payment');
  Object.assign(payment, { ...account, ...order });
  for (const name of ['paid', 'pending', 'error']) {
    payment.addEventListener(name, ({ detail }) => hear(name)(detail));
  }
  document.querySelector('#shop').append(payment);
};
window.element = () => document.querySelector('checkout-payment').element;`,
};

for (const [name, source] of Object.entries(SHOPS)) {
  test(`the ${name} wrapper shows every method and tells how it stands${rare(name !== 'react')}`, async ({
    page,
    system,
    merchant,
  }) => {
    const payin = await createPix(system);
    await page.goto(merchant.origin + merchant.serve(shopPage(system, await bundleShop(source))));
    await page.evaluate(
      `show({ amount: 15990, referenceId: 'wrapped-1', methods: ['PIX', 'CREDIT_CARD'],
        pay: async () => (${JSON.stringify(payin)}) })`,
    );
    const frame = page.frameLocator('#shop iframe');
    await frame.getByRole('radio', { name: 'PIX' }).check();
    await expect(page.locator('iframe')).toHaveCount(1);
    await page.evaluate('element().submit()');
    await expect(frame.locator('#code')).toHaveValue(payin.pix.qrcode);
    await endPayin(system, payin.id, 'pay');
    await expect
      .poll(() => page.evaluate('heard.map(({ name }) => name)'))
      .toEqual(['pending', 'paid']);
  });
}
