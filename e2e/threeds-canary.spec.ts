import type { Page } from '@playwright/test';
import { searchFiles, searchLogs, searchRealm } from './canary/search.ts';
import { openSpiedPage, typeCanary } from './canary/spied-page.ts';
import { frameOf } from './hostile/open-challenge.ts';
import { expect, test } from './system.ts';
import { createPayin, newReference, settle } from './threeds-page.ts';

/** What a browser must never carry: the proof of an authentication. */
const PROOF = /cavv|"eci"|authenticationvalue|"[A-Za-z0-9+/]{27}="/i;

/** Everything that crossed the network of this page, text alone, and has the proof in it. */
function listenForProof(page: Page) {
  const crossed: Promise<string>[] = [];
  page.on('request', (request) => {
    crossed.push(Promise.resolve(`${request.url()} ${request.postData() ?? ''}`));
  });
  page.on('response', (response) => {
    const isScript = /javascript/.test(response.headers()['content-type'] ?? '');
    if (!isScript) crossed.push(response.text().catch(() => ''));
  });
  return async () => {
    const texts = await Promise.all(crossed);
    expect(texts.length).toBeGreaterThan(10);
    return texts.filter((text) => PROOF.test(text));
  };
}

test('a card authenticated in the element is nowhere to be found, and its proof crosses no browser', async ({
  page,
  system,
  places,
}) => {
  const proofs = listenForProof(page);
  const referenceId = newReference();
  const options = { amount: 15_990, referenceId };
  const { card, ears } = await openSpiedPage(page, places, { account: 'preorder', options });
  await typeCanary(card);
  const prepared = await settle(page, 'element.submit()');
  expect(prepared).toMatchObject({ threeDS: { status: 'AUTHENTICATED' }, card: { brand: 'amex' } });
  const { payinCard } = prepared as { payinCard: object };
  const paid = await createPayin(system, 'preorder', payinCard, referenceId);
  expect(paid).toMatchObject({ status: 201, body: { status: 'APPROVED' } });
  expect(ears.carriers()).toEqual([`${system.checkoutUrl}/checkout/tokens`]);
  // Until the frame is told how it ended, its own fields keep the card.
  await page.evaluate(`element.conclude(${JSON.stringify(paid.body)})`);
  expect([
    ...(await searchRealm('page', page.mainFrame(), { reach: true })),
    ...(await searchRealm('card', frameOf(page, `${system.checkoutUrl}/card`))),
    ...(await searchRealm('hosted', frameOf(page, `${system.checkoutUrl}/hosted`))),
    ...(await ears.findings()),
    ...searchLogs(system.logs()),
    ...searchFiles(system.dataDir),
  ]).toEqual([]);
  expect(await proofs()).toEqual([]);
  expect(JSON.stringify(prepared)).not.toMatch(PROOF);
  expect(system.logs()).not.toMatch(/cavv":|"[A-Za-z0-9+/]{27}="/i);
});
