import type { Page, Route } from '@playwright/test';
import { openElementPage, typeCard } from './element-page.ts';
import { TYPED } from './hostile/honest-flow.ts';
import { callApi, payinOf } from './merchant-api.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';
import type { Told } from './threeds-page.ts';
import { AMOUNT, newReference, settle } from './threeds-page.ts';

/**
 * The merchant's own endpoint at `/pay`. It calls the service, which charges, and then the answer is
 * lost: as many of them as `lost` says. Gives the tokens it was sent.
 */
async function serveEndpoint(page: Page, system: System, lost: number): Promise<string[]> {
  const tokens: string[] = [];
  await page.route('**/pay', async (route: Route) => {
    const request = route.request().postDataJSON();
    tokens.push(request.card.token);
    const { payerIp } = payinOf({}, '', 1) as { payerIp: string };
    const { status, body } = await callApi(system, 'no3ds', '/payin', { ...request, payerIp });
    if (tokens.length > lost) return route.fulfill({ status, json: body });
    return route.fulfill({ status: 504, contentType: 'text/html', body: 'Gateway Timeout' });
  });
  return tokens;
}

/** Starts `processCardPayment` for the order, by the mounted element. */
function pay(page: Page, referenceId: string): Promise<Told> {
  const { customer, items, isPhysicalProduct } = Object(payinOf({}, referenceId, AMOUNT));
  const order = { amount: AMOUNT, referenceId, endpoint: '/pay' };
  const given = JSON.stringify({ ...order, customer, items, isPhysicalProduct });
  return settle(page, `client.processCardPayment({ ...${given}, element })`);
}

// Which answers are asked for again, and what ends it, is told beside processCardPayment.
test('a lost outcome keeps the card, and is asked again', async ({ page, system, places }) => {
  await page.clock.install();
  const referenceId = newReference();
  const options = { amount: AMOUNT, referenceId, maxInstallments: 1 };
  const card = await openElementPage(page, places, { options });
  await typeCard(card);
  const tokens = await serveEndpoint(page, system, Infinity);
  const told = pay(page, referenceId);
  for (const [asked, waited] of [1_000, 3_000, 8_000].entries()) {
    await expect.poll(() => tokens.length).toBe(asked + 1);
    await page.clock.runFor(waited);
  }
  expect(await told).toMatchObject({
    code: 'PAYMENT_ENDPOINT_FAILED',
    outcome: 'unknown',
    retryable: true,
    userMessage: 'O pagamento está sendo confirmado. Não pague de novo.',
  });
  await expect(card.number).toHaveValue(TYPED.number);
  await expect(card.number).not.toBeEditable();

  await page.unroute('**/pay');
  const later = await serveEndpoint(page, system, 0);
  expect(await pay(page, referenceId)).toMatchObject({ payin: { status: 'APPROVED' } });
  expect(new Set([...tokens, ...later]).size).toBe(1);
  const { body } = await callApi(system, 'no3ds', `/payin?referenceId=${referenceId}`);
  expect(Object(body).data).toMatchObject([{ status: 'APPROVED' }]);
  await expect(card.number).toHaveValue('');
});
