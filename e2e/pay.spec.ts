import type { Locator } from '@playwright/test';
import { typeCard } from './element-page.ts';
import { callApi } from './merchant-api.ts';
import { rare } from './rare.ts';
import { clickPay, openShop, shopResult } from './shop-page.ts';
import { expect, test } from './system.ts';

const CART = 15_380;

test.describe('a card typed into the hosted fields', () => {
  test('is approved, and is still there after the service died', async ({ page, system }) => {
    const card = await openShop(page, system);
    await typeCard(card);
    await clickPay(page);
    const result = shopResult(page);
    await expect(result.title).toHaveText('Pagamento aprovado');
    await expect(result.title).toBeFocused();
    const id = await result.line('Pagamento').textContent();
    const referenceId = await result.line('Pedido').textContent();
    const record = { id, referenceId, status: 'APPROVED', amount: CART, installments: 1 };

    expect(await callApi(system, 'no3ds', `/payin/${id}`)).toMatchObject({
      status: 200,
      body: record,
    });
    await system.restartService('SIGKILL');
    const { body } = await callApi(system, 'no3ds', `/payin/${id}`);
    expect(body).toMatchObject(record);
    expect((await callApi(system, 'manual', `/payin/${id}`)).status).toBe(404);
  });

  test('pays in the installments chosen, with exact parts shown', async ({ page, system }) => {
    const card = await openShop(page, system);
    await typeCard(card, { number: '5555555555554444' });
    await expect(card.installments.locator('option').nth(2)).toHaveText(
      /^3x de R\$\s51,26 sem juros$/,
    );
    await card.installments.selectOption('3');
    await expect(card.planNote).toHaveText(/^1x de R\$\s51,28 \+ 2x de R\$\s51,26$/);
    await clickPay(page);
    const result = shopResult(page);
    await expect(result.title).toHaveText('Pagamento aprovado');
    const { body } = await callApi(
      system,
      'no3ds',
      `/payin/${await result.line('Pagamento').textContent()}`,
    );
    expect(body).toMatchObject({ installments: 3, amount: CART, status: 'APPROVED' });
  });

  test('pays once however often the buyer clicks and presses Enter', async ({ page, system }) => {
    const card = await openShop(page, system);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    await typeCard(card);
    await clickPay(page, { times: 2 });
    // Nobody waits for it: the frame may be gone before it tells that the key arrived.
    card.cvv.press('Enter').catch(() => undefined);
    await expect(shopResult(page).title).toHaveText('Pagamento aprovado');
    expect(sent.filter((path) => path.endsWith('/pay'))).toHaveLength(1);
    expect(sent.filter((path) => path === '/checkout/tokens')).toHaveLength(1);
  });
});

test.describe('a payment that is not made', () => {
  test('is made with another card after a refusal, for one order', async ({ page, system }) => {
    const card = await openShop(page, system);
    await typeCard(card, { name: 'OTHE' });
    await clickPay(page);
    await expect(card.frame.locator('#refusal')).toHaveText(/não autorizou/);
    await expect(page.locator('#total')).toHaveText(/153,80/);
    const order = new URL(page.url()).searchParams.get('pedido');
    // What was typed can be corrected, or another card be typed over it; the CVV was used.
    await expect(card.number).toHaveValue('4111 1111 1111 1111');
    await expect(card.cvv).toHaveValue('');
    for (const field of [card.name, card.number, card.expiry]) await field.fill('');
    await typeCard(card, { number: '5555555555554444' });
    await clickPay(page);
    const result = shopResult(page);
    await expect(result.title).toHaveText('Pagamento aprovado');
    expect(await result.line('Pedido').textContent()).toBe(order);
  });
});

test('an account that cannot be paid tells the buyer of the shop so', async ({ page, system }) => {
  await page.goto(`${system.shopUrl}/?account=pending`);
  await expect(page.locator('#payment-error')).toHaveText(
    'Esta forma de pagamento não está disponível agora.',
  );
});

test(`the fields of the card line up with the button${rare()}`, async ({ page, system }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  const card = await openShop(page, system);
  const edges = async (locator: Locator) => {
    const { x = 0, width: wide = 0 } = (await locator.boundingBox()) ?? {};
    return { left: x, right: x + wide };
  };
  const button = await edges(page.locator('#pay'));
  const field = await edges(card.number);
  // The viewport of a frame is of whole pixels, the page's column is not.
  expect(Math.abs(field.left - button.left)).toBeLessThanOrEqual(1);
  expect(Math.abs(field.right - button.right)).toBeLessThanOrEqual(1);
});
