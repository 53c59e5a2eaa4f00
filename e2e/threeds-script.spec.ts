import type { Page, Route } from '@playwright/test';
import { expectCode } from './expected-code.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';
import type { Mode, Told } from './threeds-page.ts';
import {
  AMOUNT,
  CHALLENGED,
  cardInput,
  createPayin,
  expectNoChallenge,
  FRICTIONLESS,
  handling,
  newReference,
  openThreeDSPage,
  settle,
  startRun,
} from './threeds-page.ts';

const NONCE = 'dGhyZWVkcy1ub25jZQ';
const MODES = ['direct', 'hosted'] as const;

function script({ bankUrl }: System) {
  return `${bankUrl}/3ds/sdk.js`;
}
function unavailable(details: object) {
  return { code: 'THREEDS_SDK_UNAVAILABLE', details };
}
function prepare(mode: Mode, number = FRICTIONLESS) {
  const call = mode === 'direct' ? 'prepareCardPayment' : 'prepareCardPaymentHosted';
  return `client.${call}(${JSON.stringify(cardInput({ number, referenceId: newReference() }))})`;
}

/** Runs the clocks of every document ahead until `told` settles: no deadline is waited for. */
async function whileTimeFlies(page: Page, told: Promise<Told>): Promise<Told> {
  let isSettled = false;
  const settled = () => {
    isSettled = true;
  };
  told.then(settled, settled);
  while (!isSettled) await page.clock.runFor(2_000);
  return told;
}

test.describe('a provider script that does not come', () => {
  // Each cause once; what else keeps a script away is told beside its loader and its driver.
  const FAULTS: readonly {
    what: string;
    mode: Mode;
    fault: (route: Route) => Promise<void>;
    cause: string;
    flies?: boolean;
  }[] = [
    {
      what: 'since it is not there',
      mode: 'hosted',
      fault: (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'no' }),
      cause: 'network',
    },
    {
      what: 'since it hangs',
      mode: 'hosted',
      fault: () => new Promise(() => undefined),
      cause: 'timeout',
      flies: true,
    },
    {
      what: 'whole, since it is cut off',
      mode: 'hosted',
      fault: (route) => route.fulfill({ contentType: 'text/javascript', body: 'const a = {' }),
      cause: 'blocked',
    },
    {
      what: 'since an ad blocker holds it back',
      mode: 'direct',
      fault: (route) => route.abort('blockedbyclient'),
      cause: 'blocked',
    },
  ];

  for (const { what, mode, fault, cause, flies } of FAULTS) {
    test(`${what} is told as ${cause} (${mode})${rare(/whole|hangs/.test(what))}`, async ({
      page,
      system,
      places,
    }) => {
      if (flies) await page.clock.install();
      await openThreeDSPage(page, places, { flow: 'preorder', mode });
      await page.route(script(system), fault);
      const asked = page.waitForRequest(script(system));
      const told = settle(page, prepare(mode));
      await asked;
      expect(await (flies ? whileTimeFlies(page, told) : told)).toMatchObject(
        unavailable({ phase: 'script', cause }),
      );
      await expectNoChallenge(page);
    });
  }

  test('leaves a token nobody can charge, and words for buyer and developer', async ({
    page,
    system,
    places,
  }) => {
    await openThreeDSPage(page, places, { flow: 'preorder', mode: 'element' });
    await page.route(script(system), (route) => route.abort('blockedbyclient'));
    const run = await startRun(page, system, {
      flow: 'preorder',
      mode: 'element',
      number: FRICTIONLESS,
    });
    expectCode(await run.told, 'THREEDS_SDK_UNAVAILABLE', {
      type: 'merchant',
      retryable: true,
      message: expect.stringContaining(script(system)),
      userMessage: expect.stringMatching(/./),
    });
    const card = { token: run.token(), installments: 1 };
    const paid = await createPayin(system, 'preorder', card, run.referenceId);
    expect(paid.status).toBeGreaterThanOrEqual(400);
  });
});

test.describe('a provider script that leads elsewhere', () => {
  for (const mode of MODES) {
    test(`runs nowhere under a policy that names the bank (${mode})${rare(mode === 'hosted')}`, async ({
      page,
      system,
      merchant,
      places,
    }) => {
      const evil = merchant.serve({
        body: 'window.top.postMessage("evil", "*"); window.SandboxThreeDS = {};',
        contentType: 'text/javascript',
      });
      await openThreeDSPage(page, places, {
        flow: 'preorder',
        mode,
        ...(mode === 'direct' ? policy(system) : {}),
      });
      await page.evaluate(
        'window.said = []; addEventListener("message", (e) => said.push(e.data))',
      );
      await page.route(script(system), (route) =>
        route.fulfill({ status: 302, headers: { location: merchant.originOf('evil') + evil } }),
      );
      expect(await settle(page, prepare(mode))).toMatchObject(
        unavailable({ phase: 'script', cause: 'csp', host: new URL(system.bankUrl).host }),
      );
      expect(await page.evaluate('said')).not.toContain('evil');
      expect(merchant.requests().map(({ path }) => path)).not.toContain(evil);
    });
  }
});

/** All a page needs for direct mode; a test takes something away. */
function policy(system: System, change: { [directive: string]: string } = {}) {
  const { baseUrl, bankUrl, checkoutUrl } = system;
  const directives = {
    'default-src': "'none'",
    'script-src': `${baseUrl} ${bankUrl} 'nonce-${NONCE}'`,
    'connect-src': `${baseUrl} ${bankUrl}`,
    'frame-src': `${checkoutUrl} ${bankUrl}`,
    'require-trusted-types-for': "'script'",
    'trusted-types': 'checkout-sdk',
    ...change,
  };
  const written = Object.entries(directives).map(([name, sources]) => `${name} ${sources}`);
  return { nonce: NONCE, headers: { 'content-security-policy': written.join('; ') } };
}

test.describe("a merchant's policy in direct mode", () => {
  // What else may be missing is told beside the loader of the script and its run.
  for (const [directive, without, card] of [
    ['script-src', (s: System) => `${s.baseUrl} 'nonce-${NONCE}'`, FRICTIONLESS],
    ['frame-src', (s: System) => s.checkoutUrl, CHALLENGED],
  ] as const) {
    test(`without the bank in ${directive} is told with the directive and the host`, async ({
      page,
      system,
      places,
    }) => {
      const headers = policy(system, { [directive]: without(system) });
      const options = { flow: 'preorder', mode: 'direct', ...headers } as const;
      await openThreeDSPage(page, places, options);
      expect(await settle(page, prepare('direct', card))).toMatchObject(
        unavailable({
          phase: 'script',
          cause: 'csp',
          directive,
          host: new URL(system.bankUrl).host,
        }),
      );
      await expectNoChallenge(page);
    });
  }
});

test.describe('an address of the script that is not the one of the service', () => {
  // However else it may be changed is told beside the flow.
  test('in the payin is never loaded', async ({ page, places }) => {
    const { input, payin } = await pendingPayin(page, places);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') asked.push(request.url());
    });
    const threeDSecureSdkUrl = 'https://evil.example/3ds/sdk.js';
    const told = await settle(page, handling('element', { ...payin, threeDSecureSdkUrl }, input));
    expect(told).toMatchObject(unavailable({ phase: 'script', cause: 'refused' }));
    expect(JSON.stringify(told)).not.toContain('evil');
    const { baseUrl } = places.system;
    expect(asked.filter((url) => !url.startsWith(`${baseUrl}/checkout/sdk/`))).toEqual([]);

    // The refusal is no verdict on the buyer: an honest answer lets the same payin through.
    expect(await settle(page, handling('element', payin, input))).toMatchObject({
      threeDS: { status: 'AUTHENTICATED' },
    });
  });

  test("in the session's answer is never loaded", async ({ page, places }) => {
    await openThreeDSPage(page, places, { flow: 'preorder', mode: 'direct' });
    await page.route('**/checkout/three-d-secure-sessions', async (route) => {
      const response = await route.fetch();
      const threeDSecureSdkUrl = 'https://evil.example/3ds/sdk.js';
      await route.fulfill({ response, json: { ...(await response.json()), threeDSecureSdkUrl } });
    });
    expect(await settle(page, prepare('direct'))).toMatchObject(
      unavailable({ phase: 'script', cause: 'refused' }),
    );
  });
});

/** A payin that waits for 3-D Secure without a challenge, and the card it was made with. */
async function pendingPayin(
  page: Page,
  world: Parameters<typeof openThreeDSPage>[1],
): Promise<{ input: ReturnType<typeof cardInput>; payin: Told }> {
  const { system } = world;
  await openThreeDSPage(page, world, { flow: 'postorder', mode: 'element' });
  const referenceId = newReference();
  const input = cardInput({ number: FRICTIONLESS, referenceId });
  const hosted = `client.prepareCardPaymentHosted(${JSON.stringify(input)})`;
  const prepared = await settle(page, hosted);
  const { payinCard } = prepared as { payinCard: object };
  const { status, body } = await createPayin(system, 'postorder', payinCard, referenceId);
  expect([status, body.amount]).toEqual([201, AMOUNT]);
  return { input, payin: body };
}

test.describe('a stage that does not come', () => {
  for (const [what, fault] of [
    ['since its server is dead', (route: Route) => route.abort('connectionrefused')],
    ['whole', (route: Route) => route.fulfill({ contentType: 'text/html', body: '<p>hello</p>' })],
  ] as const) {
    test(`${what} is told with its phase and host${rare(what === 'whole')}`, async ({
      page,
      system,
      places,
    }) => {
      await page.clock.install();
      await openThreeDSPage(page, places, { flow: 'preorder', mode: 'hosted' });
      await page.route(`${system.threeDSUrl}/**`, fault);
      const asked = page.waitForRequest(`${system.threeDSUrl}/stage**`);
      const told = settle(page, prepare('hosted'));
      await asked;
      expect(await whileTimeFlies(page, told)).toMatchObject(
        unavailable({
          phase: 'frame',
          cause: 'network',
          host: new URL(system.threeDSUrl).host,
        }),
      );
      await expectNoChallenge(page);
      await page.unroute(`${system.threeDSUrl}/**`);
      expect(await settle(page, prepare('hosted'))).toMatchObject({
        threeDS: { status: 'AUTHENTICATED' },
      });
    });
  }
});

// What a lost network means at each other step is told beside the flow; here, where frames differ.
test.describe('a network that is lost', () => {
  const mode = 'hosted';
  for (const [step, path, phase] of [
    ['opening the session', '**/checkout/three-d-secure-sessions', 'session'],
    ["the bank's answer", '**/3ds/sessions/*/authenticate', 'method'],
  ] as const) {
    test(`at ${step} is told with its phase${rare(phase === 'method')}`, async ({
      page,
      places,
    }) => {
      await openThreeDSPage(page, places, { flow: 'preorder', mode });
      await page.route(path, (route) => route.abort('internetdisconnected'));
      expectCode(await settle(page, prepare(mode)), 'NETWORK', {
        type: 'network',
        retryable: true,
        details: { phase },
      });
      await expectNoChallenge(page);
    });
  }

  test('at the 3DS Method stops nothing', async ({ page, places }) => {
    await page.clock.install();
    await openThreeDSPage(page, places, { flow: 'preorder', mode });
    await page.route('**/3ds/method**', (route) => route.abort('internetdisconnected'));
    const asked = page.waitForRequest('**/3ds/method**');
    const told = settle(page, prepare(mode));
    await asked;
    // Only its own 10 seconds: the calls that follow have deadlines of their own.
    await page.clock.runFor(10_500);
    expect(await told).toMatchObject({ threeDS: { status: 'AUTHENTICATED' } });
  });
});
