import type { Page } from '@playwright/test';
import type { CardFrame } from './element-page.ts';
import { cardFrame, openElementPage, typeCard } from './element-page.ts';
import { ELEMENT_SUBMIT, TYPED } from './hostile/honest-flow.ts';
import { expect, test } from './system.ts';
import type { Flow } from './threeds-page.ts';
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

type Prepared = { payinCard: { token: string; installments: number } };

/** Nothing can be typed, and everything that was typed is there. */
async function expectLocked(card: CardFrame, number = TYPED.number): Promise<void> {
  await expect(card.number).toHaveValue(number);
  for (const field of [card.name, card.number, card.expiry, card.cvv]) {
    await expect(field).not.toHaveValue('');
    await expect(field).not.toBeEditable();
  }
}

async function expectEmpty(card: CardFrame): Promise<void> {
  for (const field of [card.name, card.number, card.expiry, card.cvv]) {
    await expect(field).toHaveValue('');
    await expect(field).toBeEditable();
  }
}

/** Everything but the CVV is still there. */
async function expectCvvWanted(card: CardFrame): Promise<void> {
  await expect(card.cvv).toHaveValue('');
  await expect(card.cvv).toBeEditable();
  await expect(card.number).toHaveValue(TYPED.number);
  await expect(card.name).not.toHaveValue('');
  await expect(card.expiry).not.toHaveValue('');
}

function submit(page: Page): Promise<Prepared> {
  return page.evaluate<Prepared>(ELEMENT_SUBMIT);
}

function conclude(page: Page, answer: unknown): Promise<unknown> {
  return page.evaluate(`element.conclude(${JSON.stringify(answer)})`);
}

/** A page whose buyer has typed a card that the bank asks for. */
async function openChallenged(
  page: Page,
  dependencies: Parameters<typeof openThreeDSPage>[1],
  flow: Flow,
): Promise<{ card: CardFrame; referenceId: string }> {
  const referenceId = newReference();
  await openThreeDSPage(page, dependencies, { flow, mode: 'element', options: { referenceId } });
  await fillElement(page, { number: CHALLENGED });
  return { card: cardFrame(page), referenceId };
}

const SHOWN = '4000 0000 0000 2503';

test.describe('a card that the bank asked for and that was not refused', () => {
  test('pays before the order, after the buyer cancelled, without typing', async ({
    page,
    system,
    places,
  }) => {
    const { card, referenceId } = await openChallenged(page, places, 'preorder');
    const first = settle(page, 'element.submit()');
    const challenge = challengeOf(page, 'element');
    await challenge.code.waitFor();
    await expect(page.frameLocator('#card iframe').locator('#card')).toHaveAttribute('inert');
    await challenge.cancel.click();
    expect(await first).toMatchObject({ code: 'THREEDS_FAILED' });
    await expectLocked(card, SHOWN);

    const second = settle(page, 'element.submit()');
    await enterCode(challengeOf(page, 'element'));
    const prepared = await second;
    expect(prepared).toMatchObject(AUTHENTICATED);
    const payin = await createPayin(system, 'preorder', Object(prepared).payinCard, referenceId);
    expect(payin).toMatchObject({ status: 201, body: { status: 'APPROVED' } });
    await conclude(page, payin.body);
    await expectEmpty(card);
  });
});

/** Types a card and gets its token; `pay` charges it as the merchant's own server does. */
async function prepareTyped(
  page: Page,
  { system, merchant }: Parameters<typeof openElementPage>[1],
  name?: string,
) {
  const referenceId = newReference();
  const options = { referenceId, amount: AMOUNT };
  const card = await openElementPage(page, { system, merchant }, { options });
  await typeCard(card, name === undefined ? {} : { name });
  const { payinCard } = await submit(page);
  return { card, payinCard, pay: (by: object) => createPayin(system, 'no3ds', by, referenceId) };
}

test.describe('a merchant who takes the token to their own server', () => {
  // Which answers mean what for the card is told beside conclude().
  test('has the fields opened, but for an empty CVV, after a refusal', async ({ page, places }) => {
    const { card, payinCard, pay } = await prepareTyped(page, places, 'OTHE');
    const { body } = await pay(payinCard);
    expect(body).toMatchObject({ status: 'REFUSED' });
    await conclude(page, body);
    await expectCvvWanted(card);
    await expect(card.number).toBeEditable();
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

  test('has the CVV alone asked for after INVALID_CVV', async ({ page, places }) => {
    const { card, payinCard, pay } = await prepareTyped(page, places, 'SECU');
    const { status, body } = await pay(payinCard);
    expect([status, body]).toMatchObject([400, { error: { code: 'INVALID_CVV' } }]);
    await conclude(page, body);
    await expectCvvWanted(card);
    for (const field of [card.name, card.number, card.expiry]) {
      await expect(field).not.toBeEditable();
    }
    await expect(card.error('cc-csc')).toHaveText('O CVV está errado');
    await expect.poll(() => card.cvv.evaluate('document.hasFocus()')).toBe(true);
    await expect(card.cvv).toBeFocused();
    expect(await submit(page)).toMatchObject({ code: 'INVALID_CARD' });
    await page.keyboard.type('456');
    const next = await submit(page);
    expect(next.payinCard.token).not.toBe(payinCard.token);
    await expectLocked(card);
  });
});

test.describe('the card that is kept', () => {
  test('is forgotten after 15 minutes without a word', async ({ page, places }) => {
    await page.clock.install();
    const { card } = await prepareTyped(page, places);
    await page.clock.runFor(15 * 60_000 - 5_000);
    await expectLocked(card);
    await page.clock.runFor(5_000);
    await expectEmpty(card);
  });

  test('is told to who hears it, and left behind with the keyboard alone', async ({
    page,
    places,
  }) => {
    const { card } = await prepareTyped(page, places);
    await expect(card.announcer).toHaveText('Seu cartão continua preenchido');
    for (const field of [card.name, card.number, card.expiry, card.cvv, card.installments]) {
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
});
