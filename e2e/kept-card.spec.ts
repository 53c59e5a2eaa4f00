import type { Page } from '@playwright/test';
import type { CardFrame } from './element-page.ts';
import { cardFrame, openElementPage, typeCard } from './element-page.ts';
import { ELEMENT_SUBMIT, TYPED } from './hostile/honest-flow.ts';
import { callApi } from './merchant-api.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';
import type { Flow, Told } from './threeds-page.ts';
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

/** Lets the page's clock alone: the account's time moves past the life of every open challenge. */
async function outlive(system: System, flow: Flow): Promise<void> {
  await callApi(system, flow, '/sandbox/clock', { advanceSeconds: 15 * 60 + 1 });
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
  for (const [what, end, told] of [
    ['the time ran out', (system: System, flow: Flow) => outlive(system, flow), 'THREEDS_EXPIRED'],
    ['the buyer cancelled', null, 'THREEDS_FAILED'],
  ] as const) {
    test(`pays before the order, after ${what}, without typing${rare(end !== null)}`, async ({
      page,
      system,
      merchant,
    }) => {
      const { card, referenceId } = await openChallenged(page, { system, merchant }, 'preorder');
      const first = settle(page, 'element.submit()');
      const challenge = challengeOf(page, 'element');
      await challenge.code.waitFor();
      await expectLocked(card, SHOWN);
      if (end) await end(system, 'preorder');
      else await challenge.cancel.click();
      expect(await first).toMatchObject({ code: told });
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

    test(`pays after the order, after ${what}, without typing${rare(end !== null)}`, async ({
      page,
      system,
      merchant,
    }) => {
      const flow = 'postorder';
      const { card, referenceId } = await openChallenged(page, { system, merchant }, flow);
      const pay = async () => {
        const { payinCard } = await submit(page);
        const { body } = await createPayin(system, flow, payinCard, referenceId);
        const told = settle(page, `element.handlePendingThreeDS(${JSON.stringify(body)})`);
        await challengeOf(page, 'element').code.waitFor();
        return { told, payinCard, body };
      };
      const first = await pay();
      await expectLocked(card, SHOWN);
      if (end) await end(system, flow);
      else await challengeOf(page, 'element').cancel.click();
      expect(await first.told).toMatchObject({ code: told });
      await expectLocked(card, SHOWN);

      const second = await pay();
      expect(second.payinCard.token).not.toBe(first.payinCard.token);
      expect(second.body.id).not.toBe(first.body.id);
      await enterCode(challengeOf(page, 'element'));
      expect(await second.told).toMatchObject(AUTHENTICATED);
      // Authenticated is not approved: the card stays until somebody knows.
      await expectLocked(card, SHOWN);
      const paid = async () => (await callApi(system, flow, `/payin/${second.body.id}`)).body;
      await expect.poll(async () => (await paid()).status).toBe('APPROVED');
      await conclude(page, await paid());
      await expectEmpty(card);
    });
  }

  test('is refused where its bank did not confirm the buyer', async ({
    page,
    system,
    merchant,
  }) => {
    await openThreeDSPage(page, { system, merchant }, { flow: 'preorder', mode: 'element' });
    await fillElement(page, { number: '4000000000002925' });
    const card = cardFrame(page);
    expect(await settle(page, 'element.submit()')).toMatchObject({
      code: 'THREEDS_FAILED',
      details: { reason: 'not_authenticated' },
    });
    await expect(card.number).toHaveValue('4000 0000 0000 2925');
    await expect(card.number).toBeEditable();
    await expect(card.cvv).toHaveValue('');
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
  test('has the card forgotten once it is approved', async ({ page, system, merchant }) => {
    const { card, payinCard, pay } = await prepareTyped(page, { system, merchant });
    await expectLocked(card);
    const { body } = await pay(payinCard);
    expect(body).toMatchObject({ status: 'APPROVED' });
    await conclude(page, body);
    await expectEmpty(card);
    expect(await submit(page)).toMatchObject({ code: 'INVALID_CARD' });
  });

  // Which answers mean what for the card is told beside conclude().
  test('has the fields opened, but for an empty CVV, after a refusal', async ({
    page,
    system,
    merchant,
  }) => {
    const { card, payinCard, pay } = await prepareTyped(page, { system, merchant }, 'OTHE');
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

  test('has the CVV alone asked for after INVALID_CVV', async ({ page, system, merchant }) => {
    const { card, payinCard, pay } = await prepareTyped(page, { system, merchant }, 'SECU');
    const { status, body } = await pay(payinCard);
    expect([status, body]).toMatchObject([400, { error: { code: 'INVALID_CVV' } }]);
    await conclude(page, body);
    await expectCvvWanted(card);
    for (const field of [card.name, card.number, card.expiry]) {
      await expect(field).not.toBeEditable();
    }
    await expect(card.error('cc-csc')).not.toBeEmpty();
    await expect.poll(() => card.cvv.evaluate('document.hasFocus()')).toBe(true);
    await expect(card.cvv).toBeFocused();
    expect(await submit(page)).toMatchObject({ code: 'INVALID_CARD' });
    await page.keyboard.type('456');
    const next = await submit(page);
    expect(next.payinCard.token).not.toBe(payinCard.token);
    await expectLocked(card);
  });

  test('gets the same token again while nobody knows how it ended', async ({
    page,
    system,
    merchant,
  }) => {
    const { card, payinCard } = await prepareTyped(page, { system, merchant });
    for (const answer of [
      {},
      { id: 'pay_1', status: 'PENDING' },
      { status: 'OF_A_NEWER_SERVICE' },
    ]) {
      await conclude(page, answer);
      expect((await submit(page)).payinCard).toEqual(payinCard);
    }
    await expectLocked(card);
  });
});

test.describe('processCardPayment with the element', () => {
  const process = (endpoint: string) => `client.processCardPayment({
    element, amount: ${AMOUNT}, referenceId: element.referenceId, customer: {}, items: [{}],
    isPhysicalProduct: true, endpoint: ${endpoint},
  })`;

  test('forgets an approved card', async ({ page, system, merchant }) => {
    const card = await openElementPage(page, { system, merchant });
    await typeCard(card);
    await page.evaluate(process("async () => ({ id: 'pay_1', status: 'APPROVED' })"));
    await expectEmpty(card);
  });

  test('asks for the CVV of a card whose CVV was wrong', async ({ page, system, merchant }) => {
    const card = await openElementPage(page, { system, merchant });
    await typeCard(card);
    const json = { error: { code: 'INVALID_CVV' } };
    await page.route('**/pay', (route) => route.fulfill({ status: 400, json }));
    const told = await settle(page, process("'/pay'"));
    expect(told).toMatchObject({ code: 'INVALID_CVV', type: 'customer' });
    await expectCvvWanted(card);
  });
});

test.describe('the card that is kept', () => {
  test('is forgotten after 15 minutes without a word', async ({ page, system, merchant }) => {
    await page.clock.install();
    const { card } = await prepareTyped(page, { system, merchant });
    await page.clock.runFor(15 * 60_000 - 5_000);
    await expectLocked(card);
    await page.clock.runFor(5_000);
    await expectEmpty(card);
  });

  test('is forgotten when the buyer wants to use another', async ({ page, system, merchant }) => {
    const { card, payinCard } = await prepareTyped(page, { system, merchant });
    await card.frame.getByRole('button', { name: 'Trocar cartão' }).click();
    await expectEmpty(card);
    await expect(card.name).toBeFocused();
    await typeCard(card, { number: '5555555555554444' });
    const next = await page.evaluate<Told>(ELEMENT_SUBMIT);
    expect(next).toMatchObject({ card: { brand: 'mastercard', last4: '4444' } });
    expect(Object(next.payinCard).token).not.toBe(payinCard.token);
  });

  test('is told to who hears it, and left behind with the keyboard alone', async ({
    page,
    system,
    merchant,
  }) => {
    const { card } = await prepareTyped(page, { system, merchant });
    await expect(card.announcer).toHaveText('Cartão guardado neste pagamento');
    for (const field of [card.name, card.number, card.expiry, card.cvv, card.installments]) {
      await expect(field).toHaveAccessibleDescription(/Cartão guardado neste pagamento/);
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

  test(`is gone from a frame that was unmounted, and the next mount is empty${rare()}`, async ({
    page,
    system,
    merchant,
  }) => {
    const { card } = await prepareTyped(page, { system, merchant });
    await page.evaluate('element.unmount(); window.element = mount(); element.ready');
    await expectEmpty(card);
    expect(await submit(page)).toMatchObject({ code: 'INVALID_CARD' });
  });

  test(`is forgotten when the page clears the fields${rare()}`, async ({
    page,
    system,
    merchant,
  }) => {
    const { card } = await prepareTyped(page, { system, merchant });
    await page.evaluate('element.clear()');
    await expectEmpty(card);
  });
});
