import type { Page } from '@playwright/test';
import { press } from './element-page.ts';
import { CUSTOMER } from './merchant-api.ts';
import { askPolicy } from './own-policy.ts';
import type { PagBankSystem } from './pagbank-system.ts';
import { test } from './pagbank-system.ts';
import { rare } from './rare.ts';
import { placesAt } from './routed-system.ts';
import { expect } from './system.ts';
import type { Mode, RunOptions } from './threeds-page.ts';
import {
  AMOUNT,
  AUTHENTICATED,
  CHALLENGED,
  drawnBankOf,
  FRICTIONLESS,
  openThreeDSPage,
  payRun,
  startRun,
} from './threeds-page.ts';

/**
 * 3-D Secure before the order by PagBank's own script, as it is played: in the stage, which is given
 * the card without its CVV, or in the page itself where that has the card.
 */

const MODES = ['element', 'hosted', 'direct'] as const;
const FLOW = 'preorder';

// Certificates of the party are of its own authority.
test.use({ ignoreHTTPSErrors: true });

async function open(page: Page, atPagBank: PagBankSystem, mode: Mode, more: object = {}) {
  const options = { customer: CUSTOMER };
  await openThreeDSPage(page, placesAt(atPagBank), { flow: FLOW, mode, options, ...more });
}

function start(page: Page, atPagBank: PagBankSystem, options: Pick<RunOptions, 'mode' | 'number'>) {
  return startRun(page, atPagBank, { flow: FLOW, customer: CUSTOMER, ...options });
}

async function expectNothingLeft(page: Page, atPagBank: PagBankSystem) {
  await expect(page.locator('dialog[open], iframe[name^=Cardinal]')).toHaveCount(0);
  expect(atPagBank.party.takeViolations()).toEqual([]);
}

for (const mode of MODES) {
  const also = rare(mode === 'hosted');
  test.describe(`PagBank's 3-D Secure before the order, in ${mode} mode`, () => {
    test(`asks a buyer at the bank, and charges once${also}`, async ({ page, atPagBank }) => {
      await open(page, atPagBank, mode);
      const run = await start(page, atPagBank, { mode, number: CHALLENGED });
      await press(drawnBankOf(page, mode).confirm);
      expect(await run.told).toMatchObject(AUTHENTICATED);
      await expectNothingLeft(page, atPagBank);
      expect(await payRun(atPagBank, FLOW, run)).toMatchObject({
        status: 201,
        body: { status: 'APPROVED' },
      });
      await expectNothingLeft(page, atPagBank);
    });

    test(`charges nobody who refuses${rare(mode !== 'element')}`, async ({ page, atPagBank }) => {
      await open(page, atPagBank, mode);
      const charges = atPagBank.party.charges.size;
      const run = await start(page, atPagBank, { mode, number: CHALLENGED });
      await press(drawnBankOf(page, mode).refuse);
      expect(await run.told).toMatchObject({
        code: 'THREEDS_FAILED',
        details: { reason: 'not_authenticated' },
      });
      expect((await payRun(atPagBank, FLOW, run)).status).toBe(422);
      expect(atPagBank.party.charges.size).toBe(charges);
      await expectNothingLeft(page, atPagBank);
    });
  });
}

test.describe("PagBank's 3-D Secure before the order", () => {
  const mode = 'element';

  test('lets a buyer be who is not asked, and the charge names it', async ({ page, atPagBank }) => {
    await open(page, atPagBank, mode);
    const run = await start(page, atPagBank, { mode, number: FRICTIONLESS });
    expect(await run.told).toMatchObject(AUTHENTICATED);
    expect(await payRun(atPagBank, FLOW, run)).toMatchObject({
      status: 201,
      body: { status: 'APPROVED' },
    });
    const charge = [...atPagBank.party.charges.values()].at(-1);
    const known = [...atPagBank.party.authentications.values()].at(-1);
    expect(charge).toMatchObject({
      centavos: AMOUNT,
      card: { number: FRICTIONLESS },
      authentication: { fields: { type: 'THREEDS', id: known?.id }, status: 'AUTHENTICATED' },
    });
    expect(known).toMatchObject({ isUsed: true, number: FRICTIONLESS, centavos: AMOUNT });
    await expectNothingLeft(page, atPagBank);
  });
});

test('a page needs no more than contentSecurityPolicy() says', async ({ page, atPagBank }) => {
  const mode = 'direct';
  const how = { flow: FLOW, mode } as const;
  const { needed, own: allowed, violations } = await askPolicy(page, placesAt(atPagBank), how);
  const { sdk, assets, bank } = atPagBank.party;
  const own = [atPagBank.baseUrl];
  expect(needed['script-src']).toEqual([...own, assets, bank]);
  expect(needed['connect-src']).toEqual([...own, sdk, bank]);
  const { capabilities } = await page.evaluate<{
    capabilities: { threeDS: { sdkUrl: string } };
  }>('client.getConfig()');
  expect(capabilities.threeDS).toMatchObject({
    provider: 'pagbank',
    needsCard: true,
    sdkUrl: `${assets}/checkout-sdk-js/rc/dist/browser/pagseguro.min.js`,
  });
  await open(page, atPagBank, mode, allowed);
  const run = await start(page, atPagBank, { mode, number: CHALLENGED });
  await press(drawnBankOf(page, mode).confirm);
  expect(await run.told).toMatchObject(AUTHENTICATED);
  expect(violations).toEqual([]);
  await expectNothingLeft(page, atPagBank);
});
