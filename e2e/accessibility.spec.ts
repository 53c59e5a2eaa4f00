import type { Page } from '@playwright/test';
import { deferred } from '../contract/deferred.cases.ts';
import { findViolations } from './axe.ts';
import type { CardFrame } from './element-page.ts';
import { cardFrame, openElementPage, typeCard } from './element-page.ts';
import { rare } from './rare.ts';
import { clickPay, openShop, shopResult } from './shop-page.ts';
import { expect, test } from './system.ts';

// The pages' policies forbid foreign scripts and eval; the browser is told to let axe in anyway.
test.use({ bypassCSP: true });

test.describe('no violation is found in the shop and its card fields', () => {
  for (const [theme, width] of [
    ['light', 1280],
    ['dark', 360],
  ] as const) {
    const tag = rare(theme === 'dark');
    test(`${theme}, ${width} wide: from empty to paid${tag}`, async ({ page, system }) => {
      const how = { colorsOnly: theme === 'dark' };
      await page.setViewportSize({ width, height: 900 });
      const card = await openShop(page, system, { theme });
      await expectNoViolation(page, 'empty', how);

      await clickPay(page);
      await expect(card.frame.locator('.error:not(:empty)')).toHaveCount(4);
      await expectNoViolation(page, 'wrong', how);

      await typeCard(card);
      await expect(card.brand).toHaveText('Visa');
      await expectNoViolation(page, 'filled', how);

      const { promise: held, resolve: release } = deferred();
      await page.route('**/checkout/tokens', async (route) => {
        await held;
        await route.continue();
      });
      await clickPay(page);
      await expect(card.form).toHaveAttribute('aria-busy', 'true');
      await expectNoViolation(page, 'busy', how);
      release();
      await expect(shopResult(page).title).toBeVisible();
      await expectNoViolation(page, 'paid', how);
    });
  }

  test(`a wrong customer${rare()}`, async ({ page, system }) => {
    await openShop(page, system);
    await page.locator('#document').fill('123');
    await clickPay(page);
    await expect(page.locator('#document')).toBeFocused();
    await expectNoViolation(page, 'wrong customer');
  });
});

test.describe('no violation is found in the element on a plain page', () => {
  for (const [locale, theme] of [
    ['pt-BR', 'light'],
    ['es', 'dark'],
  ] as const) {
    const tag = rare(theme === 'dark');
    test(`${locale}, ${theme}: empty, wrong and kept${tag}`, async ({ page, places }) => {
      const options = { locale, appearance: { theme } };
      const how = { cardOnly: true, colorsOnly: theme === 'dark' };
      await openElementPage(page, places, { options, before: '<h1>Loja</h1>' });
      if (theme === 'dark') {
        await page.evaluate(`document.body.style.cssText = 'background: #111; color: #eee'`);
      }
      await page.evaluate('element.ready');
      await expectNoViolation(page, 'empty', how);
      await page.evaluate('element.submit().catch(() => undefined)');
      await expectNoViolation(page, 'wrong', how);

      const card = cardFrame(page);
      await typeCard(card);
      await page.evaluate('element.submit()');
      await expect(card.frame.locator('#kept')).toBeVisible();
      await expectNoViolation(page, 'kept', how);
      await page.evaluate("element.conclude({ error: { code: 'INVALID_CVV' } })");
      await expect(card.cvv).toHaveValue('');
      await expectNoViolation(page, 'wanting the CVV', how);
    });
  }

  test('every field has a name, a role and its place in the tree', async ({ page, places }) => {
    const card: CardFrame = await openElementPage(page, places);
    await page.evaluate('element.ready');
    for (const [role, name] of [
      ['textbox', 'Nome no cartão'],
      ['textbox', 'Número do cartão'],
      ['textbox', 'Validade'],
      ['textbox', 'CVV'],
      ['combobox', 'Parcelas'],
    ] as const) {
      await expect(card.frame.getByRole(role, { name, exact: true })).toBeVisible();
    }
    await expect(card.frame.getByRole('status')).toBeAttached();
    await expect(card.frame.getByRole('button')).toHaveAccessibleName('Onde está o código?');
    await expect(page.getByTitle('Dados do cartão')).toBeVisible();
  });
});

/**
 * Runs axe in the page and, since the card frame is of another origin, in the frame by itself.
 * `cardOnly`: in the frame alone. `colorsOnly`: see `findViolations`.
 */
async function expectNoViolation(
  page: Page,
  state: string,
  { cardOnly = false, colorsOnly = false } = {},
) {
  const frames = page.frames().filter((frame) => !cardOnly || frame !== page.mainFrame());
  for (const frame of frames) {
    if (new URL(frame.url()).pathname === '/hosted') continue;
    const violations = await findViolations(frame, { colorsOnly });
    expect(violations, `${state}: ${new URL(frame.url()).pathname}`).toEqual([]);
  }
}
