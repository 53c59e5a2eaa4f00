import type { Page, Route } from '@playwright/test';
import type { CardFrame } from './element-page.ts';
import { cardFrame, openElementPage, typeCard } from './element-page.ts';
import { TYPED } from './hostile/honest-flow.ts';
import { callApi, payinOf } from './merchant-api.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';
import type { Mode, Told } from './threeds-page.ts';
import { AMOUNT, cardInput, newReference, settle } from './threeds-page.ts';

/** Cards of the sandbox: one that is charged, one that is declined. */
const CHARGED = TYPED.number;
const DECLINED = '4000000000009995';

type Lost = 'nothing' | '504' | '504 always' | 'none';

/**
 * The merchant's own endpoint at `/pay`. It calls the service, which charges or refuses, and then
 * the answer is lost: the first one or all of them. Gives the tokens it was sent.
 */
async function serveEndpoint(page: Page, system: System, lost: Lost): Promise<string[]> {
  const tokens: string[] = [];
  await page.route('**/pay', async (route: Route) => {
    const request = route.request().postDataJSON();
    tokens.push(request.card.token);
    const { payerIp } = payinOf({}, '', 1) as { payerIp: string };
    // One request, one answer: also a refusal is told again, since the key is that of the token.
    const response = await fetch(`${system.baseUrl}/payin`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa('pk_test_no3ds:sk_test_no3ds')}`,
        'content-type': 'application/json',
        'idempotency-key': request.card.token,
      },
      body: JSON.stringify({ ...request, payerIp }),
    });
    const { status } = response;
    const body = await response.json();
    if (lost === '504 always' || (lost === '504' && tokens.length === 1)) {
      return route.fulfill({ status: 504, contentType: 'text/html', body: 'Gateway Timeout' });
    }
    if (lost === 'nothing' && tokens.length === 1) return route.abort();
    return route.fulfill({ status, json: body });
  });
  return tokens;
}

/** Starts `processCardPayment` for the order, by the mounted element or by a card of the page. */
function pay(page: Page, mode: Mode, referenceId: string, number: string): Promise<Told> {
  const { customer, items, isPhysicalProduct } = Object(payinOf({}, referenceId, AMOUNT));
  const order = JSON.stringify({
    ...{ amount: AMOUNT, referenceId, endpoint: '/pay' },
    ...{ customer, items, isPhysicalProduct },
  });
  const { card } = cardInput({ referenceId, number });
  const payer = mode === 'element' ? 'element' : `mode: '${mode}', card: ${JSON.stringify(card)}`;
  return settle(page, `client.processCardPayment({ ...${order}, ${payer} })`);
}

async function openShop(
  page: Page,
  at: Parameters<typeof openElementPage>[1],
  { mode, referenceId, number }: { mode: Mode; referenceId: string; number: string },
): Promise<CardFrame> {
  const options = { amount: AMOUNT, referenceId, maxInstallments: 1 };
  if (mode !== 'element') {
    await openElementPage(page, at, { mounts: false });
    return cardFrame(page);
  }
  const card = await openElementPage(page, at, { options });
  await typeCard(card, { number });
  return card;
}

/** The one payin that this order has, by the answer to the same request once more. */
async function approvedOf(system: System, referenceId: string): Promise<unknown[]> {
  const { body } = await callApi(system, 'no3ds', `/payin?referenceId=${referenceId}`);
  return Object(body).data.filter(({ status }: { status: string }) => status === 'APPROVED');
}

for (const [mode, lost, number, ends] of [
  ['element', '504', CHARGED, { payin: { status: 'APPROVED' } }],
  ['element', '504', DECLINED, { code: 'PAYER_LIMIT_REJECTED', outcome: 'not-charged' }],
  ['direct', 'nothing', CHARGED, { payin: { status: 'APPROVED' } }],
] as const) {
  const isPlain = mode === 'element' && number === CHARGED;
  test(`an answer that got lost (${lost}) after ${JSON.stringify(ends)} is asked for again, in ${mode} mode${rare(!isPlain)}`, async ({
    page,
    system,
    places,
  }) => {
    const referenceId = newReference();
    await openShop(page, places, { mode, referenceId, number });
    const tokens = await serveEndpoint(page, system, lost);
    expect(await pay(page, mode, referenceId, number)).toMatchObject(ends);
    expect(tokens).toHaveLength(2);
    expect(new Set(tokens).size).toBe(1);
    const approved = await approvedOf(system, referenceId);
    expect(approved).toHaveLength(number === CHARGED ? 1 : 0);
  });
}

test('an outcome that does not come out keeps the card, and the next call asks the same', async ({
  page,
  system,
  places,
}) => {
  await page.clock.install();
  const [mode, number, referenceId] = ['element', CHARGED, newReference()] as const;
  const card = await openShop(page, places, { mode, number, referenceId });
  const tokens = await serveEndpoint(page, system, '504 always');
  const told = pay(page, mode, referenceId, number);
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
  const later = await serveEndpoint(page, system, 'none');
  expect(await pay(page, mode, referenceId, number)).toMatchObject({
    payin: { status: 'APPROVED' },
  });
  expect(new Set([...tokens, ...later]).size).toBe(1);
  expect(await approvedOf(system, referenceId)).toHaveLength(1);
  await expect(card.number).toHaveValue('');
});
