import type { Page } from '@playwright/test';
import { fillCard, GOOD, submit } from './card-entry.ts';
import { expectFrameToFit, openElementPage } from './element-page.ts';
import { expect, test } from './system.ts';

/** The card data of each token request from now on. */
function watchTokens(page: Page): { card: { [field: string]: string }; installments: number }[] {
  const sent: { card: { [field: string]: string }; installments: number }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/checkout/tokens')) sent.push(request.postDataJSON());
  });
  return sent;
}

// Every problem, brand, plan and language is told beside the form; here, what the browser makes of it.
test('a mistyped number is shown, focused, heard and corrected', async ({ page, places }) => {
  const card = await openElementPage(page, places);
  const sent = watchTokens(page);
  await expect(card.announcer).toHaveText('');
  await fillCard(card, { number: '4111111111111112' });
  expect(await submit(page)).toMatchObject({
    code: 'INVALID_CARD',
    type: 'customer',
    retryable: true,
    userMessage: 'Confira os dados do cartão e tente de novo.',
    details: { fields: [{ field: 'number', problem: 'invalid' }] },
  });
  const text = (await card.error('cc-number').textContent()) ?? '';
  expect(text).toMatch(/Confira o nú/);
  await expect(card.number).toBeFocused();
  await expect(card.number).toHaveAttribute('aria-invalid', 'true');
  await expect(card.number).toHaveAccessibleDescription(new RegExp(`${text}$`));
  await expect(card.announcer).toHaveText('');
  await expect(card.frame.locator('.error:not(:empty)')).toHaveCount(1);
  await card.number.fill(GOOD.number);
  await expect(card.error('cc-number')).toHaveText('');
  expect(sent).toEqual([]);
  expect(await submit(page)).toMatchObject({ card: { last4: '1111' } });
  expect(sent).toHaveLength(1);
});

test.describe('what browsers and clipboards bring', () => {
  test('is understood as it is filled in', async ({ page, places }) => {
    const card = await openElementPage(page, places);
    const sent = watchTokens(page);
    await fillCard(card, { number: '4111-1111-1111-1111', expiry: '2030-12' });
    await expect(card.number).toHaveValue('4111 1111 1111 1111');
    await expect(card.expiry).toHaveValue('12/30');
    await submit(page);
    expect(sent[0]?.card).toEqual({
      holderName: GOOD.name,
      number: GOOD.number,
      expirationMonth: '12',
      expirationYear: '2030',
      cvv: GOOD.cvv,
    });
  });

  test('is understood where it is pasted', async ({ page, context, places }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const card = await openElementPage(page, places);
    for (const [field, pasted, value] of [
      [card.number, '4111 1111 1111 1111', '4111 1111 1111 1111'],
      [card.expiry, '2030-12', '12/30'],
    ] as const) {
      await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
      await field.focus();
      await field.press('ControlOrMeta+v');
      await expect(field).toHaveValue(value);
    }
  });

  test('counts where a browser filled the fields without a word', async ({ page, places }) => {
    const card = await openElementPage(page, places);
    const sent = watchTokens(page);
    const values = { ...GOOD, expiry: '2030-12' };
    for (const field of ['name', 'number', 'expiry', 'cvv'] as const) {
      await card[field].evaluate((input, value) => {
        if (input instanceof HTMLInputElement) input.value = value;
      }, values[field]);
    }
    expect(await submit(page)).toMatchObject({ card: { last4: '1111' } });
    expect(sent[0]?.card.expirationYear).toBe('2030');
  });
});

test('a live update keeps text, plan and focus, or hides plans', async ({ page, places }) => {
  const card = await openElementPage(page, places);
  const sent = watchTokens(page);
  await fillCard(card, { cvv: '12' });
  await card.installments.selectOption('2');
  await card.cvv.focus();
  await page.evaluate(`element.update({ amount: 10001, maxInstallments: 6, locale: 'en' })`);
  await expect(card.installments.locator('option')).toHaveCount(6);
  await expect(card.iframe).toHaveAttribute('title', 'Card details');
  await expect(card.installments).toHaveValue('2');
  await expect(card.cvv).toBeFocused();
  await card.cvv.press('3');
  await page.evaluate('element.update({ installments: 4 })');
  await submit(page);
  expect(sent).toMatchObject([{ amount: 10001, installments: 4, card: { cvv: '123' } }]);
  await page.evaluate('element.update({ maxInstallments: 1, installments: 1 })');
  await expect(card.installments).toBeHidden();
  await expectFrameToFit(card);
});
