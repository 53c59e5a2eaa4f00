import type { Page } from '@playwright/test';
import type { CardFrame } from './element-page.ts';
import { cardFrame, openElementPage, typeCard } from './element-page.ts';
import { ELEMENT_SUBMIT, TYPED } from './hostile/honest-flow.ts';
import type { Places } from './system.ts';
import { expect, test } from './system.ts';
import {
  AMOUNT,
  AUTHENTICATED,
  CHALLENGED,
  challengeOf,
  createPayin,
  enterCode,
  fillElement,
  newReference,
  openThreeDSPage,
  settle,
} from './threeds-page.ts';

// What is told of a payment means what for the card, how long it is kept and for how many tries, is
// told beside conclude() and beside the card.

type Prepared = { payinCard: { token: string; installments: number } };

function fieldsOf(card: CardFrame) {
  return [card.name, card.number, card.expiry, card.cvv];
}

async function expectEmpty(card: CardFrame): Promise<void> {
  for (const field of fieldsOf(card)) {
    await expect(field).toHaveValue('');
    await expect(field).toBeEditable();
  }
}

function submit(page: Page): Promise<Prepared> {
  return page.evaluate<Prepared>(ELEMENT_SUBMIT);
}

function conclude(page: Page, answer: unknown): Promise<unknown> {
  return page.evaluate(`element.conclude(${JSON.stringify(answer)})`);
}

/** Types a card and gets its token; `pay` charges it as the merchant's own server does. */
async function prepareTyped(page: Page, places: Places, name?: string) {
  const referenceId = newReference();
  const card = await openElementPage(page, places, { options: { referenceId, amount: AMOUNT } });
  await typeCard(card, name === undefined ? {} : { name });
  const { payinCard } = await submit(page);
  const pay = (by: object) => createPayin(places.system, 'no3ds', by, referenceId);
  return { card, payinCard, pay };
}

test('a card the bank asked for pays after a cancel', async ({ page, system, places }) => {
  const referenceId = newReference();
  const how = { flow: 'preorder', mode: 'element' } as const;
  await openThreeDSPage(page, places, { ...how, options: { referenceId } });
  await fillElement(page, { number: CHALLENGED });
  const card = cardFrame(page);
  const first = settle(page, 'element.submit()');
  const challenge = challengeOf(page, 'element');
  await challenge.code.waitFor();
  await expect(card.form).toHaveAttribute('inert');
  await challenge.cancel.click();
  expect(await first).toMatchObject({ code: 'THREEDS_FAILED' });
  await expect(card.number).toHaveValue('4000 0000 0000 2503');
  for (const field of fieldsOf(card)) {
    await expect(field).not.toHaveValue('');
    await expect(field).not.toBeEditable();
  }

  const second = settle(page, 'element.submit()');
  await enterCode(challengeOf(page, 'element'));
  const prepared = await second;
  expect(prepared).toMatchObject(AUTHENTICATED);
  const payin = await createPayin(system, 'preorder', Object(prepared).payinCard, referenceId);
  expect(payin).toMatchObject({ status: 201, body: { status: 'APPROVED' } });
  await conclude(page, payin.body);
  await expectEmpty(card);
});

test('a refused card stays but for its CVV, and another one pays', async ({ page, places }) => {
  const { card, payinCard, pay } = await prepareTyped(page, places, 'OTHE');
  const { body } = await pay(payinCard);
  expect(body).toMatchObject({ status: 'REFUSED' });
  await conclude(page, body);
  await expect(card.cvv).toHaveValue('');
  await expect(card.name).toHaveValue('OTHE');
  await expect(card.number).toHaveValue(TYPED.number);
  await expect(card.expiry).toHaveValue(TYPED.expiry);
  for (const field of fieldsOf(card)) await expect(field).toBeEditable();
  expect(await submit(page)).toMatchObject({
    code: 'INVALID_CARD',
    details: { fields: [{ field: 'cvv', problem: 'required' }] },
  });
  await card.name.fill('MARINA ALVES');
  await card.cvv.fill('123');
  const next = await submit(page);
  expect(next.payinCard.token).not.toBe(payinCard.token);
  expect(await pay(next.payinCard)).toMatchObject({ body: { status: 'APPROVED' } });
});

test('a kept card is announced, and left behind by keys', async ({ page, places }) => {
  const { card } = await prepareTyped(page, places);
  await expect(card.announcer).toHaveText('Seu cartão continua preenchido');
  for (const field of [...fieldsOf(card), card.installments]) {
    await expect(field).toHaveAccessibleDescription(/Seu cartão continua preenchido/);
  }
  await expect(card.frame.getByRole('combobox')).toBeDisabled();
  await page.evaluate("element.focus('number')");
  await expect.poll(() => card.number.evaluate('document.hasFocus()')).toBe(true);
  await page.keyboard.type('9');
  await page.keyboard.press('Backspace');
  await expect(card.number).toHaveValue(TYPED.number);
  await page.keyboard.press('Tab');
  await expect(card.frame.getByRole('button', { name: 'Trocar cartão' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectEmpty(card);
  await expect(card.name).toBeFocused();
  await page.keyboard.type('ANA');
  await expect(card.name).toHaveValue('ANA');
});
