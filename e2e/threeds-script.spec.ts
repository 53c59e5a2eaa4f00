import type { Page } from '@playwright/test';
import { expectCode } from './expected-code.ts';
import { watchSettling } from './hostile/open-challenge.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';
import type { Mode, Told } from './threeds-page.ts';
import {
  cardInput,
  createPayin,
  expectNoChallenge,
  FRICTIONLESS,
  newReference,
  openThreeDSPage,
  settle,
  startRun,
} from './threeds-page.ts';

// What keeps a script away, and what a lost network means at each step, is told beside the loader,
// its driver and the flow; here, what a browser makes of it, where its frames and policies differ.

const NONCE = 'dGhyZWVkcy1ub25jZQ';
const FLOW = 'preorder';

function script({ bankUrl }: System) {
  return `${bankUrl}/3ds/sdk.js`;
}
function unavailable(details: object) {
  return { code: 'THREEDS_SDK_UNAVAILABLE', details };
}
function prepare(mode: Mode) {
  const call = mode === 'direct' ? 'prepareCardPayment' : 'prepareCardPaymentHosted';
  const input = cardInput({ number: FRICTIONLESS, referenceId: newReference() });
  return `client.${call}(${JSON.stringify(input)})`;
}

/** Runs the clocks of every document ahead until `told` settles: no deadline is waited for. */
async function whileTimeFlies(page: Page, told: Promise<Told>): Promise<Told> {
  const isSettled = watchSettling(told);
  while (!isSettled()) await page.clock.runFor(2_000);
  return told;
}

test.describe('a provider script that does not come', () => {
  test('since it is not there is told as network', async ({ page, system, places }) => {
    await openThreeDSPage(page, places, { flow: FLOW, mode: 'hosted' });
    await page.route(script(system), (route) =>
      route.fulfill({ status: 404, contentType: 'text/plain', body: 'no' }),
    );
    expect(await settle(page, prepare('hosted'))).toMatchObject(
      unavailable({ phase: 'script', cause: 'network' }),
    );
    await expectNoChallenge(page);
  });

  test('leaves no token to charge, and says why', async ({ page, system, places }) => {
    const how = { flow: FLOW, mode: 'element' } as const;
    await openThreeDSPage(page, places, how);
    await page.route(script(system), (route) => route.abort('blockedbyclient'));
    const run = await startRun(page, system, { ...how, number: FRICTIONLESS });
    expectCode(await run.told, 'THREEDS_SDK_UNAVAILABLE', {
      type: 'merchant',
      retryable: true,
      message: expect.stringContaining(script(system)),
      userMessage: expect.stringMatching(/./),
      details: { cause: 'blocked' },
    });
    const card = { token: run.token(), installments: 1 };
    const paid = await createPayin(system, FLOW, card, run.referenceId);
    expect(paid.status).toBeGreaterThanOrEqual(400);
  });
});

/** All a page needs for direct mode, or with another list of scripts. */
function policy({ baseUrl, bankUrl, checkoutUrl }: System, scripts = `${baseUrl} ${bankUrl}`) {
  const written = [
    "default-src 'none'",
    `script-src ${scripts} 'nonce-${NONCE}'`,
    `connect-src ${baseUrl} ${bankUrl}`,
    `frame-src ${checkoutUrl} ${bankUrl}`,
    "require-trusted-types-for 'script'",
    'trusted-types checkout-sdk',
  ];
  return { nonce: NONCE, headers: { 'content-security-policy': written.join('; ') } };
}

test.describe('under a policy of the page, in direct mode', () => {
  const how = { flow: FLOW, mode: 'direct' } as const;

  test('a script that leads elsewhere runs nowhere', async ({ page, system, merchant, places }) => {
    const evil = merchant.serve({
      body: 'window.top.postMessage("evil", "*"); window.SandboxThreeDS = {};',
      contentType: 'text/javascript',
    });
    await openThreeDSPage(page, places, { ...how, ...policy(system) });
    await page.evaluate('window.said = []; addEventListener("message", (e) => said.push(e.data))');
    await page.route(script(system), (route) =>
      route.fulfill({ status: 302, headers: { location: merchant.originOf('evil') + evil } }),
    );
    expect(await settle(page, prepare('direct'))).toMatchObject(
      unavailable({ phase: 'script', cause: 'csp', host: new URL(system.bankUrl).host }),
    );
    expect(await page.evaluate('said')).not.toContain('evil');
    expect(merchant.requests().map(({ path }) => path)).not.toContain(evil);
  });

  test('without the bank in it directive and host are told', async ({ page, system, places }) => {
    await openThreeDSPage(page, places, { ...how, ...policy(system, system.baseUrl) });
    const directive = 'script-src';
    expect(await settle(page, prepare('direct'))).toMatchObject(
      unavailable({ phase: 'script', cause: 'csp', directive, host: new URL(system.bankUrl).host }),
    );
    await expectNoChallenge(page);
  });
});

test('a stage that fails is told, and tried anew', async ({ page, system, places }) => {
  await page.clock.install();
  await openThreeDSPage(page, places, { flow: FLOW, mode: 'hosted' });
  await page.route(`${system.threeDSUrl}/**`, (route) => route.abort('connectionrefused'));
  const asked = page.waitForRequest(`${system.threeDSUrl}/stage**`);
  const told = settle(page, prepare('hosted'));
  await asked;
  const { host } = new URL(system.threeDSUrl);
  expect(await whileTimeFlies(page, told)).toMatchObject(
    unavailable({ phase: 'frame', cause: 'network', host }),
  );
  await expectNoChallenge(page);
  await page.unroute(`${system.threeDSUrl}/**`);
  expect(await settle(page, prepare('hosted'))).toMatchObject({
    threeDS: { status: 'AUTHENTICATED' },
  });
});

test('a network that is lost is told with its phase', async ({ page, places }) => {
  await openThreeDSPage(page, places, { flow: FLOW, mode: 'hosted' });
  await page.route('**/checkout/three-d-secure-sessions', (route) =>
    route.abort('internetdisconnected'),
  );
  expectCode(await settle(page, prepare('hosted')), 'NETWORK', {
    type: 'network',
    retryable: true,
    details: { phase: 'session' },
  });
  await expectNoChallenge(page);
});
