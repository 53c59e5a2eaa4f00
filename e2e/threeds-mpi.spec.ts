import type { Page } from '@playwright/test';
import { CANARY, findCanary } from './canary/canary.ts';
import { searchFiles, searchLogs } from './canary/search.ts';
import { press } from './element-page.ts';
import { frameOf } from './hostile/open-challenge.ts';
import { CUSTOMER } from './merchant-api.ts';
import type { MpiSystem } from './mpi-system.ts';
import { test } from './mpi-system.ts';
import { askPolicy } from './own-policy.ts';
import { rare } from './rare.ts';
import { placesAt } from './routed-system.ts';
import { expect } from './system.ts';
import type { Mode, Run } from './threeds-page.ts';
import {
  AMOUNT,
  AUTHENTICATED,
  barOf,
  CANCELLED,
  CHALLENGED,
  challengeOf,
  drawnBankOf,
  FRICTIONLESS,
  openThreeDSPage,
  payRun,
  settle,
  startRun,
} from './threeds-page.ts';

/**
 * 3-D Secure before the order by the MPI of Cielo and Braspag, as it is played: its script sees the
 * device and shows the bank's page, in the stage or in the page itself; the service asks its server
 * in between, and afterwards.
 */

const MODES = ['element', 'hosted', 'direct'] as const;
const FLOW = 'preorder';

// Certificates of the party are of its own authority.
test.use({ ignoreHTTPSErrors: true });

async function open(page: Page, atMpi: MpiSystem, mode: Mode, more: object = {}) {
  const options = { customer: CUSTOMER };
  await openThreeDSPage(page, placesAt(atMpi), { flow: FLOW, mode, options, ...more });
}

function start(page: Page, atMpi: MpiSystem, mode: Mode, number: string) {
  return startRun(page, atMpi, { flow: FLOW, mode, number, customer: CUSTOMER });
}

async function expectNothingLeft(page: Page, { party }: MpiSystem) {
  await expect(page.locator('dialog[open], iframe[name^=Cardinal]')).toHaveCount(0);
  expect(party.takeViolations()).toEqual([]);
}

/** That the buyer is told why, and that nobody can be charged by what there is. */
async function expectRefused(page: Page, atMpi: MpiSystem, run: Run, reason: string) {
  const sales = atMpi.party.sales.size;
  expect(await run.told).toMatchObject({ code: 'THREEDS_FAILED', details: { reason } });
  expect((await payRun(atMpi, FLOW, run)).status).toBe(422);
  expect(atMpi.party.sales.size).toBe(sales);
  await expectNothingLeft(page, atMpi);
}

for (const mode of MODES) {
  test.describe(`3-D Secure by the MPI before the order, in ${mode} mode`, () => {
    const also = rare(mode === 'hosted');
    test(`asks a buyer at the bank, and charges once with the proof${also}`, async ({
      page,
      atMpi,
    }) => {
      const { party } = atMpi;
      await open(page, atMpi, mode);
      const before = party.sales.size;
      const run = await start(page, atMpi, mode, CHALLENGED);
      await press(drawnBankOf(page, mode).confirm);
      expect(await run.told).toMatchObject(AUTHENTICATED);
      const threeDSecure = { used: true, eci: '05', expectedLiability: 'issuer' };
      // Of a sale the last digit decides, unless it is told otherwise.
      party.decideNext({ status: 'authorized', returnCode: '6' });
      expect(await payRun(atMpi, FLOW, run)).toMatchObject({
        ...{ status: 201, body: { status: 'APPROVED', threeDSecure } },
      });
      expect(party.sales.size).toBe(before + 1);
      const session = [...party.mpiSessions.values()].at(-1);
      expect(session).toMatchObject({ centavos: AMOUNT, seenNumber: CHALLENGED });
      expect([...party.sales.values()].at(-1)?.fields.Payment).toMatchObject({
        Amount: AMOUNT,
        Authenticate: true,
        ExternalAuthentication: { Cavv: session?.cavv, ReferenceId: session?.directoryId },
      });
      await expectNothingLeft(page, atMpi);
    });

    test(`charges nobody who refuses${rare(mode !== 'element')}`, async ({ page, atMpi }) => {
      await open(page, atMpi, mode);
      const run = await start(page, atMpi, mode, CHALLENGED);
      await press(drawnBankOf(page, mode).refuse);
      await expectRefused(page, atMpi, run, 'not_authenticated');
    });
  });
}

test.describe('3-D Secure by the MPI before the order', () => {
  const mode = 'element';

  test('lets a buyer be who is not asked', async ({ page, atMpi }) => {
    await open(page, atMpi, mode);
    const run = await start(page, atMpi, mode, FRICTIONLESS);
    expect(await run.told).toMatchObject(AUTHENTICATED);
    expect(await payRun(atMpi, FLOW, run)).toMatchObject({
      status: 201,
      body: { status: 'APPROVED' },
    });
    await expectNothingLeft(page, atMpi);
  });

  test('charges nobody who leaves the bank’s page', async ({ page, atMpi }) => {
    await open(page, atMpi, mode);
    const run = await start(page, atMpi, mode, CHALLENGED);
    await expect(drawnBankOf(page, mode).confirm).toBeVisible();
    const bar = barOf(challengeOf(page, mode), mode);
    await bar.close.click();
    await bar.leave.click();
    expect(await run.told).toMatchObject(CANCELLED);
    await expectRefused(page, atMpi, run, 'cancelled');
  });

  for (const [number, reason] of [
    ['4000000000002925', 'not_authenticated'],
    ['4000000000002420', 'not_supported'],
    ['4000000000002644', 'error'],
  ] as const) {
    test(`charges no card of which its server says ${reason}`, async ({ page, atMpi }) => {
      await open(page, atMpi, mode);
      await expectRefused(page, atMpi, await start(page, atMpi, mode, number), reason);
    });
  }
});

test('a page needs no more than contentSecurityPolicy() says', async ({ page, atMpi }) => {
  const mode = 'direct';
  const how = { flow: FLOW, mode } as const;
  const { needed, own: allowed, violations } = await askPolicy(page, placesAt(atMpi), how);
  const { mpi, bank } = atMpi.party;
  expect(needed['script-src']).toEqual([atMpi.baseUrl, mpi, bank]);
  expect(needed['connect-src']).toEqual([atMpi.baseUrl, bank]);
  const hosted = await page.evaluate<object>(`client.contentSecurityPolicy('hosted')`);
  expect(JSON.stringify(hosted)).not.toContain(mpi);
  await open(page, atMpi, mode, allowed);
  // Its script is loaded into a page once, and takes the next buyer as it is.
  for (const answer of ['refuse', 'confirm'] as const) {
    const run = await start(page, atMpi, mode, CHALLENGED);
    await press(drawnBankOf(page, mode)[answer]);
    const told = answer === 'confirm' ? AUTHENTICATED : { code: 'THREEDS_FAILED' };
    expect(await run.told).toMatchObject(told);
  }
  expect(violations).toEqual([]);
  await expectNothingLeft(page, atMpi);
});

/** In the place of the script: says that all is done, and keeps what it was given and reached. */
const HOSTILE = `{
  const found = [];
  const reach = (read) => { try { found.push(String(read())); } catch { found.push('kept out'); } };
  let told;
  window.MPI = {
    load(config) { told = config; config.onLoadComplete(); },
    init(...given) { found.push(given.join(' ')); told.onReady(); },
    updateCard() { found.push(told.cardNumberReader()); },
    challenge(...given) {
      found.push(JSON.stringify(given), document.documentElement.outerHTML);
      reach(() => parent.document.documentElement.outerHTML);
      reach(() => top.document.documentElement.outerHTML);
      for (let at = 0; at < top.length; at += 1) {
        reach(() => [...top[at].document.querySelectorAll('input')].map(({ value }) => value));
      }
      window.found = found.join(' ');
      window.goOn = () => told.onValidationRequired({ TransactionId: given[0].TransactionId });
    },
  };
}`;

test('a hostile script gets no CVV and no access token, and its word charges nobody', async ({
  page,
  atMpi,
}) => {
  const { party, dataDir, logs } = atMpi;
  await open(page, atMpi, 'element');
  await page.route(`${party.mpi}/Scripts/**`, (route) =>
    route.fulfill({ contentType: 'application/javascript', body: HOSTILE }),
  );
  const referenceId = 'mpi-hostile';
  await page.evaluate(`element.update({ referenceId: '${referenceId}' })`);
  const card = page.frameLocator('#card iframe');
  await card.locator('#cc-name').fill(CANARY.holderName);
  await card.locator('#cc-number').fill(CHALLENGED);
  await card.locator('#cc-exp').fill('12/30');
  await card.locator('#cc-csc').fill(CANARY.cvv);
  const told = settle(page, 'element.submit()');
  const stage = () => page.frames().find((one) => one.url().includes('/stage'));
  await expect.poll(async () => (await stage()?.evaluate('window.found')) ?? null).not.toBeNull();
  const found = String(await frameOf(page, '/stage').evaluate('window.found'));
  const [session] = [...party.mpiSessions.values()].slice(-1);
  expect(found).toContain(CHALLENGED);
  expect(found).toContain('kept out');
  expect(findCanary(found)).not.toContain('cvv');
  expect(found).not.toContain(session?.accessToken);

  const sales = party.sales.size;
  await frameOf(page, '/stage').evaluate('window.goOn()');
  expect(await told).toMatchObject({
    ...{ code: 'THREEDS_FAILED', details: { reason: 'not_authenticated' } },
  });
  expect(party.sales.size).toBe(sales);
  expect(searchLogs(logs())).toEqual([]);
  expect(searchFiles(dataDir)).toEqual([]);
  const kept = logs().includes(session?.accessToken ?? 'no session');
  expect([kept, party.takeViolations()]).toEqual([false, []]);
});
