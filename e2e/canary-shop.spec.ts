import type { Page } from '@playwright/test';
import { CANARY, findCanary } from './canary/canary.ts';
import { PAGE_SPIES } from './canary/page-realm.ts';
import { listenToPage, searchFiles, searchLogs, searchRealm } from './canary/search.ts';
import { typeCanary } from './canary/spied-page.ts';
import { cardFrame } from './element-page.ts';
import { rare } from './rare.ts';
import { clickPay, openShop, shopResult } from './shop-page.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

const ACCOUNT = 'manual';

/** Types the card where this mode of the shop has it: in the frame, or in the page itself. */
async function typeInto(page: Page, mode: string): Promise<void> {
  if (mode === 'element') return typeCanary(cardFrame(page));
  await page.locator('#card-holder').fill(CANARY.holderName);
  await page.locator('#card-number').fill(CANARY.number);
  await page.locator('#card-expiry').fill('12/30');
  await page.locator('#card-cvv').fill(CANARY.cvv);
}

/** Everything an order's stream has sent by the time it sends this status. */
async function readStream(system: System, referenceId: string, status: string): Promise<string> {
  const url = `${system.shopUrl}/api/orders/${referenceId}/events`;
  const leaving = new AbortController();
  const { body } = await fetch(url, { signal: leaving.signal });
  const decoder = new TextDecoder();
  let told = '';
  for await (const part of body ?? []) {
    told += decoder.decode(part, { stream: true });
    if (told.includes(status)) break;
  }
  leaving.abort();
  return told;
}

for (const [mode, at] of [
  ['element', 'checkoutUrl'],
  ['direct', 'baseUrl'],
] as const) {
  const tag = rare(mode === 'direct');
  test(`a card paid with in the shop (${mode}) reaches the service alone, never the shop${tag}`, async ({
    page,
    system,
  }) => {
    const ears = listenToPage(page);
    // In the shop's own page, and not in the frames inside it.
    await page.addInitScript(`if (top === window) { ${PAGE_SPIES} }`);
    await openShop(page, system, { account: ACCOUNT, mode });
    await typeInto(page, mode);
    await clickPay(page);
    const result = shopResult(page);
    await expect(result.title).toHaveText('Pagamento aprovado');
    expect(ears.carriers()).toEqual([`${system[at]}/checkout/tokens`]);
    const referenceId = (await result.line('Pedido').textContent()) ?? '';

    // Where the buyer types into the page itself, what spies on the page has heard it.
    const options = mode === 'element' ? { reach: true } : { without: ['globals'] };
    expect(await searchRealm('shop', page.mainFrame(), options)).toEqual([]);
    const asked = [
      await readStream(system, referenceId, 'APPROVED'),
      ...(await Promise.all(
        [`/api/orders/${referenceId}`, `/?pedido=${referenceId}`].map(async (path) =>
          (await fetch(system.shopUrl + path)).text(),
        ),
      )),
    ];
    expect(asked.every((text) => text.length > 20)).toBe(true);
    expect(asked.flatMap((text) => findCanary(text, { andName: true }))).toEqual([]);
    expect(await ears.findings()).toEqual([]);
    expect([...searchLogs(system.logs()), ...searchFiles(system.dataDir)]).toEqual([]);

    // The order's page, opened again: nothing of the page before is left.
    await page.reload();
    await expect(result.title).toHaveText('Pagamento aprovado');
    expect(await searchRealm('order page', page.mainFrame(), { reach: true })).toEqual([]);
  });
}

test('a card sent to the shop by mistake is refused, and kept nowhere', async ({ system }) => {
  const { number, cvv, holderName } = CANARY;
  const card = { holderName, number, cvv, expirationMonth: '12', expirationYear: '2030' };
  const post = async (path: string, body: string) => {
    const answer = await fetch(system.shopUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: system.shopUrl },
      body,
    });
    return { status: answer.status, text: await answer.text() };
  };
  for (const [path, body] of [
    ['/api/playground/payins', JSON.stringify({ account: ACCOUNT, payin: { card } })],
    ['/api/playground/payins', `{"payin":{"card":{"number":"${number}","cvv":"${cvv}"`],
    ['/api/orders', JSON.stringify({ account: ACCOUNT, card })],
    [`/api/orders/${number}/pay`, JSON.stringify({ payinCard: card })],
    [`/api/orders/${number}/simulate`, JSON.stringify({ simulation: number })],
    [`/webhooks?account=${number}`, JSON.stringify(card)],
  ] as const) {
    const { status, text } = await post(path, body);
    expect([400, 404], path).toContain(status);
    expect(findCanary(text, { andName: true }), path).toEqual([]);
  }
  expect([...searchLogs(system.logs()), ...searchFiles(system.dataDir)]).toEqual([]);
});
