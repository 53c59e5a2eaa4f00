import type { Page } from '@playwright/test';
import type { ElementPageOptions } from './element-page.ts';
import { cardFrame, elementPage, heard, openElementPage, typeCard } from './element-page.ts';
import { expectCode } from './expected-code.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

const NONCE = 'cGFnZS1ub25jZQ';
const CARD_INPUT = JSON.stringify({
  amount: 100,
  referenceId: 'policy',
  installments: 1,
  card: { holderName: 'A B', number: '4111111111111111', expiry: '12/30', cvv: '123' },
});
const HOSTED = `client.prepareCardPaymentHosted(${CARD_INPUT}).then(plain, plain)`;
const DIRECT = `client.prepareCardPayment(${CARD_INPUT}).then(plain, plain)`;

type Policy = { [directive: string]: string };

/** The whole policy a merchant needs for everything the sdk does without 3-D Secure. */
function strict({ baseUrl, checkoutUrl }: System): Policy {
  return {
    'default-src': "'none'",
    'script-src': `${baseUrl} 'nonce-${NONCE}'`,
    'frame-src': checkoutUrl,
    'connect-src': baseUrl,
    'style-src': "'self'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'checkout-sdk',
  };
}

function withPolicy(policy: Policy, headers: { [name: string]: string } = {}): ElementPageOptions {
  const written = Object.entries(policy).map(([name, value]) => `${name} ${value}`);
  return { nonce: NONCE, headers: { 'content-security-policy': written.join('; '), ...headers } };
}

/** Every violation any frame of the page sees, report-only ones included. */
async function watchViolations(page: Page): Promise<string[]> {
  const seen: string[] = [];
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      // biome-ignore lint/suspicious/noConsole: the one way out of every frame's realm
      console.error(`violation of ${event.effectiveDirective} by ${event.blockedURI}`);
    });
  });
  page.on('console', (message) => {
    if (
      /violation of|Content Security Policy|Permissions policy violation|COEP|Trusted/.test(
        message.text(),
      )
    ) {
      seen.push(message.text());
    }
  });
  return seen;
}

async function expectPayment(page: Page): Promise<void> {
  await typeCard(cardFrame(page));
  expect(await page.evaluate('element.submit().then(plain, plain)')).toMatchObject({
    card: { last4: '1111' },
  });
}

const ISOLATED = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
};

test.describe('the element works without a violation', () => {
  test('under the strict policy on an isolated page', async ({ page, system, places }) => {
    const violations = await watchViolations(page);
    await openElementPage(page, places, withPolicy(strict(system), ISOLATED));
    expect(await page.evaluate('crossOriginIsolated')).toBe(true);
    await expectPayment(page);
    expect(violations).toEqual([]);
  });

  test('with nothing but its script and its frame allowed', async ({ page, system, places }) => {
    const violations = await watchViolations(page);
    const { 'script-src': script = '', 'frame-src': frame = '' } = strict(system);
    const policy = { 'default-src': "'none'", 'script-src': script, 'frame-src': frame };
    await openElementPage(page, places, withPolicy(policy));
    await expectPayment(page);
    expect(violations).toEqual([]);
  });
});

test.describe('the other modes', () => {
  test('hosted needs nothing but its script and its frame', async ({ page, system, places }) => {
    const violations = await watchViolations(page);
    const { 'connect-src': _, 'style-src': __, ...policy } = strict(system);
    await openElementPage(page, places, { ...withPolicy(policy), mounts: false });
    expect(await page.evaluate(HOSTED)).toMatchObject({ card: { last4: '1111' } });
    expect(violations).toEqual([]);
  });

  test('direct works on an isolated page', async ({ page, system, places }) => {
    const violations = await watchViolations(page);
    const options = { ...withPolicy(strict(system), ISOLATED), mounts: false };
    await openElementPage(page, places, options);
    expect(await page.evaluate(DIRECT)).toMatchObject({ card: { last4: '1111' } });
    expect(violations).toEqual([]);
  });

  test('direct says which directive keeps its script out', async ({ page, system, places }) => {
    const main = `${system.baseUrl}/checkout/sdk/checkout-sdk.js`;
    const policy = { ...strict(system), 'script-src': `${main} 'nonce-${NONCE}'` };
    await openElementPage(page, places, { ...withPolicy(policy), sdkNonce: false, mounts: false });
    expectCode(await page.evaluate(DIRECT), 'SCRIPT_UNAVAILABLE', {
      details: {
        cause: 'csp',
        directive: 'script-src',
        url: `${system.baseUrl}/checkout/sdk/checkout-sdk-flows.js`,
      },
    });
  });

  test(`direct needs the API in connect-src${rare()}`, async ({ page, system, places }) => {
    const policy = { ...strict(system), 'connect-src': "'none'" };
    await openElementPage(page, places, { ...withPolicy(policy), mounts: false });
    expect(await page.evaluate(DIRECT)).toMatchObject({
      code: 'NETWORK',
      type: 'network',
      message: `${system.baseUrl} is blocked by this page's content security policy: add it to connect-src`,
      details: { cause: 'csp', directive: 'connect-src', host: system.baseUrl },
    });
  });
});

// Which directive counts is told beside the failure of a frame.
test('a frame that a policy blocks is told at once', async ({ page, system, places }) => {
  const policy = { ...strict(system), 'frame-src': "'none'" };
  await page.clock.install();
  await openElementPage(page, places, { ...withPolicy(policy), mounts: false });
  // The page's time stands still, and with it the deadline of the handshake.
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 5_000);
  const told = await page.evaluate('(window.element = mount()).ready.then(() => null, plain)');
  const details = { cause: 'csp', directive: 'frame-src', host: system.checkoutUrl };
  expectCode(told, 'FRAME_UNAVAILABLE', { details: { phase: 'handshake', ...details } });
  const names = (await heard(page)).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['loaderror', 'onError']));
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(await page.evaluate(HOSTED)).toMatchObject({
    code: 'FRAME_UNAVAILABLE',
    details: { cause: 'csp' },
  });
});

test.describe('an account with registered origins', () => {
  for (const [publicKey, name] of [
    ['pk_test_registered', null],
    ['pk_test_twoorigins', 'second'],
  ] as const) {
    test(`${publicKey} is embedded by ${name ?? 'its own page'}${rare(name === 'second')}`, async ({
      page,
      system,
      merchant,
    }) => {
      const origin = name === null ? merchant.origin : merchant.originOf(name);
      await page.goto(origin + merchant.serve(elementPage(system, { publicKey })));
      await expectPayment(page);
    });
  }

  test('is not embedded where an evil page frames its page', async ({ page, system, merchant }) => {
    const publicKey = 'pk_test_registered';
    const shop = merchant.origin + merchant.serve(elementPage(system, { publicKey }));
    await page.clock.install();
    await page.goto(
      merchant.originOf('evil') + merchant.serve(`<!doctype html><iframe src="${shop}"></iframe>`),
    );
    const inner = page.frames().find((frame) => frame.url() === shop);
    await inner?.waitForFunction('window.element');
    await expect(page.frameLocator('iframe').locator('#card iframe')).toBeAttached();
    await page.clock.runFor(7_500);
    expect(await inner?.evaluate('element.ready.then(() => null, plain)')).toMatchObject({
      code: 'FRAME_UNAVAILABLE',
      details: { cause: 'refused' },
    });
  });
});
