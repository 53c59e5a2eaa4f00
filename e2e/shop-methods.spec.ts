import { typeCard } from './element-page.ts';
import { callApi } from './merchant-api.ts';
import { rare } from './rare.ts';
import {
  clickPay,
  openShop,
  orderBy,
  shopHistory,
  shopPix,
  shopResult,
  simulate,
} from './shop-page.ts';
import { expect, test } from './system.ts';

const CART = 15_380;
const APPROVED = 'Pagamento aprovado';
const NOT_DONE = 'Pagamento não concluído';

test.describe('PIX', () => {
  test('goes from the cart to approved, by the webhook or the element', async ({
    page,
    system,
  }) => {
    await orderBy(page, system, 'pix');
    const result = shopResult(page);
    const pix = shopPix(page);
    await expect(result.title).toHaveText('Pague com PIX');
    await expect(result.title).toBeFocused();
    await expect(pix.amount).toHaveText(/R\$\s153,80/);
    await expect(pix.left).toHaveText(/^(30:00|29:\d\d)$/);
    const id = await result.line('Pagamento').textContent();
    const { body } = await callApi(system, 'no3ds', `/payin/${id}`);
    expect(body).toMatchObject({ status: 'PENDING', paymentMethod: 'PIX', amount: CART });
    await expect(pix.code).toHaveValue(String(body.pixCopyAndPaste));

    await callApi(system, 'no3ds', `/sandbox/payins/${id}/pay`, {});
    await expect(result.title).toHaveText(APPROVED);
    await expect(page).toHaveTitle('Pagamento aprovado · Casa Ipê');
    await expect(page.locator('#result-status')).toHaveText('Novidade: pagamento aprovado.');
    await expect(page.locator('.instructions-pix')).toHaveCount(0);
    expect(await shopHistory(page)).toEqual(['PENDING', 'APPROVED']);
  });

  test(`is heard of by the webhook alone where the element hears nothing${rare()}`, async ({
    page,
    system,
  }) => {
    await page.route(
      (url) => url.pathname === '/pix',
      (route) => route.abort(),
    );
    await orderBy(page, system, 'pix');
    const result = shopResult(page);
    await expect(result.title).toHaveText('Pague com PIX');
    await expect(page.getByRole('alert')).toHaveText(/Não foi possível mostrar o código PIX/);
    const id = await result.line('Pagamento').textContent();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await callApi(system, 'no3ds', `/sandbox/payins/${id}/pay`, {});
    await expect(result.title).toHaveText(APPROVED);
    expect(asked).toEqual([]);
  });

  test(`ends when its half hour is over${rare()}`, async ({ page, system }) => {
    await orderBy(page, system, 'pix', { account: 'cardonfile' });
    const result = shopResult(page);
    await expect(result.title).toHaveText('Pague com PIX');
    await callApi(system, 'cardonfile', '/sandbox/clock', { advanceSeconds: 1801 });
    await expect(result.title).toHaveText(NOT_DONE, { timeout: 40_000 });
    await expect(result.text).toHaveText(/prazo do PIX terminou/);
    expect(await shopHistory(page)).toEqual(['PENDING', 'EXPIRED']);
    await result.action.click();
    await expect(page.locator('#checkout')).toBeVisible();
    await expect(page.locator('#total')).toHaveText(/153,80/);
  });

  test('is the same payin after a reload, and one payin after two clicks', async ({
    page,
    system,
  }) => {
    const paid: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/pay')) paid.push(request.url());
    });
    await page.goto(system.shopUrl);
    await page.locator('#pay:enabled').waitFor();
    await page.locator('#method-pix').check();
    await clickPay(page, { times: 2 });
    const result = shopResult(page);
    await expect(result.title).toHaveText('Pague com PIX');
    expect(paid).toHaveLength(1);
    const id = String(await result.line('Pagamento').textContent());
    const code = shopPix(page).code;
    await expect(code).toHaveValue(/^000201/);
    const before = await code.inputValue();
    await page.reload();
    await expect(result.line('Pagamento')).toHaveText(id);
    await expect(code).toHaveValue(before);
    await callApi(system, 'no3ds', `/sandbox/payins/${id}/pay`, {});
    await expect(result.title).toHaveText(APPROVED);
    await page.reload();
    await expect(result.title).toHaveText(APPROVED);
    expect(paid).toHaveLength(1);
  });

  test(`says so where its result cannot be fetched, or the shop has forgotten it${rare()}`, async ({
    page,
    system,
  }) => {
    await orderBy(page, system, 'pix');
    const result = shopResult(page);
    await expect(result.title).toHaveText('Pague com PIX');
    await page.route('**/api/orders/*', (route) => route.abort());
    await page.reload();
    await expect(result.title).toHaveText('Não foi possível mostrar o pedido');
    await page.unroute('**/api/orders/*');
    await result.action.click();
    await expect(result.title).toHaveText('Pague com PIX');
    await page.goto(`${system.shopUrl}/?pedido=ipe-0`);
    // It stays once the checkout is open, until the buyer chooses how to pay.
    await expect(page.locator('#pay')).toBeEnabled();
    await expect(page.locator('#payment-error')).toHaveText(/não existe mais/);
    await page.locator('#method-boleto').check();
    await expect(page.locator('#payment-error')).toHaveText('');
    expect(new URL(page.url()).search).toBe('');
  });

  test(`gives way to a card, and the browser goes back to it${rare()}`, async ({
    page,
    system,
  }) => {
    const card = await openShop(page, system);
    await page.locator('#method-pix').check();
    await clickPay(page);
    const result = shopResult(page);
    await expect(result.title).toHaveText('Pague com PIX');
    await result.action.click();
    await page.locator('#method-credit_card').check();
    await typeCard(card);
    await clickPay(page);
    await expect(result.title).toHaveText(APPROVED);
    await page.goBack();
    await expect(page.locator('#checkout')).toBeVisible();
    await page.goBack();
    await expect(result.title).toHaveText('Pague com PIX');
  });
});

test.describe('boleto', () => {
  test('shows its line and its PDF, is paid, and is given back', async ({ page, system }) => {
    await orderBy(page, system, 'boleto');
    const result = shopResult(page);
    await expect(result.title).toHaveText('Boleto gerado');
    const id = await result.line('Pagamento').textContent();
    const { body } = await callApi(system, 'no3ds', `/payin/${id}`);
    const line = await page.locator('#boleto-line').inputValue();
    expect(line).toMatch(/^\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}$/);
    expect(line.replace(/\D/g, '')).toBe(body.boletoBarcode);
    await expect(page.locator('.due time')).toHaveAttribute('datetime', inSaoPaulo(3));
    const link = page.getByRole('link', { name: /PDF/ });
    expect(await link.getAttribute('href')).toBe(body.boletoUrl);
    const pdf = await fetch(String(body.boletoUrl));
    expect(pdf.headers.get('content-type')).toContain('application/pdf');

    await simulate(page, 'pagamento');
    await expect(result.title).toHaveText(APPROVED);
    await simulate(page, 'devolução');
    await expect(result.title).toHaveText('Pagamento devolvido');
    await expect(page).toHaveTitle('Pagamento devolvido · Casa Ipê');
    expect(await shopHistory(page)).toEqual(['PENDING', 'APPROVED', 'REFUNDED']);
  });

  test(`copies the PIX that is printed on it${rare()}`, async ({ page, context, system }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await orderBy(page, system, 'boleto');
    const id = await shopResult(page).line('Pagamento').textContent();
    const { body } = await callApi(system, 'no3ds', `/payin/${id}`);
    await expect(page.getByLabel('Ou pague este boleto por PIX')).toHaveValue(
      String(body.boletoPixCopyAndPaste),
    );
    await page.getByRole('button', { name: 'Copiar código PIX' }).click();
    await expect(page.locator('.boleto-pix .copy-button')).toHaveText('Copiado');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(body.boletoPixCopyAndPaste);
  });

  test(`expires, and a simulation that comes second is refused${rare()}`, async ({
    page,
    system,
  }) => {
    await orderBy(page, system, 'boleto');
    await simulate(page, 'expiração');
    await expect(shopResult(page).title).toHaveText(NOT_DONE);
    await expect(shopResult(page).text).toHaveText(/boleto venceu/);
    await simulate(page, 'pagamento');
    await expect(page.locator('#simulation-status')).toHaveText(/ILLEGAL_TRANSITION/);
  });
});

test.describe('open finance', () => {
  for (const [button, title, text, history] of [
    ['Autorizar pagamento', APPROVED, /Agradecemos/, ['PENDING', 'APPROVED']],
    ['Recusar', 'Pagamento recusado', /não foi autorizado no banco/, ['PENDING', 'REFUSED']],
  ] as const) {
    test(`leads to the bank and back to "${title}"${rare(title !== APPROVED)}`, async ({
      page,
      system,
    }) => {
      await orderBy(page, system, 'open_finance');
      await page.waitForURL((url) => url.origin === system.bankUrl);
      await expect(page.locator('header')).toHaveText('Banco Ipê');
      await page.getByRole('button', { name: button }).click();
      await page.waitForURL(
        (url) => url.origin === system.shopUrl && url.searchParams.has('pedido'),
      );
      const result = shopResult(page);
      await expect(result.title).toHaveText(title);
      await expect(result.text).toHaveText(text);
      expect(await shopHistory(page)).toEqual(history);
    });
  }

  test(`finds the order again where the bank leads to the front page only${rare()}`, async ({
    page,
    system,
  }) => {
    await orderBy(page, system, 'open_finance');
    await page.waitForURL((url) => url.origin === system.bankUrl);
    await page.goto(system.shopUrl);
    await expect(shopResult(page).title).toHaveText('Autorize no seu banco');
    await expect(page.getByRole('link', { name: 'Continuar no banco' })).toBeVisible();
    await page.goto(system.shopUrl);
    await expect(page.locator('#checkout')).toBeVisible();
  });
});

test.describe('an account offers what it has', () => {
  test('nocard pays by PIX, which is chosen where there is no card', async ({ page, system }) => {
    await page.goto(`${system.shopUrl}/?account=nocard`);
    await page.locator('#pay:enabled').waitFor();
    await expect(page.locator('.method:visible')).toHaveText(['PIX', 'Boleto', 'Seu banco']);
    await expect(page.locator('#card')).toBeHidden();
    await clickPay(page);
    await expect(shopResult(page).title).toHaveText('Pague com PIX');
  });
});

/** The day so many days from now, `YYYY-MM-DD`, where boletos are counted. */
function inSaoPaulo(days: number): string {
  const instant = new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(instant);
}
