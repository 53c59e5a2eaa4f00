import { deferred } from '../contract/deferred.cases.ts';
import { openElementPage, typeCard } from './element-page.ts';
import { expectCode } from './expected-code.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

/** Settles a promise of the page into what it told: its value, or its error as plain data. */
function settled(promise: string) {
  return `(${promise}).then(plain, plain)`;
}

test.describe('submit()', () => {
  test('is aborted by its signal, keeps the card, and works again', async ({ page, places }) => {
    const card = await openElementPage(page, places);
    await typeCard(card);
    await page.route('**/checkout/tokens', () => undefined);
    const submitted = page.evaluate(`
      window.controller = new AbortController();
      ${settled('element.submit({ signal: controller.signal })')}`);
    await expect(card.form).toHaveAttribute('aria-busy', 'true');
    await page.evaluate('controller.abort()');
    expectCode(await submitted, 'ABORTED', { details: { phase: 'submit' } });
    await expect(card.form).toHaveAttribute('aria-busy', 'false');
    await page.unroute('**/checkout/tokens');
    const already = `element.submit({ signal: AbortSignal.abort() })`;
    expect(await page.evaluate(settled(already))).toMatchObject({ code: 'ABORTED' });
    await expect(card.number).toHaveValue('4111 1111 1111 1111');
    expect(await page.evaluate(settled('element.submit()'))).toMatchObject({ payinCard: {} });
    await expect(card.number).not.toBeEditable();
  });

  const json = (status: number, code: string) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify({ error: { code, message: code, details: [] }, requestId: 'r' }),
  });
  for (const [what, answer, code, retryable] of [
    ['503', json(503, 'UNAVAILABLE'), 'UNAVAILABLE', true],
    ['429', json(429, 'RATE_LIMITED'), 'RATE_LIMITED', true],
    ['a 200 in HTML', { status: 200, contentType: 'text/html', body: '<h1>Hi</h1>' }, null, true],
  ] as const) {
    const tag = rare(code === null);
    test(`tells ${what} by a code, and keeps the card${tag}`, async ({ page, places }) => {
      const card = await openElementPage(page, places);
      await typeCard(card);
      await page.route('**/checkout/tokens', (route) => route.fulfill(answer));
      const error = await page.evaluate(settled('element.submit()'));
      expect(error).toMatchObject({ retryable, details: { phase: 'token' } });
      if (code !== null) expectCode(error, code);
      else expect(Reflect.get(Object(error), 'code')).toMatch(/^(NETWORK|UNAVAILABLE|INTERNAL)$/);
      expect(await page.evaluate(`(${JSON.stringify(error)}).userMessage`)).not.toBe('');
      await page.unroute('**/checkout/tokens');
      expect(await page.evaluate(settled('element.submit()'))).toMatchObject({ payinCard: {} });
    });
  }

  test('gives up on a service that never answers', async ({ page, places }) => {
    await page.clock.install();
    const card = await openElementPage(page, places);
    await typeCard(card);
    const { promise: asked, resolve: reached } = deferred();
    await page.route('**/checkout/tokens', () => reached());
    const submitted = page.evaluate(settled('element.submit()'));
    await asked;
    await page.clock.runFor(20_000);
    expectCode(await submitted, 'TIMEOUT', { type: 'network', retryable: true });
  });

  test('tells the page nothing of the card but brand and last four', async ({ page, places }) => {
    const card = await openElementPage(page, places, { publicKey: 'pk_test_manual' });
    await typeCard(card);
    const result = await page.evaluate(settled('element.submit()'));
    expect(result).toEqual({
      payinCard: { token: expect.stringMatching(/^tok_/), installments: 1 },
      antifraud: { skipped: false, sessionId: expect.any(String) },
      card: { token: expect.stringMatching(/^tok_/), brand: 'visa', last4: '1111' },
      threeDS: { skipped: true, status: null },
    });
  });
});
