import type { Page } from '@playwright/test';
import { openElementPage } from './element-page.ts';
import { expect, test } from './system.ts';

const BEFORE = '<input id="page-field" aria-label="Cidade">';

/** Every `blur` that the page has heard of. */
function blurs(page: Page) {
  return page.evaluate(
    `heard.filter(({ name }) => name === 'blur').map(({ told: { field, taken } }) => [field, taken ?? false])`,
  );
}

test('a page that takes the focus from typing is told of, and told', async ({ page, places }) => {
  const fields = await openElementPage(page, places, { before: BEFORE });
  await page.evaluate('element.ready');
  // The first thing the page can know of is the first digit.
  await page.evaluate(`element.on('change', () => document.querySelector('#page-field').focus())`);
  await fields.number.pressSequentially('4');
  await expect.poll(() => blurs(page)).toEqual([['number', true]]);
  // Nothing is cleared by it.
  await expect(fields.number).toHaveValue('4');
});

test('a buyer who leaves the form by Tab took the focus away alone', async ({ page, places }) => {
  const fields = await openElementPage(page, places, { before: BEFORE });
  await page.evaluate('element.ready');
  // The first field of the form: the page's own lies before it.
  await fields.name.pressSequentially('A');
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('#page-field')).toBeFocused();
  await expect.poll(() => blurs(page)).toEqual([['holderName', false]]);
});
