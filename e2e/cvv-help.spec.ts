import type { Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import type { CardFrame } from './element-page.ts';
import { expectFrameToFit, heard, openElementPage, typeCard } from './element-page.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

function helpOf(card: CardFrame) {
  return { button: card.cvvHelp, panel: card.frame.locator('#cvv-help-text') };
}

function heightOf(page: Page) {
  return page.locator('#card iframe').evaluate((iframe) => iframe.getBoundingClientRect().height);
}

test.describe('the help for the CVV', () => {
  test('opens and closes with the keyboard alone, and is told', async ({ page, places }) => {
    const card = await openElementPage(page, places);
    await page.evaluate('element.ready');
    const { button, panel } = helpOf(card);
    const before = await heightOf(page);
    await expect(button).toHaveAccessibleName('Onde está o código?');
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    await card.cvv.focus();
    await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel).toContainText('No verso do cartão: 3 dígitos.');
    await expect(panel).toContainText('American Express');
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expect(card.announcer).toContainText('No verso do cartão: 3 dígitos.');
    await expect(button).toBeFocused();
    await expect.poll(() => heightOf(page)).toBeGreaterThan(before);
    await expectFrameToFit(card);

    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(button).toBeFocused();
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    await expect.poll(() => heightOf(page)).toBe(before);
    await button.click();
    await expect(panel).toBeVisible();
    await button.click();
    await expect(panel).toBeHidden();
  });

  test('tells the page nothing, and neither types nor submits', async ({ page, places }) => {
    const card = await openElementPage(page, places);
    await page.evaluate('element.ready');
    const { button, panel } = helpOf(card);
    const told = (await heard(page)).length;
    await button.click();
    await expect(panel).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    // Had anything been told of it, it would stand before this.
    await card.name.focus();
    await expect
      .poll(async () => (await heard(page)).slice(told))
      .toEqual([{ name: 'focus', told: { field: 'holderName' } }]);
    await typeCard(card);
    await button.click();
    await expect(card.cvv).toHaveValue('123');
    expect(await page.evaluate('element.submit().then(plain, plain)')).toMatchObject({
      card: { last4: '1111' },
    });
  });

  test('loads when asked for, once more where that failed', async ({ page, system, places }) => {
    const asked: string[] = [];
    await page.route('**/assets/cvv-help-*.js', async (route) => {
      asked.push(new URL(route.request().url()).origin);
      if (asked.length === 1) await route.abort();
      else await route.continue();
    });
    const card = await openElementPage(page, places);
    await typeCard(card);
    expect(asked).toEqual([]);
    const { button, panel } = helpOf(card);
    await button.click();
    await expect.poll(() => asked.length).toBe(1);
    await expect(async () => {
      await button.click();
      await expect(panel).toBeVisible({ timeout: 1_000 });
    }).toPass();
    expect(asked).toEqual([system.checkoutUrl, system.checkoutUrl]);
  });

  test('stands beside a saved card’s CVV, not an optional field', async ({ page, places }) => {
    const options = { fields: ['cvv'], token: 'tok_x', card: { brand: 'visa', last4: '1111' } };
    const saved = await openElementPage(page, places, { publicKey: 'pk_test_cardonfile', options });
    await saved.cvvHelp.click();
    await expect(helpOf(saved).panel).toBeVisible();
    await expectFrameToFit(saved);

    const fields = ['holderName', 'number', 'expiry', 'cvv', 'holderDocument'];
    const card = await openElementPage(page, places, { options: { fields } });
    await page.evaluate('element.ready');
    await expect(card.frame.locator('#cvv-help')).toHaveCount(1);
    await expect(card.frame.getByRole('textbox')).toHaveCount(5);
  });
});

test.describe('its look', () => {
  // The frame's policy forbids foreign scripts; the browser is told to let axe in anyway.
  test.use({ bypassCSP: true });

  for (const [layout, width] of [
    ['row', 360],
    ['row', 260],
    ['line', 720],
  ] as const) {
    for (const theme of ['light', 'dark'] as const) {
      const tag = rare(theme !== 'light' || layout !== 'row' || width !== 360);
      test(`${layout} ${width} ${theme}: no violation is found${tag}`, async ({ page, places }) => {
        await page.setViewportSize({ width: 900, height: 700 });
        const dark = theme === 'dark' ? 'body { background: #111; color: #eee }' : '';
        const before = `<style>#card { width: ${width}px } ${dark}</style>`;
        const options = { layout, appearance: { theme } };
        const card = await openElementPage(page, places, { options, before });
        await typeCard(card, { number: '378282246310005', cvv: '1234' });
        const { button, panel } = helpOf(card);
        const shown = await button.boundingBox();
        const field = await card.cvv.boundingBox();
        expect(Math.min(shown?.width ?? 0, shown?.height ?? 0)).toBeGreaterThanOrEqual(44);
        expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual(
          (field?.x ?? 0) + (field?.width ?? 0) + 1,
        );
        // Four digits stay clear of the button.
        expect(await card.cvv.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0);
        await button.click();
        await expect(panel).toBeVisible();
        await expectFrameToFit(card);
        const frame = page.frames().find((each) => new URL(each.url()).pathname === '/card');
        expect(frame && (await findViolations(frame))).toEqual([]);
      });
    }
  }
});
