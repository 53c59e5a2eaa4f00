import type { Page } from '@playwright/test';
import { openElementPage, typeCard } from './element-page.ts';
import { NONCE, OPTIONS, rawFramePage } from './hostile/raw-frame.ts';
import type { Places } from './system.ts';
import { expect, test } from './system.ts';

/** Mounts the card frame without the sdk, and with `asked` in its address; gives its greeting. */
async function greetingOf(
  page: Page,
  { system, merchant }: Places,
  asked: string,
  { publicKey = 'pk_test_no3ds', origin = merchant.origin } = {},
): Promise<unknown> {
  await page.goto(origin + merchant.serve(rawFramePage(system, { publicKey })));
  const fragment = `${NONCE}&options=${encodeURIComponent(asked)}`;
  await page.evaluate(`mountRaw(${JSON.stringify(fragment)})`);
  return page.evaluate('hellos[0].data');
}

test.describe('what a page asks in the address of the card frame', () => {
  test('is answered by the greeting, and the fields are there', async ({ page, places }) => {
    const said = await greetingOf(page, places, JSON.stringify(OPTIONS));
    expect(said).toEqual({
      checkout: 'hello',
      version: 1,
      nonce: NONCE,
      answer: {
        ok: true,
        value: {
          height: expect.any(Number),
          state: expect.objectContaining({ complete: false, empty: true, installments: 1 }),
          flow: null,
        },
      },
    });
    const number = page.frameLocator('#frame').locator('[data-field=number] input');
    await number.pressSequentially('4111111');
    await expect(number).toHaveValue('4111 111');
  });

  for (const [what, asked] of [
    ['an amount that is none', { ...OPTIONS, amount: 'R$ 1' }],
  ] as const) {
    test(`is refused by the greeting where it is ${what}`, async ({ page, places }) => {
      const said = await greetingOf(page, places, JSON.stringify(asked));
      expect(said).toMatchObject({ answer: { ok: false, error: { code: 'INVALID_ARGUMENT' } } });
      await expect(page.frameLocator('#frame').locator('form')).toHaveAttribute('inert', '');
      await page.evaluate(`window.port = connectRaw('${NONCE}')`);
      expect(await page.evaluate("ask('submit')")).toMatchObject({
        ok: false,
        error: { code: 'CALL_NOT_ALLOWED' },
      });
    });
  }
});

test('where what takes the card fails, a submit says so, then pays', async ({ page, places }) => {
  await page.route(/\/assets\/card-payment-/, (route) => route.abort('failed'));
  const card = await openElementPage(page, places);
  await typeCard(card);
  const told = await page.evaluate('element.submit().then(() => null, plain)');
  expect(told).toMatchObject({ code: 'NETWORK', retryable: true, details: { phase: 'token' } });
  await page.unroute(/\/assets\/card-payment-/);
  expect(await page.evaluate('element.submit()')).toMatchObject({ card: { last4: '1111' } });
});
