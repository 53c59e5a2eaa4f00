import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { cardFrame, press, typeCard } from './element-page.ts';
import { CUSTOMER, callApi } from './merchant-api.ts';
import { pixFrame } from './pix-page.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

const MOST_BYTES = 30 * 1024;
const TYPED = {
  'Nome completo': CUSTOMER.name,
  CPF: '529.982.247-25',
  'E-mail': CUSTOMER.email,
  'Celular com DDD': '(11) 98765-4321',
  CEP: '01310-200',
  'Rua ou avenida': 'Avenida Paulista',
  Número: '1578',
  Cidade: 'São Paulo',
};

let orders = 0;

/** A page of the service for one order; of its buyer nothing is known unless it is said. */
async function makePage(system: System, more: object = {}): Promise<{ id: string; url: string }> {
  orders += 1;
  const { body } = await callApi(system, 'no3ds', '/payment-page', {
    amount: 4_200,
    referenceId: `page-${process.pid}-${orders}`,
    items: [{ title: 'Café em grãos', quantity: 2, unitPrice: 2_000 }],
    isPhysicalProduct: true,
    successUrl: system.shopUrl,
    ...more,
  });
  return { id: String(body.id), url: String(body.url) };
}

async function typeDetails(page: Page): Promise<void> {
  for (const [label, value] of Object.entries(TYPED)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByLabel('Estado').selectOption('SP');
}

test('a buyer without a shop pays by card, and has a receipt', async ({ page, system }) => {
  const { id, url } = await makePage(system);
  await page.goto(url);
  const pay = page.getByRole('button', { name: 'Pagar R$ 42,00' });
  await expect(pay).toBeEnabled();
  const card = cardFrame(page, '#payment');
  await card.frame.getByRole('radio', { name: 'Cartão' }).check();
  await typeCard(card);
  await page.getByLabel('Nome completo').fill(CUSTOMER.name);
  await press(pay);
  await expect(page.getByLabel('CPF')).toBeFocused();
  await expect(page.locator('#document-error')).toHaveText('Confira este campo.');
  await expect(page.getByLabel('CPF')).toHaveAttribute('aria-invalid', 'true');
  await typeDetails(page);
  await page.getByLabel('CPF').fill('529.982.247-26');
  await press(pay);
  await expect(page.getByLabel('CPF')).toBeFocused();
  await page.getByLabel('CPF').fill(TYPED.CPF);
  await press(pay);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado');
  await expect(page.locator('#back')).toHaveAttribute('href', /^http:\/\/localhost/);
  const { body } = await callApi(system, 'no3ds', `/payment-page/${id}`);
  expect(body.status).toBe('PAID');
});

test('a page paid in another window says so by itself', async ({ page, context, system }) => {
  const { id, url } = await makePage(system, { customer: CUSTOMER });
  const other = await context.newPage();
  for (const one of [page, other]) await one.goto(url);
  await expect(page.getByText('Marina A. S.')).toBeVisible();
  await expect(page.getByLabel('CPF')).toHaveCount(0);
  const { frame, code } = pixFrame(page, '#payment');
  await frame.getByRole('radio', { name: 'PIX' }).check();
  await press(page.locator('#pay'));
  await expect(code).not.toHaveValue('');
  await expect(page.locator('#pay')).toBeHidden();
  await page.reload();
  await expect(code).not.toHaveValue('');
  const { body } = await callApi(system, 'no3ds', `/payment-page/${id}`);
  await callApi(system, 'no3ds', `/sandbox/payins/${Object(body.payin).id}/pay`, {});
  for (const one of [page, other]) {
    await one.bringToFront();
    await expect(one.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado');
  }
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('merchant, items, total and what is missing to pay are there', async ({ page, system }) => {
    await page.goto((await makePage(system)).url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Três Marias');
    for (const text of ['Café em grãos × 2', 'R$ 40,00', 'R$ 42,00']) {
      await expect(page.getByText(text).first()).toBeVisible();
    }
    await expect(page.locator('#pay')).toBeHidden();
    // A driver's browser shows nothing of it, script or not.
    expect(await page.content()).toContain('permita JavaScript');
    await page.getByRole('link', { name: 'English' }).click();
    expect(await page.content()).toContain('allow JavaScript');
  });
});

test('is small beside the element, and asks twice in series', async ({ page, system }) => {
  const { url } = await makePage(system);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(url);
  await expect(page.locator('#pay')).toBeEnabled();
  const own = asked.filter((one) => one.startsWith(system.paymentPageUrl));
  expect(own.length).toBe(3);
  const sizes = own.map(async (one) => {
    return brotliCompressSync(await (await page.request.get(one)).body()).length;
  });
  const bytes = (await Promise.all(sizes)).reduce((all, one) => all + one, 0);
  expect(bytes).toBeLessThan(MOST_BYTES);
});

test.describe('for everybody', () => {
  // The page's policy forbids foreign scripts; the browser is told to let axe in anyway.
  test.use({ bypassCSP: true });

  for (const [width, lang, colorScheme] of [
    [320, 'pt-BR', 'light'],
    [768, 'en', 'dark'],
    [1280, 'es', 'light'],
  ] as const) {
    const tag = rare(width !== 320);
    test(`fits ${width} pixels: ${lang}, ${colorScheme}${tag}`, async ({ page, system }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const { id, url } = await makePage(system);
      const wide = async () =>
        page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await page.goto(`${url}?lang=${lang}`);
      await expect(page.locator('#pay')).toBeEnabled();
      await press(page.locator('#pay'));
      expect(await findViolations(page.mainFrame())).toEqual([]);
      expect(await wide()).toBeLessThanOrEqual(0);
      await callApi(system, 'no3ds', `/payment-page/${id}/end`, {});
      for (const address of [url, `${system.paymentPageUrl}/p/none`]) {
        await page.goto(`${address}?lang=${lang}`);
        expect(await findViolations(page.mainFrame())).toEqual([]);
        expect(await wide()).toBeLessThanOrEqual(0);
      }
    });
  }
});
