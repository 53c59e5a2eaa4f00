import { randomUUID } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import { findViolations } from './axe.ts';
import { submit } from './card-entry.ts';
import type { CardFrame, ElementPageOptions } from './element-page.ts';
import { expectFrameToFit, heard, openElementPage, typeCard } from './element-page.ts';
import { callApi, payinOf } from './merchant-api.ts';
import { rare } from './rare.ts';
import type { Places, System } from './system.ts';
import { expect, test } from './system.ts';

const AMOUNT = 15990;
function newOrder() {
  return `cvv-${randomUUID()}`;
}

type Prepared = { payinCard: { token: string }; card: { brand: string; last4: string } };

const ON_FILE: ElementPageOptions = { publicKey: 'pk_test_cardonfile' };

/** A buyer pays once and the card stays on file: what the merchant keeps of it. */
async function keepCard(page: Page, places: Places, number = '4111111111111111') {
  const referenceId = newOrder();
  const options = { referenceId, maxInstallments: 1 };
  const card = await openElementPage(page, places, { ...ON_FILE, options });
  await typeCard(card, { number, cvv: number.startsWith('37') ? '1234' : '123' });
  await card.frame.getByRole('checkbox').check();
  const prepared = (await submit(page)) as Prepared;
  const payin = await charge(places.system, prepared.payinCard, referenceId);
  expect(payin.body.status).toBe('APPROVED');
  return { token: prepared.payinCard.token, card: prepared.card };
}

function charge(system: System, payinCard: object, referenceId = newOrder()) {
  return callApi(system, 'cardonfile', '/payin', payinOf(payinCard, referenceId, AMOUNT));
}

/** The page of the next order, which asks for the CVV alone. */
async function openCvv(page: Page, places: Places, kept: object, more: ElementPageOptions = {}) {
  const options = { fields: ['cvv'], maxInstallments: 1, ...kept, ...more.options };
  return openElementPage(page, places, { ...ON_FILE, ...more, options });
}

test.describe('the CVV of a saved card', () => {
  test('is all that is typed, and charged without it', async ({ page, system, places }) => {
    const kept = await keepCard(page, places);
    const card = await openCvv(page, places, kept);
    await page.evaluate('element.ready');
    await expect(card.frame.locator('.saved-card')).toHaveText('Visa •••• 1111');
    for (const hidden of [card.name, card.number, card.expiry]) await expect(hidden).toBeHidden();
    await expect(card.frame.getByRole('textbox')).toHaveCount(1);
    const asked: unknown[] = [];
    page.on('request', (request) => asked.push([request.url(), request.postDataJSON()]));
    await card.cvv.pressSequentially('123');
    const prepared = await submit(page);
    expect(prepared).toEqual({
      payinCard: { token: kept.token, installments: 1 },
      antifraud: { skipped: false, sessionId: expect.any(String) },
      card: { token: kept.token, brand: 'visa', last4: '1111' },
      threeDS: { skipped: true, status: null },
    });
    expect(asked).toContainEqual([
      `${system.checkoutUrl}/checkout/tokens/cvv`,
      { token: kept.token, cvv: '123' },
    ]);
    await expect(card.cvv).not.toBeEditable();
    expect(JSON.stringify(await heard(page))).not.toContain('123"');

    const { payinCard } = prepared as Prepared;
    const { body } = await charge(system, payinCard);
    expect(body.status).toBe('APPROVED');
    await page.evaluate(`element.conclude(${JSON.stringify(body)})`);
    await expect(card.cvv).toHaveValue('');
    // It served once.
    expect(await charge(system, payinCard)).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_CVV' } },
    });
  });
});

test('a foreign or made-up token is told to the secret key', async ({ page, system, places }) => {
  const token = `tok_${'x'.repeat(43)}`;
  const card = await openCvv(page, places, { token });
  await card.cvv.pressSequentially('123');
  const prepared = await submit(page);
  expect(prepared).toMatchObject({ payinCard: { token } });
  expect(await charge(system, (prepared as Prepared).payinCard)).toMatchObject({
    status: 400,
    body: { error: { code: 'INVALID_DATA' } },
  });
});

test.describe('looks right', () => {
  test.use({ bypassCSP: true });
  const kept = { token: 'tok_x', card: { brand: 'mastercard', last4: '4444' } };

  for (const [layout, width, rows] of [
    ['row', 480, 1],
    ['line', 360, 1],
    ['stacked', 480, 2],
  ] as const) {
    const tag = rare(layout !== 'row');
    test(`${layout}, ${width} wide, in ${rows} still rows${tag}`, async ({ page, places }) => {
      await page.setViewportSize({ width: 900, height: 600 });
      const before = `<style>#card { width: ${width}px }</style>`;
      const card = await openCvv(page, places, kept, {
        options: { layout },
        before,
        mounts: false,
      });
      const [inserted, ready] = await page.evaluate<[number, number]>(`(async () => {
        const top = () => document.querySelector('#below').offsetTop;
        window.element = mount();
        for (let turn = 0; turn < 50 && !document.querySelector('iframe'); turn += 1) await null;
        const inserted = top();
        await element.ready;
        return [inserted, top()];
      })()`);
      expect(ready).toBe(inserted);
      await expectFrameToFit(card);
      const saved = await card.frame.locator('.saved-card').boundingBox();
      const cvv = await card.cvv.boundingBox();
      expect(saved?.y === cvv?.y).toBe(rows === 1);
      expect(Math.min(saved?.height ?? 0, cvv?.height ?? 0)).toBeGreaterThanOrEqual(44);
      await submit(page);
      const frame = page.frames().find((each) => new URL(each.url()).pathname === '/card');
      expect(frame && (await findViolations(frame))).toEqual([]);
    });
  }

  for (const [layout, width] of [
    ['row', 480],
    ['row', 260],
  ] as const) {
    const tag = rare(width === 480);
    test(`${layout}, ${width} wide: the skeleton is in place${tag}`, async ({ page, places }) => {
      const held = new Promise<Route>((resolve) => void page.route(/assets\/cvv-alone-/, resolve));
      const before = `<style>#card { width: ${width}px }</style>`;
      const card = await openCvv(page, places, kept, { options: { layout }, before });
      const chunk = await held;
      const skeleton = await boxesOf(card);
      await chunk.continue();
      await page.evaluate('element.ready');
      const boxes = await boxesOf(card);
      expect(boxes).toHaveLength(2);
      expect(skeleton).toEqual(boxes);
    });
  }
});

/** Where the boxes of the card and of what is typed are that the frame has room for. */
function boxesOf(card: CardFrame) {
  return card.form.evaluate((form) => {
    const boxes = [...form.querySelectorAll('input, .saved-card')].flatMap((box) =>
      [...box.getClientRects()].map(({ x, y, width, height }) => [y, x, width, height]),
    );
    return boxes
      .filter(([y = 0]) => y < innerHeight)
      .sort(([top = 0, left = 0], [otherTop = 0, otherLeft = 0]) =>
        top === otherTop ? left - otherLeft : top - otherTop,
      );
  });
}
