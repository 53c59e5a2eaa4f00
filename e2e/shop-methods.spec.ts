import { callApi } from './merchant-api.ts';
import { rare } from './rare.ts';
import { orderBy, shopPix, shopResult, simulate } from './shop-page.ts';
import { expect, test } from './system.ts';

const CART = 15_380;
const APPROVED = 'Pagamento aprovado';

test.describe('PIX', () => {
  test('goes from the cart to approved, and stays so after a reload', async ({ page, system }) => {
    const id = await orderBy(page, system, 'PIX');
    const pix = shopPix(page);
    await expect(pix.amount).toHaveText(/R\$\s153,80/);
    const { body } = await callApi(system, 'no3ds', `/payin/${id}`);
    expect(body).toMatchObject({ status: 'PENDING', paymentMethod: 'PIX', amount: CART });
    await expect(pix.code).toHaveValue(String(body.pixCopyAndPaste));
    await expect(page.locator('#pay')).toBeHidden();
    await page.reload();
    await expect(pix.code).toHaveValue(String(body.pixCopyAndPaste));
    await callApi(system, 'no3ds', `/sandbox/payins/${id}/pay`, {});
    const result = shopResult(page);
    await expect(result.title).toHaveText(APPROVED);
    await expect(result.title).toBeFocused();
    await expect(page).toHaveTitle('Pagamento aprovado · Casa Ipê');
    await page.reload();
    await expect(result.title).toHaveText(APPROVED);
    await expect(result.line('Pagamento')).toHaveText(id);
  });

  test(`says so where the shop has forgotten the order${rare()}`, async ({ page, system }) => {
    await page.goto(`${system.shopUrl}/?pedido=ipe-0`);
    await expect(page.locator('#pay')).toBeEnabled();
    expect(new URL(page.url()).searchParams.get('pedido')).not.toBe('ipe-0');
  });
});

test('a boleto shows its line, is paid, and is given back', async ({ page, system }) => {
  const id = await orderBy(page, system, 'Boleto');
  const { body } = await callApi(system, 'no3ds', `/payin/${id}`);
  const { frame, code } = shopPix(page);
  await expect(frame.getByLabel('Linha digitável do boleto')).toHaveValue(
    String(body.boletoBarcode),
  );
  await expect(code).toHaveValue(String(body.boletoPixCopyAndPaste));
  await simulate(page, 'pagamento');
  const result = shopResult(page);
  await expect(result.title).toHaveText(APPROVED);
  await simulate(page, 'reembolso');
  await expect(page.locator('#simulation-status')).not.toHaveText('');
  await page.reload();
  await expect(result.title).toHaveText('Pagamento reembolsado');
});

test.describe('open finance', () => {
  test(`leads to the bank and back to "${APPROVED}"`, async ({ page, system }) => {
    const id = await orderBy(page, system, 'Seu banco');
    await shopPix(page).frame.getByRole('link', { name: 'Ir para o banco' }).click();
    await page.waitForURL((url) => url.origin === system.bankUrl);
    await expect(page.locator('header')).toHaveText('Banco Ipê');
    await page.getByRole('button', { name: 'Autorizar pagamento' }).click();
    await page.waitForURL((url) => url.origin === system.shopUrl && url.searchParams.has('pedido'));
    const result = shopResult(page);
    await expect(result.title).toHaveText(APPROVED);
    await expect(result.line('Pagamento')).toHaveText(id);
  });
});
