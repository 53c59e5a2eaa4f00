import type { Page } from '@playwright/test';
import { cardFrame, typeCard } from './element-page.ts';
import { OPTIONS, openRawFrame } from './hostile/raw-frame.ts';
import type { MerchantSite } from './merchant-page.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

type Answer = { ok: boolean; value: { token: string } };

/** A hostile page that holds the bare port, just after the buyer has paid once. */
async function openKept(page: Page, dependencies: { merchant: MerchantSite; system: System }) {
  await openRawFrame(page, dependencies);
  const card = cardFrame(page);
  const sent: { amount: number; referenceId: string; installments: number }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/checkout/tokens')) sent.push(request.postDataJSON());
  });
  await typeCard(card);
  const first = await page.evaluate<Answer>("ask('submit')");
  expect(first).toMatchObject({ ok: true });
  return { card, sent, token: first.value.token };
}

function ask(page: Page, name: string, argument: object = {}): Promise<Answer> {
  return page.evaluate<Answer>(`ask('${name}', ${JSON.stringify(argument)})`);
}

const MISSING = ['holderName', 'number', 'expiry', 'cvv'].map((field) => ({
  field,
  problem: 'required',
}));

test.describe('a page that wants more of a kept card than its one payment', () => {
  for (const [what, change, told] of [
    ['another amount', { amount: 1_599_000 }, null],
    ['another order', { referenceId: 'hostile-2' }, 'again'],
    ['another plan', { installments: 3 }, 'refused'],
  ] as const) {
    const tag = rare(told !== null);
    test(`gets nothing for ${what}, having told ${told ?? 'nothing'}${tag}`, async ({
      page,
      places,
    }) => {
      const { card, sent } = await openKept(page, places);
      if (told) await ask(page, 'conclude', { outcome: told });
      await ask(page, 'update', change);
      await expect(card.number).toHaveValue('');
      expect(await ask(page, 'submit')).toMatchObject({
        ok: false,
        error: { code: 'INVALID_CARD', details: { fields: MISSING } },
      });
      expect(sent).toHaveLength(1);
    });
  }

  test('gets three more for the same order by lying, and then the buyer is asked', async ({
    page,
    places,
  }) => {
    const { card, sent } = await openKept(page, places);
    for (let turn = 0; turn < 20; turn += 1) {
      await ask(page, 'conclude', { outcome: 'again' });
      await ask(page, 'submit');
    }
    expect(sent).toHaveLength(4);
    const orders = sent.map(({ amount, referenceId, installments }) =>
      JSON.stringify([amount, referenceId, installments]),
    );
    expect(new Set(orders)).toEqual(
      new Set([JSON.stringify([OPTIONS.amount, OPTIONS.referenceId, OPTIONS.installments])]),
    );
    await expect(card.cvv).toHaveValue('');
    await expect(card.cvv).toBeEditable();
  });
});

test('nothing of a kept card is stored in the frame, and the page hears no digit of it', async ({
  page,
  system,
  places,
}) => {
  await openKept(page, places);
  for (const outcome of ['again', 'cvv', 'refused']) await ask(page, 'conclude', { outcome });
  const frame = page.frames().find((each) => each.url().startsWith(`${system.checkoutUrl}/card`));
  const stored = await frame?.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    cookie: document.cookie,
    name: window.name === 'card' ? '' : window.name,
    state: history.state,
  }));
  expect(stored).toEqual({
    local: 0,
    session: 0,
    databases: 0,
    caches: 0,
    cookie: '',
    name: '',
    state: null,
  });
  const told = await page.evaluate<string>('JSON.stringify([told, answers])');
  expect(told).not.toMatch(/4111\D?1111|"123"|MARINA/);
});
