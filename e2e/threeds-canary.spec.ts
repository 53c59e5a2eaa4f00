import type { Page } from '@playwright/test';
import { searchFiles, searchLogs, searchRealm } from './canary/search.ts';
import { openSpiedPage, typeCanary } from './canary/spied-page.ts';
import { frameOf, openChallenge } from './hostile/open-challenge.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';
import {
  CHALLENGED,
  createPayin,
  enterCode,
  expectNoChallenge,
  newReference,
  settle,
} from './threeds-page.ts';

/** What a browser must never carry: the proof of an authentication. */
const PROOF = /cavv|"eci"|authenticationvalue|"[A-Za-z0-9+/]{27}="/i;

/** Everything that crossed the network of this page, text alone. */
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

test.describe('the proof of an authentication stays with the servers', () => {
  for (const [flow, mode] of [
    ['postorder', 'element'],
    ['preorder', 'direct'],
  ] as const) {
    test(`and crosses no browser (${flow}, ${mode})${rare(mode === 'direct')}`, async ({
      page,
      system,
      places,
    }) => {
      const proofs = listenForProof(page);
      const { run, challenge } = await openChallenge(page, places, { flow, mode });
      await enterCode(challenge);
      const told = await run.told;
      expect(told).toMatchObject({ threeDS: { status: 'AUTHENTICATED' } });
      await expectNoChallenge(page);
      expect(await proofs()).toEqual([]);
      expect(JSON.stringify([told, run.payin])).not.toMatch(PROOF);
      expect(system.logs()).not.toMatch(/cavv":|"[A-Za-z0-9+/]{27}="/i);
    });
  }
});

test('a card authenticated in the element is nowhere to be found', async ({
  page,
  system,
  places,
}) => {
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
});

test(`while a challenge is open no other document holds the card${rare()}`, async ({
  page,
  system,
  places,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (`${request.url()} ${request.postData()}`.includes(CHALLENGED)) sent.push(request.url());
  });
  const { run, challenge } = await openChallenge(page, places, { mode: 'element' });
  expect(page.frames()).toHaveLength(5);
  // The fields it was typed into keep it, and nobody else has it.
  const card = frameOf(page, `${system.checkoutUrl}/card`);
  const others = page.frames().filter((frame) => frame !== card);
  expect(others).toHaveLength(4);
  for (const frame of others) {
    const held = await frame.evaluate(() => {
      const inputs = [...document.querySelectorAll('input')].map(({ value }) => value);
      return [location.href, document.documentElement.outerHTML, ...inputs].join(' ');
    });
    expect(held.replace(/\D/g, ''), frame.url()).not.toContain(CHALLENGED);
  }
  await enterCode(challenge);
  await run.told;
  expect(sent).toEqual([`${system.checkoutUrl}/checkout/tokens`]);
});
