import { cardFrame, typeCard } from './element-page.ts';
import { cardDocument, openRawFrame } from './hostile/raw-frame.ts';
import { expect, test } from './system.ts';

type Answer = { ok: boolean; value: { token: string } };

const MISSING = ['holderName', 'number', 'expiry', 'cvv'].map((field) => ({
  field,
  problem: 'required',
}));

// What else a page may want of a kept card, and how often it gets it, is told beside the card.
test('a page that holds the bare port gets of a kept card its one payment, and nothing is stored', async ({
  page,
  system,
  places,
}) => {
  await openRawFrame(page, places);
  const card = cardFrame(page);
  const ask = (name: string, argument: object = {}) =>
    page.evaluate<Answer>(`ask('${name}', ${JSON.stringify(argument)})`);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/checkout/tokens')) sent.push(request.url());
  });
  await typeCard(card);
  expect(await ask('submit')).toMatchObject({ ok: true });
  for (const outcome of ['challenge', 'again']) await ask('conclude', { outcome });
  const stored = await cardDocument(page, system).evaluate(async () => [
    localStorage.length + sessionStorage.length,
    (await indexedDB.databases()).length + (await caches.keys()).length,
    document.cookie,
    window.name,
    history.state,
  ]);
  expect(stored).toEqual([0, 0, '', 'card', null]);

  await ask('update', { amount: 1_599_000 });
  await expect(card.number).toHaveValue('');
  expect(await ask('submit')).toMatchObject({
    ok: false,
    error: { code: 'INVALID_CARD', details: { fields: MISSING } },
  });
  expect(sent).toHaveLength(1);
  const told = await page.evaluate<string>('JSON.stringify([told, answers])');
  expect(told).not.toMatch(/4111\D?1111|"123"|MARINA/);
});
