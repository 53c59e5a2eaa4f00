import { openDashboard } from './dashboard-page.ts';
import { payByCard, payByPix } from './dashboard-payment.ts';
import { CUSTOMER } from './merchant-api.ts';
import { expect, test } from './system.ts';

test('a payment is found by its order and looked at', async ({ page, system }) => {
  const { id, referenceId } = await payByCard(system);
  await payByPix(system);
  await openDashboard(page, system, { as: 'owner', path: '/payments' });
  await page.getByLabel('Busca').fill(referenceId);
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);

  await page.getByRole('link', { name: referenceId }).click();
  await expect(page).toHaveURL(`${system.dashboardUrl}/payments/${id}`);
  await expect(page.getByText('Pagamento creditado')).toBeVisible();
  await expect(page.getByText('1x de R$ 123,45')).toBeVisible();
  await expect(page.locator('pre')).toContainText('$PUBLIC_KEY:$SECRET_KEY');
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
