import type { Page } from '@playwright/test';
import { elementPage, heard, openElementPage } from './element-page.ts';
import { expectCode } from './expected-code.ts';
import { NONCE, rawFramePage } from './hostile/raw-frame.ts';
import { rare } from './rare.ts';
import type { Places } from './system.ts';
import { expect, test } from './system.ts';

/**
 * Mounts while the clock of the page stands still: what is told then waited for no deadline, and so
 * comes as soon as the frame's document does. `listens`: false is a page that handles nothing.
 */
async function mountFrozen(
  page: Page,
  { system, merchant }: Places,
  { publicKey, origin = merchant.origin }: { publicKey: string; origin?: string },
) {
  await page.clock.install();
  const options = { publicKey, mounts: false };
  await page.goto(origin + merchant.serve(elementPage(system, options)));
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 5_000);
  return page.evaluate('(window.element = mount()).ready.then(() => null, plain)');
}

const CAUSES = [
  ['a key nobody knows', 'UNAUTHORIZED', 'pk_test_nobody', null],
  ['an account whose registration is pending', 'KYC_NOT_APPROVED', 'pk_test_pending', null],
  ['a page that is not registered', 'ORIGIN_NOT_REGISTERED', 'pk_test_registered', 'evil'],
  ['a page registered for another key', 'ORIGIN_NOT_REGISTERED', 'pk_test_elsewhere', 'second'],
] as const;

test.describe('is told before the buyer types, and waits for no deadline:', () => {
  for (const [what, code, publicKey, name] of CAUSES) {
    const tag = rare(!/nobody|registered/.test(publicKey));
    test(`${what} is ${code}${tag}`, async ({ page, merchant, places }) => {
      const origin = name === null ? merchant.origin : merchant.originOf(name);
      const told = await mountFrozen(page, places, { publicKey, origin });
      expect(told).toMatchObject({
        code,
        type: 'merchant',
        retryable: false,
        userMessage: expect.stringMatching(/./),
      });
      const names = (await heard(page)).map(({ name: heardName }) => heardName);
      expect(names.filter((each) => each === 'loaderror')).toHaveLength(1);
      expect(names.filter((each) => each === 'onError')).toHaveLength(1);
      expect(names).not.toContain('ready');
      await expect(page.locator('#card iframe')).toHaveCount(0);
      await expect(page.getByRole('alert')).toHaveText(
        /não está disponível.* Pague de outra forma/,
      );
    });
  }

  test('under a policy that allows no more than the frame', async ({ page, system, merchant }) => {
    const policy = `default-src 'none'; script-src ${system.baseUrl} 'nonce-bm9uY2U'; frame-src ${system.checkoutUrl}`;
    const headers = { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' };
    await page.goto(
      merchant.originOf('evil') +
        merchant.serve(
          elementPage(system, { publicKey: 'pk_test_registered', headers, nonce: 'bm9uY2U' }),
        ),
    );
    const told = await page.evaluate('element.ready.then(() => null, plain)');
    expectCode(told, 'ORIGIN_NOT_REGISTERED');
  });
});

// The PIX frame is told of in `pix-hostile.spec.ts`.
test("a card of the page's own is refused as soon", async ({ page, system, merchant }) => {
  const code = 'ORIGIN_NOT_REGISTERED';
  await page.clock.install();
  const options = { publicKey: 'pk_test_registered', mounts: false };
  const path = merchant.serve(elementPage(system, options));
  await page.goto(merchant.originOf('evil') + path);
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 5_000);
  const call = 'client.prepareCardPaymentHosted({ amount: 100 }).then(plain, plain)';
  expect(await page.evaluate(call)).toMatchObject({ code, retryable: false });
  expect(await page.evaluate('client.diagnose()')).toContainEqual(
    expect.objectContaining({ check: 'frame', ok: false, code }),
  );
});

test.describe('a page where nobody listens', () => {
  test('finds one line in its console', async ({ page, places }) => {
    const lines: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') lines.push(message.text());
    });
    const options = { publicKey: 'pk_test_nobody', mounts: false };
    await openElementPage(page, places, options);
    await page.evaluate(`{
      const element = client.mountCardElement('#card', { amount: 100, referenceId: 'unheard' });
      element.ready.catch(() => undefined);
    }`);
    await expect.poll(() => lines).toEqual([expect.stringContaining('/en/errors/#UNAUTHORIZED')]);
    expect(lines[0]).toMatch(/^checkout: UNAUTHORIZED: \w/);
    expect(lines[0]).not.toContain('pk_test_nobody');
  });
});

test.describe('a page that is not registered learns that, and no more', () => {
  test('whatever it asks the frame', async ({ page, system, merchant }) => {
    const raw = rawFramePage(system, { publicKey: 'pk_test_registered' });
    await page.goto(merchant.originOf('evil') + merchant.serve(raw));
    await page.evaluate(`(async () => {
      await mountRaw('${NONCE}');
      window.port = connectRaw('${NONCE}');
    })()`);
    expect(await page.evaluate("ask('configure')")).toMatchObject({
      ok: false,
      error: { code: 'ORIGIN_NOT_REGISTERED', details: { phase: 'config' } },
    });
    for (const name of ['submit', 'update', 'focus', 'clear', 'conclude', 'cancel']) {
      expect(await page.evaluate(`ask('${name}', {}, { deadlineMs: 300 })`), name).toBeNull();
    }
    const heardAll = await page.evaluate<string>('JSON.stringify([told, answers, hellos])');
    expect(heardAll).not.toMatch(/registered"|companyId|origins|http:\/\/localhost/);
    // And no field is in it.
    const frame = page.frames().find((each) => each.url().includes('/card'));
    await expect.poll(() => frame?.evaluate('document.body.children.length')).toBe(0);
    expect(await frame?.content()).not.toContain(merchant.origin);
  });
});
