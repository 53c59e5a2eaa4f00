import type { Page } from '@playwright/test';
import { callApi, payinOf } from './merchant-api.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';
import type { Flow, Mode, Told } from './threeds-page.ts';
import {
  AMOUNT,
  AUTHENTICATED,
  cardInput,
  challengeOf,
  enterCode,
  expectPayin,
  fillElement,
  newReference,
  openThreeDSPage,
  settle,
} from './threeds-page.ts';

test.describe('processCardPayment', () => {
  for (const [mode, kind] of [
    ['element', 'URL'],
    ['hosted', 'URL'],
    ['direct', 'function'],
  ] as const) {
    const tag = rare(mode === 'hosted');
    test(`pays with a challenge in ${mode} mode, by a ${kind}${tag}`, async ({
      page,
      system,
      places,
    }) => {
      const flow = 'postorder';
      await openThreeDSPage(page, places, { flow, mode });
      const asked = await serveEndpoint(page, system, flow);
      const endpoint = kind === 'URL' ? "'/pay'" : '(request) => payByMerchant(request)';
      const { told } = await processed(page, mode, endpoint, { calls: 2 });
      await enterCode(challengeOf(page, mode));
      const [first, second] = (await told) as unknown as [Told, Told];
      expect(first).toMatchObject({
        payin: { status: 'APPROVED', amount: AMOUNT },
        prepared: { threeDS: { skipped: true }, card: { last4: '2503' } },
        ...AUTHENTICATED,
      });
      expect(second).toEqual(first);
      // What was asked besides the payment is how it stands, by the very same words.
      for (const again of asked) expect(again).toEqual(asked[0]);
      expect(JSON.stringify(asked)).not.toMatch(/4000000000002503|"cvv"/);
      expect(asked[0]).toMatchObject({
        paymentMethod: 'CREDIT_CARD',
        amount: AMOUNT,
        card: { token: expect.any(String), installments: 1 },
      });
      await expectPayin(system, flow, Object(first.payin).id, 'APPROVED');
    });
  }

  // Whatever else an endpoint may answer, or not, is told beside processCardPayment itself.
  test('an error after the payin exists names it, and the retry is new', async ({
    page,
    system,
    places,
  }) => {
    const [flow, mode] = ['postorder', 'element'] as const;
    await openThreeDSPage(page, places, { flow, mode });
    const asked = await serveEndpoint(page, system, flow);
    const { told } = await processed(page, mode, "'/pay'");
    await challengeOf(page, mode).cancel.click();
    const error = await told;
    expect(error).toMatchObject({
      code: 'THREEDS_FAILED',
      message: expect.stringContaining('webhook'),
      details: { reason: 'cancelled', payinId: expect.any(String) },
    });
    const { payinId } = Object(error.details);
    await expectPayin(system, flow, payinId, 'REFUSED');
    const retried = await processed(page, mode, "'/pay'");
    await enterCode(challengeOf(page, mode));
    const paid = await retried.told;
    expect(paid).toMatchObject(AUTHENTICATED);
    expect(Object(paid.payin).id).not.toBe(payinId);
    // Whatever else was asked is how the second one stands.
    expect(new Set(asked.map(({ card }) => Object(card).token)).size).toBe(2);
  });
});

/** The merchant's back end at `/pay`, and as `payByMerchant` in the page; what it was asked. */
async function serveEndpoint(page: Page, system: System, flow: Flow): Promise<Told[]> {
  const asked: Told[] = [];
  const pay = async (request: Told) => {
    asked.push(request);
    const { payerIp } = payinOf({}, '', 1) as { payerIp: string };
    return callApi(system, flow, '/payin', { ...request, payerIp });
  };
  await page.exposeFunction('payByMerchant', async (request: Told) => (await pay(request)).body);
  await page.route('**/pay', async (route) => {
    const { status, body } = await pay(route.request().postDataJSON());
    await route.fulfill({ status, json: body });
  });
  return asked;
}

/** Starts `processCardPayment`; with `calls`, so often at once, and what all of them told. */
async function processed(
  page: Page,
  mode: Mode,
  endpoint: string,
  { calls }: { calls?: number } = {},
): Promise<{ told: Promise<Told> }> {
  const referenceId = newReference();
  const { card, ...input } = cardInput({ referenceId });
  const { customer, items, isPhysicalProduct } = Object(payinOf({}, referenceId, AMOUNT));
  const order = JSON.stringify({ ...input, customer, items, isPhysicalProduct });
  const payer = mode === 'element' ? 'element' : `mode: '${mode}', card: ${JSON.stringify(card)}`;
  if (mode === 'element') {
    await page.evaluate(`element.update({ referenceId: '${referenceId}' })`);
    await fillElement(page, {});
  }
  const call = `client.processCardPayment({ ...${order}, ${payer}, endpoint: ${endpoint} })`;
  if (calls === undefined) return { told: settle(page, call) };
  const all = `Promise.all(Array.from({ length: ${calls} }, () => ${call}))`;
  return { told: settle(page, all) };
}
