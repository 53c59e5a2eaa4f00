import type { Page } from '@playwright/test';
import { CANARY, findCanary } from './canary/canary.ts';
import { listenToPage, searchFiles, searchLogs, searchRealm } from './canary/search.ts';
import { FLOW, openBuyer } from './drawn-bank.cases.ts';
import { frameOf } from './hostile/open-challenge.ts';
import { testPagBank as test } from './party-system.ts';
import { expect } from './system.ts';
import { AUTHENTICATED, createPayin, settle } from './threeds-page.ts';

// Certificates of the party are of its own authority.
test.use({ ignoreHTTPSErrors: true });

/** Types the card that is looked for everywhere, and submits it. */
async function submitCanary(page: Page) {
  const card = page.frameLocator('#card iframe');
  await card.locator('#cc-name').fill(CANARY.holderName);
  await card.locator('#cc-number').fill(CANARY.number);
  await card.locator('#cc-exp').fill('12/30');
  await card.locator('#cc-csc').fill(CANARY.cvv);
  return settle(page, 'element.submit()');
}

test('the number goes to the service, the stage and PagBank alone, and the CVV not to its script', async ({
  page,
  atParty,
}) => {
  const { party, checkoutUrl, dataDir, logs } = atParty;
  await openBuyer(page, atParty, 'element');
  const ears = listenToPage(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (findCanary(request.postData() ?? '').includes('cvv')) asked.push(request.url());
  });
  const before = party.requests.length;
  const referenceId = 'pagbank-canary';
  await page.evaluate(`element.update({ referenceId: '${referenceId}' })`);
  const prepared = await submitCanary(page);
  expect(prepared).toMatchObject(AUTHENTICATED);
  const { payinCard } = prepared as { payinCard: object };
  const paid = await createPayin(atParty, FLOW, payinCard, referenceId);
  expect(paid).toMatchObject({ status: 201, body: { status: 'APPROVED' } });

  const authentications = `${party.sdk}/checkout-sdk/3ds/authentications`;
  expect(ears.carriers()).toEqual([`${checkoutUrl}/checkout/tokens`, authentications]);
  expect(asked).toEqual([`${checkoutUrl}/checkout/tokens`]);
  const holders = party.requests.slice(before).flatMap(({ host, path, rawBody }) => {
    const number = rawBody.includes(CANARY.number) ? ['number'] : [];
    const cvv = rawBody.includes(`"${CANARY.cvv}"`) ? ['cvv'] : [];
    return [...number, ...cvv].map((what) => `${host}${path}: ${what}`);
  });
  expect(holders).toEqual([
    'sdk/checkout-sdk/3ds/authentications: number',
    'api/orders: number',
    'api/orders: cvv',
  ]);

  await page.evaluate(`element.conclude(${JSON.stringify(paid.body)})`);
  expect([
    ...(await searchRealm('page', page.mainFrame(), { reach: true })),
    ...(await searchRealm('card', frameOf(page, `${checkoutUrl}/card`))),
    ...(await searchRealm('hosted', frameOf(page, `${checkoutUrl}/hosted`))),
    ...(await ears.findings()),
    ...searchLogs(logs()),
    ...searchFiles(dataDir),
  ]).toEqual([]);
  expect(party.takeViolations()).toEqual([]);
});

/** In place of PagBank's script: tells what it was given and what it reached, and says yes. */
const HOSTILE = `window.PagSeguro = {
  setUp() {},
  async authenticate3DS({ data }) {
    const found = [JSON.stringify(data), document.documentElement.outerHTML];
    const reach = (read) => { try { found.push(String(read())); } catch { found.push('kept out'); } };
    reach(() => parent.document.documentElement.outerHTML);
    reach(() => top.document.documentElement.outerHTML);
    for (let at = 0; at < top.length; at += 1) {
      reach(() => top[at].document.documentElement.outerHTML);
      reach(() => [...top[at].document.querySelectorAll('input')].map(({ value }) => value));
    }
    const heard = [];
    addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)));
    parent.postMessage({ type: 'ask' }, '*');
    top.postMessage({ type: 'ask' }, '*');
    // Whoever answers at all has done so before the network has.
    await fetch('%ASSETS%/', { mode: 'no-cors' }).catch(() => undefined);
    window.found = [...found, ...heard].join(' ');
    await window.keptOpen;
    return {
      status: 'AUTH_FLOW_COMPLETED',
      authenticationStatus: 'AUTHENTICATED',
      id: '3DS_00000000-0000-4000-8000-000000000000',
    };
  },
};
window.keptOpen = new Promise((resolve) => { window.goOn = resolve; });`;

test('a hostile script gets no CVV, and its word charges nobody', async ({ page, atParty }) => {
  const { party } = atParty;
  await openBuyer(page, atParty, 'element');
  await page.route(`${party.assets}/checkout-sdk-js/**`, (route) =>
    route.fulfill({
      contentType: 'application/javascript',
      body: HOSTILE.replace('%ASSETS%', party.assets),
    }),
  );
  let token = '';
  page.on('request', (request) => {
    if (request.url().endsWith('/three-d-secure-sessions')) token = request.postDataJSON().token;
  });
  const referenceId = 'pagbank-hostile';
  await page.evaluate(`element.update({ referenceId: '${referenceId}' })`);
  const told = submitCanary(page);
  const stage = async () => {
    const frame = page.frames().find((one) => one.url().includes('/stage'));
    return frame === undefined ? null : frame.evaluate('window.found ?? null');
  };
  await expect.poll(stage).not.toBeNull();
  const frame = frameOf(page, '/stage');
  const found = String(await frame.evaluate('window.found'));
  expect(found).toContain(CANARY.number);
  expect(found).toContain('kept out');
  expect(findCanary(found)).toEqual(['number']);
  // Also by the channel of the very token, which another origin does not hear.
  const heard = await frame.evaluate(
    (name) =>
      new Promise((resolve) => {
        const channel = new BroadcastChannel(name);
        channel.onmessage = () => resolve('heard');
        channel.postMessage('ask');
        fetch('/').finally(() => resolve('nothing'));
      }),
    `card-of-${token}`,
  );
  expect([token === '', heard]).toEqual([false, 'nothing']);

  await frame.evaluate('window.goOn()');
  const prepared = await told;
  expect(prepared).toMatchObject(AUTHENTICATED);
  const { payinCard } = prepared as { payinCard: object };
  const charges = party.charges.size;
  const paid = await createPayin(atParty, FLOW, payinCard, referenceId);
  expect(paid.body.status).not.toBe('APPROVED');
  expect(party.charges.size).toBe(charges);
  expect(party.takeViolations()).toEqual([
    'POST /orders: charges.0.payment_method.authentication_method.id is not known',
  ]);
});
