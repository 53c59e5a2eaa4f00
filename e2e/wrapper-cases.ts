import { fillCard, testCard } from '../sdk/testing/index.ts';
import { heard } from './element-page.ts';
import { countLeft, leftSince } from './left-behind.ts';
import { callApi, payinOf } from './merchant-api.ts';
import { bundleShop, shopPage } from './package-page.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

/**
 * The cases every wrapper passes, on the real frame. `source`: a shop's script that imports the
 * package and sets `window.wrapper`: `show(props)` and `hide()` resolve once the page shows it, and
 * `element()` is the mounted card element or null.
 */
export function wrapperCases(name: string, source: string): void {
  const tag = rare(name !== 'react');
  const ORDER = { amount: 15990, referenceId: `${name}-1`, maxInstallments: 3 };
  let script = '';

  test.beforeAll(async () => {
    script = await bundleShop(source);
  });

  test.beforeEach(async ({ page, system, merchant }) => {
    await page.goto(merchant.origin + merchant.serve(shopPage(system, script)));
  });

  const show = (props: object) => `wrapper.show(${JSON.stringify(props)})`;
  const ready =
    '(async () => { await until(() => wrapper.element()); await wrapper.element().ready; })()';
  const until = `window.until = async (wanted) => {
    while (!wanted()) await new Promise((resolve) => setTimeout(resolve));
  }`;

  // React in strict mode mounts everything twice, and so has the most to do and to leave.
  test(`shows the card, prepares it, and its back end is paid${tag}`, async ({ page, system }) => {
    const referenceId = `${name}-${process.pid}-${Date.now()}`;
    await page.evaluate(until);
    await page.evaluate(show({ ...ORDER, referenceId }));
    await page.evaluate(ready);
    await fillCard(page, { ...testCard({ brand: 'mastercard' }), installments: 2 });
    const prepared = await page.evaluate<{ payinCard: object }>('wrapper.element().submit()');
    expect(prepared).toMatchObject({ payinCard: { installments: 2 }, card: { last4: '4444' } });
    const names = (await heard(page)).map(({ name: event }) => event);
    expect(names).toEqual(expect.arrayContaining(['ready', 'change', 'result']));
    const payin = payinOf(prepared.payinCard, referenceId, ORDER.amount);
    expect(await callApi(system, 'no3ds', '/payin', payin)).toMatchObject({
      status: 201,
      body: { status: 'APPROVED' },
    });
  });

  test(`changes amount and language live, and keeps what was typed${tag}`, async ({ page }) => {
    await page.evaluate(until);
    await page.evaluate(show(ORDER));
    await page.evaluate(ready);
    await fillCard(page, testCard());
    const frame = page.frameLocator('#shop iframe');
    await page.evaluate(show({ ...ORDER, amount: 90_000, locale: 'en' }));
    await expect(frame.locator('#installments option').nth(2)).toContainText('300');
    await expect(frame.locator('html')).toHaveAttribute('lang', 'en');
    await expect(frame.locator('#cc-csc')).toHaveValue('123');
    await expect(page.locator('iframe')).toHaveCount(1);
    const loads = page.frames().filter((one) => one.url().includes('/card?'));
    expect(loads).toHaveLength(1);
  });

  test(`tells what the buyer has to correct${tag}`, async ({ page }) => {
    await page.evaluate(until);
    await page.evaluate(show(ORDER));
    await page.evaluate(ready);
    const code = await page.evaluate('wrapper.element().submit().catch((error) => error.code)');
    expect(code).toBe('INVALID_CARD');
    expect(await heard(page)).toContainEqual({ name: 'error', told: 'INVALID_CARD' });
  });

  test(`shown and hidden thirty times leaves nothing behind${rare()}`, async ({ page }) => {
    test.slow();
    await page.evaluate(until);
    const cycles = (count: number) =>
      page.evaluate(`(async () => {
        for (let cycle = 0; cycle < ${count}; cycle += 1) {
          await ${show(ORDER)};
          await until(() => wrapper.element());
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
}
