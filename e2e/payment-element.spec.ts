import type { Page } from '@playwright/test';
import { expectCode } from './expected-code.ts';
import { callApi, endPayin } from './merchant-api.ts';
import { frameDocument } from './merchant-page.ts';
import { heardOf, openPaymentPage } from './payment-page.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';
import { CHALLENGED, challengeOf, enterCode, expectNoChallenge } from './threeds-page.ts';

/** The status of a payin, as the merchant's server asks for it. */
async function statusOf(system: System, payinId: unknown, account = 'no3ds'): Promise<unknown> {
  return (await callApi(system, account, `/payin/${payinId}`)).body.status;
}

/** The payin that the page was told of last. */
async function pendingId(page: Page): Promise<string> {
  const told = (await heardOf(page, 'onPending')).at(-1) as { payin: { id: string } };
  return told.payin.id;
}

test.describe('a card', () => {
  test('is approved, and asked for once after two presses', async ({ page, places }) => {
    const { typeCard, sent, referenceId } = await openPaymentPage(page, places);
    await typeCard();
    await page.evaluate('buy.click()');
    await page.evaluate('window.first = told, buy.click()');
    const told = await page.evaluate('told');
    expect(told).toMatchObject({ outcome: 'paid', payin: { status: 'APPROVED', referenceId } });
    expect(await page.evaluate('first')).toEqual(told);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ referenceId, paymentMethod: 'CREDIT_CARD', installments: 1 });
    expect(await heardOf(page, 'onPaid')).toHaveLength(1);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  test('that is refused says why in the frame; another pays', async ({ page, places, system }) => {
    const { typeCard, refusal, pay, referenceId } = await openPaymentPage(page, places);
    await typeCard({ name: 'EXPI' });
    const refused = await pay();
    expectCode(refused, 'PAYMENT_DECLINED', {
      type: 'customer',
      details: { payinId: expect.any(String), declineReason: expect.any(String) },
      payin: { status: 'REFUSED' },
    });
    await expect(refusal).toHaveText(String(refused.userMessage));
    expect(await page.evaluate(`client.declineText(${JSON.stringify(refused.payin)})`)).toEqual({
      next: 'other-card',
      userMessage: refused.userMessage,
    });
    expect(await heardOf(page, 'onError')).toMatchObject([{ code: 'PAYMENT_DECLINED' }]);
    await typeCard({ number: '5555555555554444' });
    const told = await pay();
    expect(told).toMatchObject({ outcome: 'paid', payin: { referenceId } });
    await expect(refusal).toHaveText('');
    expect(await statusOf(system, Object(told.payin).id)).toBe('APPROVED');
  });

  test('stands in a frame of its height in any page', async ({ page, places, system }) => {
    const appearance = { variables: { borderRadius: '8px' } };
    await openPaymentPage(page, places, { options: { appearance } });
    await page.evaluate('element.ready');
    const whole = await frameDocument(page, system, 'payment').evaluate(
      () => document.documentElement.scrollHeight,
    );
    await expect(page.locator('#pay iframe')).toHaveCSS('height', `${whole}px`);
  });

  test('that is not typed yet is asked for, and nobody pays', async ({ page, places }) => {
    const { pay, frame, sent, refusal } = await openPaymentPage(page, places);
    expect(await pay()).toMatchObject({ code: 'INVALID_CARD' });
    await expect(frame.locator('#cc-name')).toBeFocused();
    await expect(refusal).toHaveText('');
    expect(sent).toEqual([]);
  });

  for (const account of ['preorder', 'postorder'] as const) {
    const tag = rare(account === 'preorder');
    test(`is confirmed at its bank, ${account}${tag}`, async ({ page, places }) => {
      const options = { customer: { name: 'Marina Alves Souza', document: '52998224725' } };
      const opened = await openPaymentPage(page, places, { account, options });
      await opened.typeCard({ number: CHALLENGED });
      await page.locator('#buy').click();
      await enterCode(challengeOf(page, 'element'));
      expect(await page.evaluate('told')).toMatchObject({
        outcome: 'paid',
        payin: { status: 'APPROVED' },
      });
      await expectNoChallenge(page);
      // After the order its outcome is asked for once more, with the same body.
      expect(new Set(opened.sent.map((body) => JSON.stringify(body))).size).toBe(1);
    });
  }
});

test.describe('PIX', () => {
  test('is shown, and told once when it is paid', async ({ page, places, system }) => {
    const { method, pay, frame, again, sent, referenceId } = await openPaymentPage(page, places);
    await method('PIX').check();
    const told = await pay();
    expect(told).toMatchObject({ outcome: 'pending', payin: { status: 'PENDING' } });
    const payin = Object(told.payin);
    await expect(frame.locator('#code')).toHaveValue(payin.pix.qrcode);
    await expect(again).toBeVisible();
    expect(sent).toEqual([{ referenceId, paymentMethod: 'PIX' }]);
    // The same button again asks nobody.
    expect(await pay()).toMatchObject({ outcome: 'pending', payin: { id: payin.id } });
    expect(sent).toHaveLength(1);
    await endPayin(system, payin.id, 'pay');
    await expect(frame.locator('#headline')).toHaveText('Pagamento confirmado');
    await expect(again).toBeHidden();
    await expect.poll(() => heardOf(page, 'onPaid')).toHaveLength(1);
    expect(await heardOf(page, 'onPaid')).toMatchObject([{ payin: { status: 'APPROVED' } }]);
    expect(await pay()).toMatchObject({ outcome: 'paid', payin: { id: payin.id } });
    expect(sent).toHaveLength(1);
  });

  test('is left for a card: one payin is paid, the PIX ended', async ({ page, places, system }) => {
    const { method, pay, again, typeCard, frame } = await openPaymentPage(page, places);
    await method('PIX').check();
    await pay();
    const left = await pendingId(page);
    await again.click();
    await expect(method('PIX')).toBeFocused();
    await expect(frame.locator('.about')).toBeVisible();
    await method('Cartão').check();
    await typeCard();
    const told = await pay();
    expect(told).toMatchObject({ outcome: 'paid', payin: { paymentMethod: 'CREDIT_CARD' } });
    await expect(frame.locator('#pix')).toHaveCount(0);
    expect(await statusOf(system, left)).not.toBe('PENDING');
    expect(await statusOf(system, left)).not.toBe('APPROVED');
    expect(await heardOf(page, 'onPaid')).toHaveLength(1);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  test('is shown again after a reload by reference and token', async ({ page, places, system }) => {
    const { method, pay, frame, sent, referenceId } = await openPaymentPage(page, places);
    await method('PIX').check();
    const { payin } = Object(await pay());
    await page.reload();
    await expect(frame.locator('#code')).toHaveValue(payin.pix.qrcode);
    await expect
      .poll(() => heardOf(page, 'onPending'))
      .toMatchObject([{ payin: { id: payin.id } }]);
    const kept = JSON.parse(String(await page.evaluate('Object.values(sessionStorage).join()')));
    expect(kept).toEqual({ referenceId, viewToken: payin.viewToken });
    // The page's button asks for no card that nobody sees.
    expect(await pay()).toMatchObject({ outcome: 'pending', payin: { id: payin.id } });
    await endPayin(system, payin.id, 'pay');
    await expect.poll(() => heardOf(page, 'onPaid')).toMatchObject([{ payin: { id: payin.id } }]);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    expect(sent).toHaveLength(1);
  });

  test('that was left but paid is told at its own price', async ({ page, places, system }) => {
    const { method, pay, again, typeCard } = await openPaymentPage(page, places, {
      options: { prices: { PIX: 14_391 } },
      prices: { PIX: 14_391 },
    });
    await method('PIX').check();
    await pay();
    const paid = await pendingId(page);
    await again.click();
    await endPayin(system, paid, 'pay');
    await method('Cartão').check();
    await typeCard();
    expect(await pay()).toMatchObject({ outcome: 'paid', payin: { id: paid, amount: 14_391 } });
    expect(await heardOf(page, 'onPaid')).toHaveLength(1);
  });

  test(`that ran out is made anew${rare()}`, async ({ page, places, system }) => {
    const { method, pay, frame, sent } = await openPaymentPage(page, places);
    await method('PIX').check();
    await pay();
    const over = await pendingId(page);
    await endPayin(system, over, 'expire');
    await expect(frame.locator('#headline')).toHaveText('Este PIX expirou');
    const told = await pay();
    expect(told).toMatchObject({ outcome: 'pending', payin: { status: 'PENDING' } });
    expect(Object(told.payin).id).not.toBe(over);
    expect(sent).toHaveLength(2);
  });
});

test.describe('boleto and bank', () => {
  test('a boleto shows line and PIX, and is told when paid', async ({ page, places, system }) => {
    const { method, pay, frame } = await openPaymentPage(page, places);
    await method('Boleto').check();
    const { payin } = Object(await pay());
    const line = await frame.getByLabel('Linha digitável do boleto').inputValue();
    const { body } = await callApi(system, 'no3ds', `/payin/${payin.id}`);
    expect(line.replace(/\D/g, '')).toBe(body.boletoBarcode);
    await expect(frame.getByLabel('Ou pague agora com PIX')).toHaveValue(
      String(body.boletoPixCopyAndPaste),
    );
    await endPayin(system, payin.id, 'pay');
    await expect(frame.locator('#headline')).toHaveText('Pagamento confirmado');
    await expect.poll(() => heardOf(page, 'onPaid')).toHaveLength(1);
  });

  test('a bank is reached by a press, and the way back pays', async ({ page, places, system }) => {
    const { method, pay, frame, sent, referenceId } = await openPaymentPage(page, places);
    await method('Seu banco').check();
    expect(await pay()).toMatchObject({ code: 'INVALID_DATA' });
    await expect(frame.getByText('Escolha o seu banco.')).toBeVisible();
    expect(sent).toEqual([]);
    const bank = frame.locator('.banks input').first();
    const bankId = await bank.inputValue();
    await bank.check();
    expect(await pay()).toMatchObject({ outcome: 'pending' });
    expect(sent).toEqual([{ referenceId, paymentMethod: 'OPEN_FINANCE', bankId }]);
    await frame.getByRole('link', { name: 'Ir para o banco' }).click();
    await page.waitForURL((url) => url.origin === system.bankUrl);
    await page.getByRole('button', { name: 'Autorizar pagamento' }).click();
    await page.waitForURL((url) => url.origin === places.merchant.origin);
    await expect
      .poll(() => heardOf(page, 'onPaid'))
      .toMatchObject([{ payin: { referenceId, status: 'APPROVED' } }]);
    await expect(frame.locator('#headline')).toHaveText('Pagamento confirmado');
  });

  test(`banks that fail are fetched at the next try${rare()}`, async ({ page, places, system }) => {
    const { method, pay, frame, refusal } = await openPaymentPage(page, places);
    await page.route(`${system.checkoutUrl}/checkout/banks*`, (route) => route.abort());
    await method('Seu banco').check();
    expect(await pay()).toMatchObject({ code: 'NETWORK' });
    await expect(refusal).not.toHaveText('');
    await page.unroute(`${system.checkoutUrl}/checkout/banks*`);
    expect(await pay()).toMatchObject({ code: 'INVALID_DATA' });
    await frame.locator('.banks input').first().check();
    expect(await pay()).toMatchObject({ outcome: 'pending' });
  });

  test(`a consent that was refused says so, and a card pays${rare()}`, async ({ page, places }) => {
    const { method, pay, frame, again, typeCard } = await openPaymentPage(page, places);
    await method('Seu banco').check();
    await frame.locator('.banks input').first().check();
    await pay();
    await frame.getByRole('link', { name: 'Ir para o banco' }).click();
    await page.getByRole('button', { name: 'Recusar' }).click();
    await page.waitForURL((url) => url.origin === places.merchant.origin);
    await expect(frame.locator('#headline')).toHaveText('Este pagamento foi encerrado');
    await again.click();
    await typeCard();
    expect(await pay()).toMatchObject({ outcome: 'paid' });
  });
});

test.describe('what is offered', () => {
  test('has its own price, and a price of the server’s own is told', async ({ page, places }) => {
    const opened = await openPaymentPage(page, places, {
      options: { prices: { PIX: 14_391 } },
      prices: { PIX: 14_391, BOLETO: 15_000 },
    });
    await expect(opened.frame.locator('.method')).toHaveText([
      'Cartão',
      /^PIX\s*R\$\s143,91$/,
      'Boleto',
      'Seu banco',
    ]);
    await opened.method('PIX').check();
    expect(await opened.pay()).toMatchObject({ outcome: 'pending', payin: { amount: 14_391 } });
    await expect(opened.frame.locator('#amount')).toHaveText('R$\u00a0143,91');
    await opened.again.click();
    await opened.method('Boleto').check();
    const told = await opened.pay();
    expect(told).toMatchObject({ code: 'INVALID_ARGUMENT', details: { field: 'amount' } });
    expect(told.message).toMatch(/15990.*15000/);
  });

  test('is what an account without cards has', async ({ page, places }) => {
    const { frame, method, pay } = await openPaymentPage(page, places, { account: 'nocard' });
    await expect(frame.locator('.method')).toHaveText(['PIX', 'Boleto', 'Seu banco']);
    await expect(method('PIX')).toBeChecked();
    await expect(frame.locator('#card')).toBeHidden();
    expect(await pay()).toMatchObject({ outcome: 'pending' });
    await page.evaluate(`element.update({ locale: 'en' })`);
    await expect(frame.getByRole('button', { name: 'Copy code' })).toBeVisible();
  });

  test('is refused where nothing of it is enabled', async ({ page, places }) => {
    await openPaymentPage(page, places, {
      account: 'nocard',
      options: { methods: ['CREDIT_CARD'] },
    });
    expect(await page.evaluate('element.ready.catch(plain)')).toMatchObject({
      code: 'METHOD_NOT_ENABLED',
    });
    await expect(page.locator('#pay iframe')).toHaveCount(0);
  });

  test('stands as tabs where there is room, walked by arrow keys', async ({ page, places }) => {
    const { frame, pay, again } = await openPaymentPage(page, places, {
      options: { layout: 'tabs' },
    });
    const tab = (name: string) => frame.getByRole('tab', { name });
    await tab('Cartão').focus();
    await page.keyboard.press('ArrowRight');
    await expect(tab('PIX')).toBeFocused();
    await expect(tab('PIX')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('End');
    await expect(tab('Seu banco')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(tab('Cartão')).toBeFocused();
    await expect(frame.getByRole('tabpanel', { name: 'Cartão' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    expect(await pay()).toMatchObject({ outcome: 'pending' });
    await again.click();
    await expect(tab('PIX')).toBeFocused();
    await page.setViewportSize({ width: 360, height: 800 });
    await expect(frame.getByRole('radio', { name: 'PIX' })).toBeChecked();
    await expect(frame.getByRole('tab')).toHaveCount(0);
  });

  test('speaks the element’s own language, in its refusals too', async ({ page, places }) => {
    const { typeCard, frame, refusal, pay } = await openPaymentPage(page, places, {
      options: { locale: 'en' },
    });
    await expect(frame.getByRole('radio', { name: 'Card' })).toBeChecked();
    await typeCard({ name: 'EXPI' });
    await pay();
    await expect(refusal).toHaveText(/\bcard\b/);
    await page.evaluate(`element.update({ locale: 'es' })`);
    await expect(refusal).toHaveText(/\btarjeta\b/);
  });
});

test.describe('a frame that is moved in the page', () => {
  const move = (page: Page) =>
    page.evaluate(`(async () => {
      const dialog = document.createElement('dialog');
      dialog.append(document.querySelector('#pay'));
      document.body.append(dialog);
      dialog.showModal();
    })()`);

  for (const isLoadedAgain of [false, true]) {
    const when = isLoadedAgain ? 'that was loaded again' : 'while a PIX is open';
    const tag = rare(isLoadedAgain);
    test(`${when} shows it again, and tells it once${tag}`, async ({ page, places, system }) => {
      const { method, pay, frame, sent } = await openPaymentPage(page, places);
      await method('PIX').check();
      const { payin } = Object(await pay());
      if (isLoadedAgain) await page.reload();
      await expect(frame.locator('#code')).toHaveValue(payin.pix.qrcode);
      await move(page);
      // What nobody has begun with in this page comes again by itself.
      if (!isLoadedAgain) await page.getByRole('button', { name: 'Tentar de novo' }).click();
      await expect(frame.locator('#code')).toHaveValue(payin.pix.qrcode);
      expect(await heardOf(page, 'onPending')).toMatchObject([{ payin: { id: payin.id } }]);
      await endPayin(system, payin.id, 'pay');
      await expect(frame.locator('#headline')).toHaveText('Pagamento confirmado');
      await expect
        .poll(() => heardOf(page, 'onPaid'))
        .toMatchObject([{ payin: { id: payin.id, status: 'APPROVED' } }]);
      expect(sent).toHaveLength(1);
    });
  }
});
