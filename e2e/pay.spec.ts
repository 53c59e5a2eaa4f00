import type { Locator } from '@playwright/test';
import { typeCard } from './element-page.ts';
import { callApi } from './merchant-api.ts';
import { rare } from './rare.ts';
import { clickPay, fillPlainCard, openShop, shopResult } from './shop-page.ts';
import { expect, test } from './system.ts';

const CART = 15_380;

test.describe('a card typed into the hosted fields', () => {
  test('is approved, and the payin is still there after the service died', async ({
    page,
    system,
  }) => {
    const card = await openShop(page, system);
    await typeCard(card);
    await clickPay(page);
    const result = shopResult(page);
    await expect(result.title).toHaveText('Pagamento aprovado');
    await expect(result.title).toBeFocused();
    await expect(result.line('Cartão')).toHaveText('Visa final 1111');
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

  test('pays in the installments the buyer chose, with exact parts shown', async ({
    page,
    system,
  }) => {
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
    await card.cvv.press('Enter').catch(() => undefined);
    await expect(shopResult(page).title).toHaveText('Pagamento aprovado');
    expect(sent.filter((path) => path.endsWith('/pay'))).toHaveLength(1);
    expect(sent.filter((path) => path === '/checkout/tokens')).toHaveLength(1);
    expect(sent.filter((path) => path === '/api/orders')).toHaveLength(1);
  });

  test(`stays under analysis where the acquirer is silent, and is approved later${rare()}`, async ({
    page,
    system,
  }) => {
    const card = await openShop(page, system, { account: 'manual' });
    await typeCard(card, { name: 'SLOW' });
    await clickPay(page);
    const result = shopResult(page);
    await expect(result.title).toHaveText('Pagamento em análise');
    await callApi(system, 'manual', '/sandbox/clock', { advanceSeconds: 61 });
    await expect(result.title).toHaveText('Pagamento aprovado');
  });
});

test.describe('a payment that is not made', () => {
  const REFUSED = 'Pagamento recusado';
  const FAILED = 'Pagamento não concluído';
  // What the shop says of each other end is told beside it.
  for (const [why, name, title, text] of [
    ['the issuer refuses', 'OTHE', REFUSED, /não autorizou/],
    ['the CVV is wrong', 'SECU', REFUSED, /segurança não confere/],
    ['the provider fails', 'PERR', FAILED, /operadora/],
  ] as const) {
    test(`says that ${why}, and keeps the cart${rare(name === 'SECU')}`, async ({
      page,
      system,
    }) => {
      const card = await openShop(page, system);
      await typeCard(card, { name });
      await clickPay(page);
      const result = shopResult(page);
      await expect(result.title).toHaveText(title);
      await expect(result.text).toHaveText(text);
      await expect(page.locator('#total')).toHaveText(/153,80/);
    });
  }

  test('is made with another card after a refusal', async ({ page, system }) => {
    const card = await openShop(page, system);
    await typeCard(card, { name: 'OTHE' });
    await clickPay(page);
    const result = shopResult(page);
    await expect(result.title).toHaveText(REFUSED);
    const first = await result.line('Pedido').textContent();
    await result.action.click();
    // What was typed can be corrected, or another card be typed over it; the CVV was used.
    await expect(card.number).toHaveValue('4111 1111 1111 1111');
    await expect(card.cvv).toHaveValue('');
    for (const field of [card.name, card.number, card.expiry]) await field.fill('');
    await typeCard(card, { number: '5555555555554444' });
    await clickPay(page);
    await expect(result.title).toHaveText('Pagamento aprovado');
    expect(await result.line('Pedido').textContent()).not.toBe(first);
  });

  test('is made with the same card and order once the provider is back', async ({
    page,
    system,
  }) => {
    const card = await openShop(page, system);
    await typeCard(card, { number: '4000000000000119' });
    await clickPay(page);
    const result = shopResult(page);
    await expect(result.title).toHaveText(FAILED);
    const first = await result.line('Pedido').textContent();
    await result.action.click();
    await expect(result.title).toHaveText('Pagamento aprovado');
    expect(await result.line('Pedido').textContent()).toBe(first);
  });
});

for (const mode of ['hosted', 'direct'] as const) {
  test.describe(`the ${mode} mode`, () => {
    test(`pays${rare(mode === 'hosted')}`, async ({ page, system }) => {
      await openShop(page, system, { mode });
      await fillPlainCard(page);
      await page.locator('#card-installments').selectOption('2');
      await clickPay(page);
      const result = shopResult(page);
      await expect(result.title).toHaveText('Pagamento aprovado');
      await expect(result.line('Cartão')).toHaveText('Visa final 1111');
      const id = await result.line('Pagamento').textContent();
      const { body } = await callApi(system, 'no3ds', `/payin/${id}`);
      expect(body).toMatchObject({ status: 'APPROVED', installments: 2, amount: CART });
    });

    test(`tells a refusal${rare(mode === 'direct')}`, async ({ page, system }) => {
      await openShop(page, system, { mode });
      await fillPlainCard(page, { name: 'OTHE' });
      await clickPay(page);
      await expect(shopResult(page).title).toHaveText('Pagamento recusado');
    });
  });
}

test('an account that cannot take cards tells the buyer of the shop so', async ({
  page,
  system,
}) => {
  await page.goto(`${system.shopUrl}/?account=pending`);
  await expect(page.locator('#payment-error')).toHaveText(
    'Esta forma de pagamento não está disponível agora.',
  );
  await expect(page.locator('#pay')).toBeEnabled();
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
