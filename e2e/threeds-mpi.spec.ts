import type { Acquirer } from '../simulators/cielo/acquirer.ts';
import { CANARY } from './canary/canary.ts';
import { searchFiles, searchLogs } from './canary/search.ts';
import type { Case } from './drawn-bank.cases.ts';
import {
  drawnBankCases,
  expectNothingLeft,
  expectRefused,
  FLOW,
  openBuyer,
  startBuyer,
} from './drawn-bank.cases.ts';
import { press } from './element-page.ts';
import { frameOf } from './hostile/open-challenge.ts';
import { askPolicy } from './own-policy.ts';
import { testMpi as test } from './party-system.ts';
import { placesAt } from './routed-system.ts';
import { expect } from './system.ts';
import {
  AMOUNT,
  AUTHENTICATED,
  barOf,
  CANCELLED,
  CHALLENGED,
  challengeOf,
  drawnBankOf,
  settle,
} from './threeds-page.ts';

/** The MPI of Cielo and Braspag: the service asks its server between its script's steps, and after. */

// Certificates of the party are of its own authority.
test.use({ ignoreHTTPSErrors: true });

const mode = 'element';

function count({ sales }: Acquirer): number {
  return sales.size;
}

test.describe('3-D Secure by the MPI before the order', () => {
  const it = (title: string, body: Case<Acquirer>) =>
    test(title, ({ page, atParty }) => body(page, atParty));
  drawnBankCases(it, {
    count,
    // Of a sale the last digit decides, unless it is told otherwise.
    approveNext: (party) => party.decideNext({ status: 'authorized', returnCode: '6' }),
    expectProof({ sales, mpiSessions }, number) {
      const session = [...mpiSessions.values()].at(-1);
      expect(session).toMatchObject({ centavos: AMOUNT, seenNumber: number });
      expect([...sales.values()].at(-1)?.fields.Payment).toMatchObject({
        ...{ Amount: AMOUNT, Authenticate: true },
        ExternalAuthentication: { Cavv: session?.cavv, ReferenceId: session?.directoryId },
      });
    },
  });

  it('charges nobody who leaves the bank’s page', async (page, at) => {
    await openBuyer(page, at, mode);
    const run = await startBuyer(page, at, mode, CHALLENGED);
    await expect(drawnBankOf(page, mode).confirm).toBeVisible();
    const bar = barOf(challengeOf(page, mode), mode);
    await bar.close.click();
    await bar.leave.click();
    expect(await run.told).toMatchObject(CANCELLED);
    await expectRefused(page, at, { run, reason: 'cancelled', count });
  });

  for (const [number, reason] of [
    ['4000000000002925', 'not_authenticated'],
    ['4000000000002420', 'not_supported'],
    ['4000000000002644', 'error'],
  ] as const) {
    it(`charges no card of which its server says ${reason}`, async (page, at) => {
      await openBuyer(page, at, mode);
      const run = await startBuyer(page, at, mode, number);
      await expectRefused(page, at, { run, reason, count });
    });
  }
});

test('a page needs no more than contentSecurityPolicy() says', async ({ page, atParty }) => {
  const mode = 'direct';
  const how = { flow: FLOW, mode } as const;
  const { needed, own: allowed, violations } = await askPolicy(page, placesAt(atParty), how);
  const { mpi, bank } = atParty.party;
  expect(needed['script-src']).toEqual([atParty.baseUrl, mpi, bank]);
  expect(needed['connect-src']).toEqual([atParty.baseUrl, bank]);
  const hosted = await page.evaluate<object>(`client.contentSecurityPolicy('hosted')`);
  expect(JSON.stringify(hosted)).not.toContain(mpi);
  await openBuyer(page, atParty, mode, allowed);
  // Its script is loaded into a page once, and takes the next buyer as it is.
  for (const answer of ['refuse', 'confirm'] as const) {
    const run = await startBuyer(page, atParty, mode, CHALLENGED);
    await press(drawnBankOf(page, mode)[answer]);
    const told = answer === 'confirm' ? AUTHENTICATED : { code: 'THREEDS_FAILED' };
    expect(await run.told).toMatchObject(told);
  }
  expect(violations).toEqual([]);
  await expectNothingLeft(page, atParty);
});

/** Of a card that is asked for, whose brand has three digits. */
const CVV = '829';

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
  atParty,
}) => {
  const { party, dataDir, logs } = atParty;
  await openBuyer(page, atParty, 'element');
  await page.route(`${party.mpi}/Scripts/**`, (route) =>
    route.fulfill({ contentType: 'application/javascript', body: HOSTILE }),
  );
  const referenceId = 'mpi-hostile';
  await page.evaluate(`element.update({ referenceId: '${referenceId}' })`);
  const card = page.frameLocator('#card iframe');
  await card.locator('#cc-name').fill(CANARY.holderName);
  await card.locator('#cc-number').fill(CHALLENGED);
  await card.locator('#cc-exp').fill('12/30');
  await card.locator('#cc-csc').fill(CVV);
  const told = settle(page, 'element.submit()');
  const stage = () => page.frames().find((one) => one.url().includes('/stage'));
  await expect.poll(async () => (await stage()?.evaluate('window.found')) ?? null).not.toBeNull();
  const found = String(await frameOf(page, '/stage').evaluate('window.found'));
  const [session] = [...party.mpiSessions.values()].slice(-1);
  expect(found).toContain(CHALLENGED);
  expect(found).toContain('kept out');
  expect(found).not.toMatch(new RegExp(`\\b${CVV}\\b`));
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
