import type { Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import type { ElementPageOptions } from './element-page.ts';
import { expectFrameToFit, heard, openElementPage, typeCard } from './element-page.ts';
import { rare } from './rare.ts';
import type { Places } from './system.ts';
import { expect, test } from './system.ts';

/** Longer than a frame is waited for. */
const GIVEN_UP_MS = 7_500;

/** A page whose card frame cannot be reached, at the moment it is given up. */
async function openWithout(page: Page, places: Places, options: ElementPageOptions = {}) {
  await page.route(`${places.system.checkoutUrl}/**`, (route) => route.abort('failed'));
  await page.clock.install();
  const card = await openElementPage(page, places, options);
  await expect(card.iframe).toBeAttached();
  const before = await topOfBelow(page);
  // In it is the browser's own page of an error.
  await expect(card.iframe).toHaveCSS('opacity', '0');
  await page.clock.runFor(GIVEN_UP_MS);
  return { card, before };
}

async function restore(page: Page, { system }: Places): Promise<void> {
  await page.unroute(`${system.checkoutUrl}/**`);
}

function topOfBelow(page: Page): Promise<number> {
  return page.evaluate(`document.querySelector('#below').offsetTop`);
}

function alert(page: Page) {
  return page.locator('#card').getByRole('alert');
}

test('a frame that did not come is tried again by its buyer', async ({ page, places }) => {
  const { card, before } = await openWithout(page, places, { options: { locale: 'es' } });
  const button = page.getByRole('button', { name: 'Reintentar' });
  await expect(button).toBeVisible();
  expect(await topOfBelow(page), 'in the place of the frame').toBe(before);
  const names = (await heard(page)).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['loaderror', 'onError']));

  await restore(page, places);
  await button.click();
  await page.evaluate('element.ready');
  await expect(alert(page)).toHaveCount(0);
  expect(await topOfBelow(page), 'with the fields').toBe(before);
  await expectFrameToFit(card);
  await typeCard(card);
  expect(await page.evaluate('element.submit()')).toMatchObject({ card: { last4: '1111' } });
});

test('is reached and used by keys, and in vain keeps the focus', async ({ page, places }) => {
  await openWithout(page, places, { before: '<button id="first">Antes</button>' });
  const button = page.getByRole('button', { name: 'Tentar de novo' });
  await expect(button).toBeVisible();
  const box = await button.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await page.locator('#first').focus();
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#card iframe')).toBeAttached();
  await expect(alert(page)).toHaveCount(0);
  await page.clock.runFor(GIVEN_UP_MS);
  await expect(button).toBeFocused();

  await restore(page, places);
  await page.keyboard.press('Enter');
  await page.evaluate('element.ready');
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('IFRAME');
});

test('takes up what the page has changed while there was no frame', async ({ page, places }) => {
  const { card } = await openWithout(page, places);
  const changes = "{ amount: 30000, layout: 'stacked', locale: 'en' }";
  expect(await page.evaluate(`element.update(${changes}).then(plain, plain)`)).toMatchObject({
    code: 'FRAME_UNAVAILABLE',
  });
  await restore(page, places);
  await page.getByRole('button').click();
  await page.evaluate('element.ready');
  expect(await page.evaluate('element.amount')).toBe(30_000);
  await expect(card.installments.locator('option').nth(2)).toHaveText(/100\.00/);
  await expect(card.frame.locator('html')).toHaveAttribute('lang', 'en');
});

test('nothing is left of it once the client is destroyed', async ({ page, places }) => {
  await openWithout(page, places);
  await expect(alert(page)).toBeVisible();
  await page.evaluate('client.destroy()');
  await expect(page.locator('#card > *')).toHaveCount(0);
});

test('is a plain button where nothing more can be loaded, and works', async ({ page, places }) => {
  await page.route('**/checkout-sdk-flows.js*', (route) => route.abort('failed'));
  const { card } = await openWithout(page, places);
  await restore(page, places);
  await page.locator('#card').getByRole('button').click();
  await page.evaluate('element.ready');
  await typeCard(card);
  await expect(page.locator('#card > *')).toHaveCount(1);
});

for (const [colorScheme, width, layout] of [
  ['light', 320, 'row'],
  ['dark', 1280, 'line'],
] as const) {
  const tag = rare(colorScheme === 'dark');
  test(`read by everybody: ${colorScheme} ${layout} ${width}${tag}`, async ({ page, places }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ colorScheme });
    const options = { layout, appearance: { theme: colorScheme } };
    const { before } = await openWithout(page, places, { options });
    await expect(alert(page)).toBeVisible();
    expect(await topOfBelow(page)).toBe(before);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await findViolations(page.mainFrame(), { colorsOnly: true })).toEqual([]);
  });
}
