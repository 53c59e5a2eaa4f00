import { fillCard, testCard } from '../sdk/testing/index.ts';
import { bundleShop, shopPage } from './package-page.ts';
import { expect, test } from './system.ts';
import { wrapperCases } from './wrapper-cases.ts';

const SHOP = `
import { defineCheckoutCard } from 'checkout-sdk/element';

defineCheckoutCard();
const shop = document.querySelector('#shop');
const card = () => shop.querySelector('checkout-card');

window.wrapper = {
  async show({ amount, referenceId, ...more }) {
    const shown = card() ?? document.createElement('checkout-card');
    const attributes = {
      'public-key': account.publicKey, 'api-base-url': account.apiBaseUrl,
      'checkout-url': account.checkoutUrl, amount, 'reference-id': referenceId,
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (shown.getAttribute(name) !== String(value)) shown.setAttribute(name, value);
    }
    for (const [name, value] of Object.entries(more)) {
      if (shown[name] !== value) shown[name] = value;
    }
    if (shown.isConnected) return;
    for (const name of ['ready', 'change', 'result', 'error']) {
      shown.addEventListener(name, ({ detail }) => hear(name)(detail));
    }
    shop.append(shown);
  },
  async hide() {
    card().remove();
  },
  element: () => card()?.element ?? null,
};`;

test.describe('the custom element', () => {
  wrapperCases('element', SHOP);

  test('is a field of its form: a submitted card is sent with it', async ({
    page,
    system,
    merchant,
  }) => {
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
});
