import type { Page } from '@playwright/test';
import { CANARY } from './canary/canary.ts';
import { searchFiles, searchLogs, searchRealm } from './canary/search.ts';
import { openSpiedPage, typeCanary } from './canary/spied-page.ts';
import type { CardFrame } from './element-page.ts';
import { ELEMENT_SUBMIT } from './hostile/honest-flow.ts';
import { cardDocument } from './hostile/raw-frame.ts';
import { callApi, payinOf } from './merchant-api.ts';
import { rare } from './rare.ts';
import type { Places } from './system.ts';
import { expect, test } from './system.ts';

const AMOUNT = 15990;
const ACCOUNT = 'manual';

/** The page of an order by its reference. */
function openSpiedOrder(page: Page, places: Places, referenceId: string) {
  return openSpiedPage(page, places, {
    account: ACCOUNT,
    options: { amount: AMOUNT, referenceId },
  });
}

async function expectEmpty(card: CardFrame): Promise<void> {
  for (const field of [card.name, card.number, card.expiry, card.cvv]) {
    await expect(field).toHaveValue('');
  }
}

test.describe('a card typed into the element is nowhere to be found', () => {
  test('after it was paid with', async ({ page, system, places }) => {
    const { card, ears, findings } = await openSpiedOrder(page, places, 'canary-paid');
    await typeCanary(card);
    const prepared = await page.evaluate<{ payinCard: { token: string } }>(ELEMENT_SUBMIT);
    expect(prepared).toMatchObject({ card: { brand: 'amex', last4: CANARY.number.slice(-4) } });
    // The frame keeps it until it knows how the payment ended, and nothing else does.
    expect(await findings()).toEqual([]);

    const payin = payinOf(prepared.payinCard, 'canary-paid', AMOUNT);
    const answer = await callApi(system, ACCOUNT, '/payin', payin);
    expect(answer).toMatchObject({ status: 201, body: { status: 'APPROVED' } });
    await page.evaluate(`element.conclude(${JSON.stringify(answer.body)})`);
    await expectEmpty(card);
    const record = await callApi(system, ACCOUNT, `/payin/${answer.body.id}`);
    expect(JSON.stringify([answer, record])).not.toMatch(new RegExp(`${CANARY.number}|"cvv"`));
    expect(ears.carriers()).toEqual([`${system.checkoutUrl}/checkout/tokens`]);
    expect(await findings({ fieldsAreEmpty: true })).toEqual([]);

    await system.restartService('SIGKILL');
    expect([...searchLogs(system.logs()), ...searchFiles(system.dataDir)]).toEqual([]);
  });

  test('after the acquirer said REFUSED', async ({ page, system, places }) => {
    const referenceId = 'canary-refused';
    const { card, findings } = await openSpiedOrder(page, places, referenceId);
    await typeCanary(card, 'OTHE');
    const prepared = await page.evaluate<{ payinCard: object }>(ELEMENT_SUBMIT);
    const payin = payinOf(prepared.payinCard, referenceId, AMOUNT);
    const answer = await callApi(system, ACCOUNT, '/payin', payin);
    expect(answer).toMatchObject({ status: 201, body: { status: 'REFUSED' } });
    expect(JSON.stringify(answer.body)).not.toContain(CANARY.number);
    await page.evaluate(`element.conclude(${JSON.stringify(answer.body)})`);
    expect(await findings()).toEqual([]);
    await expect(card.cvv).toHaveValue('');
    await page.evaluate('element.clear()');
    await expectEmpty(card);
    expect(await findings({ fieldsAreEmpty: true })).toEqual([]);
  });

  test('after the network failed', async ({ page, places }) => {
    const { card, findings } = await openSpiedOrder(page, places, 'canary-abort');
    await page.route('**/checkout/tokens', (route) => route.abort('connectionreset'));
    await typeCanary(card);
    expect(await page.evaluate(ELEMENT_SUBMIT)).toMatchObject({ code: 'NETWORK' });
    expect(await findings()).toEqual([]);
  });

  test('after the element was unmounted and the page left', async ({ page, merchant, places }) => {
    const { card, ears, findings } = await openSpiedOrder(page, places, 'canary-left');
    await typeCanary(card);
    expect(await findings()).toEqual([]);
    await page.evaluate('element.unmount()');
    expect(await searchRealm('page', page.mainFrame(), { reach: true })).toEqual([]);
    await page.evaluate('window.element = mount(); element.ready');
    await expectEmpty(card);
    await typeCanary(card);
    await page.goto(merchant.origin + merchant.serve('<!doctype html><title>next</title>'));
    expect(await searchRealm('next page', page.mainFrame(), { reach: true })).toEqual([]);
    await page.goBack();
    await card.usable.waitFor();
    await expectEmpty(card);
    expect(await ears.findings()).toEqual([]);
  });
});

for (const [mode, call, at] of [
  ['hosted', 'prepareCardPaymentHosted', 'checkoutUrl'],
  ['direct', 'prepareCardPayment', 'baseUrl'],
] as const) {
  test(`a card that the page itself gave to the ${mode} mode goes to the service alone${rare(mode === 'hosted')}`, async ({
    page,
    system,
    places,
  }) => {
    const { ears } = await openSpiedOrder(page, places, 'unused');
    const { holderName, number, cvv } = CANARY;
    for (const [spoil, expected] of [
      [{ cvv: `${cvv}1` }, { code: expect.stringContaining('INVALID') }],
      [{}, { card: { brand: 'amex' } }],
    ] as const) {
      const input = {
        amount: AMOUNT,
        referenceId: `canary-${mode}`,
        installments: 1,
        card: { holderName, number, cvv, expiry: '12/30', ...spoil },
      };
      const told = await page.evaluate(
        `client.${call}(${JSON.stringify(input)}).then(plain, plain)`,
      );
      expect(JSON.stringify(told)).not.toContain(number);
      expect(told).toMatchObject(expected);
    }
    expect(new Set(ears.carriers())).toEqual(new Set([`${system[at]}/checkout/tokens`]));
    const without = ['DOM', 'globals'];
    expect([
      ...(await searchRealm('page', page.mainFrame(), { without })),
      ...(await searchRealm('card frame', cardDocument(page, system))),
      ...(await ears.findings()),
      ...searchLogs(system.logs()),
      ...searchFiles(system.dataDir),
    ]).toEqual([]);
  });
}

test('the CVV of a saved card, typed again, goes to the service alone and is nowhere to be found', async ({
  page,
  system,
  places,
}) => {
  const account = 'cardonfile';
  const first = { amount: AMOUNT, referenceId: 'canary-first', maxInstallments: 1 };
  type Prepared = { payinCard: { token: string }; card: object };
  const charge = async ({ payinCard }: Prepared, referenceId: string) => {
    const { body } = await callApi(
      system,
      account,
      '/payin',
      payinOf(payinCard, referenceId, AMOUNT),
    );
    expect(body).toMatchObject({ status: 'APPROVED' });
    return body;
  };
  const before = await openSpiedPage(page, places, { account, options: first });
  await typeCanary(before.card);
  await before.card.frame.getByRole('checkbox').check();
  const kept = await page.evaluate<Prepared>(ELEMENT_SUBMIT);
  await charge(kept, first.referenceId);
  const saved = { fields: ['cvv'], token: kept.payinCard.token, card: kept.card };
  const options = { ...first, ...saved, referenceId: 'canary-next' };
  const { card, ears, findings } = await openSpiedPage(page, places, { account, options });
  await card.cvv.pressSequentially(CANARY.cvv);
  const prepared = await page.evaluate<Prepared>(ELEMENT_SUBMIT);
  expect(ears.carriers()).toEqual([`${system.checkoutUrl}/checkout/tokens/cvv`]);
  expect(await findings()).toEqual([]);
  // The search holds this process up: that idle connections were closed is heard meanwhile.
  await expect(card.cvv).not.toBeEditable();
  await page.evaluate(`element.conclude(${JSON.stringify(await charge(prepared, 'canary-next'))})`);
  await expect(card.cvv).toHaveValue('');
  expect(await findings({ fieldsAreEmpty: true })).toEqual([]);
});
