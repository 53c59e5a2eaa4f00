import type { Page } from '@playwright/test';
import { bundleShop, shopPage } from './package-page.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

const SHOP = `import { loadCheckout } from 'checkout-sdk/load';
window.load = (options) => loadCheckout(options).then(
  (sdk) => ({ isGlobal: sdk === window.CheckoutSDK }),
  ({ code, details, userMessage }) => ({ code, details, userMessage }),
);`;
const LOADED = { isGlobal: true };

let script = '';

test.beforeAll(async () => {
  script = await bundleShop(SHOP);
});

function srcOf(system: System) {
  return `${system.baseUrl}/checkout/sdk/checkout-sdk.js`;
}
function load(page: Page, options: object) {
  return page.evaluate(`load(${JSON.stringify(options)})`);
}
function unavailable(details: object) {
  return {
    code: 'SCRIPT_UNAVAILABLE',
    userMessage: expect.stringMatching(/./),
    details: { phase: 'script', ...details },
  };
}

test.describe('loadCheckout', () => {
  test('adds one script with its hash, and the card mounts', async ({ page, system, merchant }) => {
    await page.goto(merchant.origin + merchant.serve(shopPage(system, script)));
    const sri = await (await fetch(`${system.baseUrl}/checkout/sdk/sri.json`)).json();
    const { path, integrity } = sri.files['checkout-sdk.js'];
    const options = { src: system.baseUrl + path, integrity };
    const loads = await page.evaluate(
      `Promise.all([load(${JSON.stringify(options)}), load(${JSON.stringify(options)})])`,
    );
    expect(loads).toEqual([LOADED, LOADED]);
    await expect(page.locator(`script[src="${options.src}"]`)).toHaveCount(1);
    await page.evaluate(`CheckoutSDK.init(account)
      .mountCardElement('#shop', { amount: 100, referenceId: 'loaded' }).ready`);
  });

  test('works by nonce under CSP and Trusted Types', async ({ page, system, merchant }) => {
    const shop = shopPage(system, script);
    const policy = [
      "script-src 'nonce-r4nd0m'",
      "require-trusted-types-for 'script'",
      'trusted-types checkout-sdk',
    ].join('; ');
    const body = shop.body.replaceAll('<script>', '<script nonce="r4nd0m">');
    const headers = { 'content-security-policy': policy };
    await page.goto(merchant.origin + merchant.serve({ body, headers }));
    expect(await load(page, { src: srcOf(system), nonce: 'r4nd0m' })).toEqual(LOADED);
  });

  test('names the directive that blocks it', async ({ page, system, merchant }) => {
    const headers = { 'content-security-policy': "script-src 'unsafe-inline'" };
    const shop = shopPage(system, script);
    await page.goto(merchant.origin + merchant.serve({ ...shop, headers }));
    expect(await load(page, { src: srcOf(system) })).toMatchObject(
      unavailable({ cause: 'csp', directive: 'script-src', host: new URL(system.baseUrl).host }),
    );
    await expect(page.locator('script[src]')).toHaveCount(0);
  });
});
