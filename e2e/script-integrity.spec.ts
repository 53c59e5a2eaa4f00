import type { Page } from '@playwright/test';
import { elementPage } from './element-page.ts';
import { expect, test } from './system.ts';

// What is served, and with which headers, is told beside the routes; here, what a browser makes of it.

/** From now on the script at this address has one byte more. */
function spoil(page: Page, address: string): Promise<unknown> {
  return page.route(address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()} ` });
  });
}

test('the script runs by its hash, not with a byte changed', async ({ page, system, merchant }) => {
  const sri = await (await fetch(`${system.baseUrl}/checkout/sdk/sri.json`)).json();
  const { path, integrity } = sri.files['checkout-sdk.js'];
  const options = { sdkAddress: system.baseUrl + path, integrity };
  const url = merchant.origin + merchant.serve(elementPage(system, options));
  await page.goto(url);
  await page.evaluate('element.ready');

  await spoil(page, `**${path}`);
  await page.goto(url);
  expect(await page.evaluate('typeof CheckoutSDK')).toBe('undefined');
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('a later module does not run where a byte differs', async ({ page, system, merchant }) => {
  await page.goto(merchant.origin + merchant.serve(elementPage(system, { mounts: false })));
  const prepare = `client.prepareCardPayment({
    amount: 100, referenceId: 'sri', installments: 1,
    card: { holderName: 'A B', number: '4111111111111111', expiry: '12/30', cvv: '123' },
  }).then(plain, plain)`;
  await spoil(page, '**/checkout-sdk-flows.js');
  expect(await page.evaluate(prepare)).toMatchObject({
    code: 'SCRIPT_UNAVAILABLE',
    details: { cause: 'network' },
  });
  await page.unroute('**/checkout-sdk-flows.js');
  expect(await page.evaluate(prepare)).toMatchObject({ card: { last4: '1111' } });
});
