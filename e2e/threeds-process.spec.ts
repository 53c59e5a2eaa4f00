import { callApi, payinOf } from './merchant-api.ts';
import { expect, test } from './system.ts';
import type { Told } from './threeds-page.ts';
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

// Whatever else an endpoint may answer, or not, is told beside processCardPayment itself.
for (const [mode, kind] of [
  ['element', 'URL'],
  ['direct', 'function'],
] as const) {
  test(`processCardPayment pays with a challenge in ${mode} mode, by a ${kind}`, async ({
    page,
    system,
    places,
  }) => {
    const flow = 'postorder';
    const referenceId = newReference();
    await openThreeDSPage(page, places, { flow, mode, options: { referenceId } });
    const asked: Told[] = [];
    const payByMerchant = async (request: Told) => {
      asked.push(request);
      const { payerIp } = payinOf({}, '', 1) as { payerIp: string };
      return callApi(system, flow, '/payin', { ...request, payerIp });
    };
    await page.exposeFunction('payByMerchant', async (request: Told) => {
      return (await payByMerchant(request)).body;
    });
    await page.route('**/pay', async (route) => {
      const { status, body } = await payByMerchant(route.request().postDataJSON());
      await route.fulfill({ status, json: body });
    });
    const { card, ...input } = cardInput({ referenceId });
    const { customer, items, isPhysicalProduct } = Object(payinOf({}, referenceId, AMOUNT));
    const order = JSON.stringify({ ...input, customer, items, isPhysicalProduct });
    const payer = mode === 'element' ? 'element' : `mode: 'direct', card: ${JSON.stringify(card)}`;
    if (mode === 'element') await fillElement(page, {});
    const endpoint = kind === 'URL' ? "'/pay'" : '(request) => payByMerchant(request)';
    const call = `client.processCardPayment({ ...${order}, ${payer}, endpoint: ${endpoint} })`;
    const told = settle(page, `Promise.all([${call}, ${call}])`);
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
