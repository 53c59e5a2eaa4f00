import { bundleShop, shopPage } from './package-page.ts';
import type { PixPayin } from './pix-page.ts';
import { controlPix, createPix } from './pix-page.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

/** A shop's script each: `show(payin)` shows it, what is told is heard. */
const SHOPS = {
  react: `
import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { init } from 'checkout-sdk';
import { CheckoutPix } from 'checkout-sdk/react';
const client = init(account);
const root = createRoot(document.querySelector('#shop'));
window.show = (payin) => root.render(createElement(StrictMode, null, createElement(CheckoutPix, {
  client, payin, onPaid: hear('paid'), onError: hear('error'),
})));`,
  vue: `
import { createApp, h } from 'vue';
import { init } from 'checkout-sdk';
import { CheckoutPix } from 'checkout-sdk/vue';
const client = init(account);
window.show = (payin) => createApp({
  render: () => h(CheckoutPix, { client, payin, onPaid: hear('paid'), onError: hear('error') }),
}).mount('#shop');`,
  element: `
import { defineCheckoutPix } from 'checkout-sdk/element';
defineCheckoutPix();
window.show = (payin) => {
  const pix = document.createElement('checkout-pix');
  Object.assign(pix, { ...account, payin });
  for (const name of ['paid', 'error']) {
    pix.addEventListener(name, ({ detail }) => hear(name)(detail));
  }
  document.querySelector('#shop').append(pix);
};`,
};

for (const [name, source] of Object.entries(SHOPS)) {
  test(`the ${name} wrapper shows a PIX and tells that it is paid${rare(name !== 'react')}`, async ({
    page,
    system,
    merchant,
  }) => {
    const script = await bundleShop(source);
    await page.goto(merchant.origin + merchant.serve(shopPage(system, script)));
    const payin: PixPayin = await createPix(system);
    await page.evaluate(`show(${JSON.stringify(payin)})`);
    const frame = page.frameLocator('#shop iframe');
    await expect(frame.locator('#code')).toHaveValue(payin.pix.qrcode);
    await expect(page.locator('iframe')).toHaveCount(1);
    await controlPix(system, payin, 'pay');
    await expect(frame.locator('#headline')).toHaveText('Pagamento confirmado');
    await expect.poll(() => page.evaluate('heard.map(({ name }) => name)')).toEqual(['paid']);
  });
}
