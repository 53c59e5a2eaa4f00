import type { Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { openDashboard } from './dashboard-page.ts';
import { payByCard, payByPix } from './dashboard-payment.ts';
import { CUSTOMER } from './merchant-api.ts';
import { expect, test } from './system.ts';

const TEXTS = {
  'pt-BR': { list: 'Pagamentos', timeline: 'Linha do tempo', refund: 'Reembolsar pagamento' },
  en: { list: 'Payments', timeline: 'Timeline', refund: 'Refund a payment' },
} as const;

async function speak(page: Page, language: keyof typeof TEXTS) {
  await page.locator(`button[name="language"][value="${language}"]`).click();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

test('a payment is found by its order, looked at, and its file is taken', async ({
  page,
  system,
}) => {
  const { id, referenceId } = await payByCard(system);
  await payByPix(system);
  await openDashboard(page, system, { as: 'owner', path: '/payments' });
  await page.getByLabel('Busca').fill(referenceId);
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Baixar em CSV' }).click();
  expect((await download).suggestedFilename()).toBe('pagamentos.csv');

  await page.getByRole('link', { name: referenceId }).click();
  await expect(page).toHaveURL(`${system.dashboardUrl}/payments/${id}`);
  await expect(page.getByText('Pagamento creditado')).toBeVisible();
  await expect(page.getByText('1x de R$ 123,45')).toBeVisible();
  await expect(page.locator('pre')).toContainText('$PUBLIC_KEY:$SECRET_KEY');
});

test('a part is given back by the keyboard alone', async ({ page, system }) => {
  const { id } = await payByCard(system);
  await openDashboard(page, system, { as: 'owner', path: `/payments/${id}` });
  const refund = page.getByRole('link', { name: 'Reembolsar' });
  await refund.focus();
  await expect(refund).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${system.dashboardUrl}/payments/${id}/refund`);

  const amount = page.getByLabel('Quanto reembolsar');
  await expect(amount).toHaveValue('123,45');
  await amount.focus();
  await expect(amount).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('999,00');
  await page.keyboard.press('Enter');
  await expect(page.getByText('O valor passa do que resta: R$ 123,45.')).toBeVisible();

  await amount.focus();
  await expect(amount).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('23,45');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Motivo')).toBeFocused();
  await page.keyboard.type('Ficou pequena');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Reembolsar' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${system.dashboardUrl}/payments/${id}`);
  await expect(page.getByText('Reembolso de R$ 23,45 feito.')).toBeVisible();
  await expect(page.getByText('Ficou pequena')).toBeVisible();
});

test('what waits for its buyer is canceled', async ({ page, system }) => {
  const { id } = await payByPix(system);
  await openDashboard(page, system, { as: 'owner', path: `/payments/${id}` });
  await expect(page.getByText('O comprador ainda pode pagar.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar a cobrança' }).click();
  await expect(page.getByText('Cobrança cancelada.')).toBeVisible();
  await expect(page.getByText('O comprador não pode mais pagar.')).toBeVisible();
});

test('somebody who may only read is offered neither a refund nor a file', async ({
  page,
  system,
}) => {
  const { id, referenceId } = await payByCard(system);
  await openDashboard(page, system, { as: 'viewer', path: `/payments?q=${referenceId}` });
  await expect(page.getByRole('link', { name: referenceId })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Baixar em CSV' })).toHaveCount(0);
  await page.goto(`${system.dashboardUrl}/payments/${id}`);
  await expect(page.getByText('Linha do tempo')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reembolsar' })).toHaveCount(0);
  await expect(page.getByText(CUSTOMER.name)).toHaveCount(0);
});

test.describe('seen by axe', () => {
  // It has to put its script into the page.
  test.use({ bypassCSP: true });

  for (const language of ['pt-BR', 'en'] as const) {
    test(`is open to everybody, on a phone and a desk, by day and night, in ${language}`, async ({
      page,
      system,
    }) => {
      test.setTimeout(240_000);
      const { id } = await payByCard(system);
      const pix = await payByPix(system);
      const text = TEXTS[language];
      await openDashboard(page, system, { as: 'owner', path: '/payments' });
      await speak(page, language);
      for (const [path, shown] of [
        ['/payments', text.list],
        ['/payments?q=nothing-of-this', text.list],
        ['/payments?status=GONE', text.list],
        [`/payments/${id}`, text.timeline],
        [`/payments/${pix.id}`, text.timeline],
        [`/payments/${id}/refund`, text.refund],
      ] as const) {
        await page.goto(`${system.dashboardUrl}${path}`);
        await expect(page.getByRole('heading', { name: shown, exact: true })).toBeVisible();
        for (const width of [1280, 320]) {
          await page.setViewportSize({ width, height: 800 });
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            const seen = `${path}, ${width}, ${colorScheme}`;
            const colorsOnly = colorScheme === 'dark';
            expect(await findViolations(page.mainFrame(), { colorsOnly }), seen).toEqual([]);
            const beyond = await page.evaluate(
              'document.documentElement.scrollWidth - document.documentElement.clientWidth',
            );
            expect(beyond, `${seen}: pixels beyond the page`).toBe(0);
          }
        }
      }
    });
  }
});
