import { findCanary } from './canary/canary.ts';
import { PAGE_SPIES } from './canary/page-realm.ts';
import { listenToPage, searchFiles, searchLogs, searchRealm } from './canary/search.ts';
import { typeCanary } from './canary/spied-page.ts';
import { clickPay, openShop, shopResult } from './shop-page.ts';
import { expect, test } from './system.ts';

const ACCOUNT = 'manual';

test('a card paid in the shop reaches the service and never the shop', async ({ page, system }) => {
  const ears = listenToPage(page);
  // In the shop's own page, and not in the frames inside it.
  await page.addInitScript(`if (top === window) { ${PAGE_SPIES} }`);
  await typeCanary(await openShop(page, system, { account: ACCOUNT }));
  await clickPay(page);
  const result = shopResult(page);
  await expect(result.title).toHaveText('Pagamento aprovado');
  expect(ears.carriers()).toEqual([`${system.checkoutUrl}/checkout/tokens`]);
  const referenceId = (await result.line('Pedido').textContent()) ?? '';
  expect(await searchRealm('shop', page.mainFrame(), { reach: true })).toEqual([]);
  const asked = await Promise.all(
    [`/api/orders/${referenceId}`, `/?pedido=${referenceId}`].map(async (path) =>
      (await page.request.get(system.shopUrl + path)).text(),
    ),
  );
  expect(asked.every((text) => text.length > 20)).toBe(true);
  expect(asked.flatMap((text) => findCanary(text, { andName: true }))).toEqual([]);
  expect(await ears.findings()).toEqual([]);
  expect([...searchLogs(system.logs()), ...searchFiles(system.dataDir)]).toEqual([]);

  // The order's page, opened again: nothing of the page before is left.
  await page.reload();
  await expect(result.title).toHaveText('Pagamento aprovado');
  expect(await searchRealm('order page', page.mainFrame(), { reach: true })).toEqual([]);
});
