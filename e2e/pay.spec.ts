import type { Locator } from '@playwright/test';
import { heard, openElementPage, typeCard } from './element-page.ts';
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
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      await system.restartService(signal);
      const { body } = await callApi(system, 'no3ds', `/payin/${id}`);
      expect(body, `after ${signal}`).toMatchObject(record);
    }
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

  test('is paid with Enter in the last field', async ({ page, system }) => {
    const card = await openShop(page, system);
    await typeCard(card);
    await card.cvv.press('Enter');
    await expect(shopResult(page).title).toHaveText('Pagamento aprovado');
  });

  test('is decided at once on a post-order account where no challenge is asked', async ({
    page,
    system,
  }) => {
    const card = await openShop(page, system, { account: 'postorder' });
    await typeCard(card);
    await clickPay(page);
    await expect(shopResult(page).title).toHaveText('Pagamento aprovado');
  });

  test('stays under analysis where the acquirer is silent, and is approved later', async ({
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
  for (const [why, typed, title, text] of [
    ['the issuer refuses, by name', { name: 'OTHE' }, REFUSED, /não autorizou/],
    ['the issuer refuses, by number', { number: '4000000000000002' }, REFUSED, /não autorizou/],
    ['the limit is too low, by name', { name: 'FUND' }, REFUSED, /limite/],
    ['the limit is too low, by number', { number: '4000000000009995' }, REFUSED, /limite/],
    ['the CVV is wrong, by name', { name: 'SECU' }, REFUSED, /segurança não confere/],
    ['the CVV is wrong, by number', { number: '4000000000000127' }, REFUSED, /não confere/],
    ['the risk is too high, by name', { name: 'RISK' }, REFUSED, /análise de segurança/],
    ['the risk is too high, by number', { number: '4100000000000019' }, REFUSED, /análise/],
    ['the provider fails, by name', { name: 'PERR' }, FAILED, /operadora/],
    ['the acquirer fails for good', { name: 'CATA' }, FAILED, /nada foi cobrado/],
  ] as const) {
    test(`says that ${why}, and keeps the cart${rare('number' in typed)}`, async ({
      page,
      system,
    }) => {
      const card = await openShop(page, system);
      await typeCard(card, typed);
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
    test('pays', async ({ page, system }) => {
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

    test('tells a refusal', async ({ page, system }) => {
      await openShop(page, system, { mode });
      await fillPlainCard(page, { name: 'OTHE' });
      await clickPay(page);
      await expect(shopResult(page).title).toHaveText(REFUSED_TITLE);
    });

    test('names a wrong number without repeating it', async ({ page, system, merchant }) => {
      await openElementPage(page, { system, merchant }, { mounts: false });
      const error = await page.evaluate(prepare(mode, { number: '4111111111111112' }));
      expect(error).toMatchObject({
        code: 'INVALID_CARD',
        details: { fields: [{ field: 'number', problem: 'invalid' }] },
      });
      expect(JSON.stringify(error)).not.toContain('4111111111111112');
    });
  });
}

const REFUSED_TITLE = 'Pagamento recusado';

test.describe('an account that cannot take cards', () => {
  for (const [account, code] of [
    ['pending', 'KYC_NOT_APPROVED'],
    ['blocked', 'COMPANY_BLOCKED'],
    ['nocard', 'METHOD_NOT_ENABLED'],
  ] as const) {
    test(`${account} is told by ${code} in every mode, and no card is sent`, async ({
      page,
      system,
      merchant,
    }) => {
      const publicKey = `pk_test_${account}`;
      const sent: string[] = [];
      page.on('request', (request) => sent.push(new URL(request.url()).pathname));
      await openElementPage(page, { system, merchant }, { publicKey });
      const refused = await page.evaluate('element.ready.then(() => null, plain)');
      expect(refused).toMatchObject({ code, retryable: false });
      const told = (await heard(page)).filter(({ name }) => name === 'onError');
      expect(told).toEqual([{ name: 'onError', told: refused }]);
      expect(await page.evaluate('element.submit().then(plain, plain)')).toEqual(refused);
      for (const mode of ['hosted', 'direct'] as const) {
        expect(await page.evaluate(prepare(mode)), mode).toMatchObject({ code });
      }
      expect(sent).not.toContain('/checkout/tokens');
    });
  }

  for (const account of ['pending', 'blocked']) {
    const tag = rare(account === 'blocked');
    test(`${account} tells the buyer of the shop that cards are not taken${tag}`, async ({
      page,
      system,
    }) => {
      await page.goto(`${system.shopUrl}/?${new URLSearchParams({ account })}`);
      await expect(page.locator('#payment-error')).toHaveText(
        'Esta forma de pagamento não está disponível agora.',
      );
      await expect(page.locator('#pay')).toBeEnabled();
    });
  }
});

function prepare(mode: 'hosted' | 'direct', card: { number?: string } = {}): string {
  const input = {
    amount: 1000,
    referenceId: 'e2e-plain',
    installments: 1,
    card: { holderName: 'A B', number: '4111111111111111', expiry: '12/30', cvv: '123', ...card },
  };
  const call = mode === 'hosted' ? 'prepareCardPaymentHosted' : 'prepareCardPayment';
  return `client.${call}(${JSON.stringify(input)}).then(plain, plain)`;
}

for (const width of [360, 1280]) {
  const tag = rare(width === 1280);
  test(`the fields of the card line up with the button, ${width} wide${tag}`, async ({
    page,
    system,
  }) => {
    await page.setViewportSize({ width, height: 900 });
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
}
