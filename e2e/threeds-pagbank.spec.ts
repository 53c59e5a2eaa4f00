import type { PagBank } from '../simulators/pagbank/pagbank.ts';
import type { Case } from './drawn-bank.cases.ts';
import {
  drawnBankCases,
  expectNothingLeft,
  FLOW,
  openBuyer,
  startBuyer,
} from './drawn-bank.cases.ts';
import { press } from './element-page.ts';
import { askPolicy } from './own-policy.ts';
import { testPagBank as test } from './party-system.ts';
import { placesAt } from './routed-system.ts';
import { expect } from './system.ts';
import { AMOUNT, AUTHENTICATED, CHALLENGED, drawnBankOf } from './threeds-page.ts';

// Certificates of the party are of its own authority.
test.use({ ignoreHTTPSErrors: true });

test.describe("PagBank's 3-D Secure before the order", () => {
  const it = (title: string, body: Case<PagBank>) =>
    test(title, ({ page, atParty }) => body(page, atParty));
  drawnBankCases(it, {
    count: ({ charges }) => charges.size,
    expectProof({ charges, authentications }, number) {
      const known = [...authentications.values()].at(-1);
      expect([...charges.values()].at(-1)).toMatchObject({
        ...{ centavos: AMOUNT, card: { number } },
        authentication: { fields: { type: 'THREEDS', id: known?.id }, status: 'AUTHENTICATED' },
      });
      expect(known).toMatchObject({ isUsed: true, number, centavos: AMOUNT });
    },
  });
});

test('a page needs no more than contentSecurityPolicy() says', async ({ page, atParty }) => {
  const mode = 'direct';
  const how = { flow: FLOW, mode } as const;
  const { needed, own: allowed, violations } = await askPolicy(page, placesAt(atParty), how);
  const { sdk, assets, bank } = atParty.party;
  const own = [atParty.baseUrl];
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
  await openBuyer(page, atParty, mode, allowed);
  const run = await startBuyer(page, atParty, mode, CHALLENGED);
  await press(drawnBankOf(page, mode).confirm);
  expect(await run.told).toMatchObject(AUTHENTICATED);
  expect(violations).toEqual([]);
  await expectNothingLeft(page, atParty);
});
