import { openDashboard } from './dashboard-page.ts';
import { expect, test } from './system.ts';

test.describe('an operator of the service', () => {
  test('makes an account, approves it, gives it methods, by keys', async ({ page, system }) => {
    await openDashboard(page, system, { as: 'operator', path: '/companies' });

    await page.getByText('Nova conta').focus();
    await page.keyboard.press('Enter');
    const identifier = page.getByLabel('Identificador', { exact: true });
    await expect(identifier).toBeVisible();
    await identifier.focus();
    await page.keyboard.type('padaria');
    await page.getByLabel('Razão social').focus();
    await page.keyboard.type('Padaria da Esquina Ltda');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${system.dashboardUrl}/companies/padaria`);
    await expect(page.getByRole('status')).toContainText('Conta criada.');
    await expect(page.getByText('Não enviada').first()).toBeVisible();

    await page.locator('summary', { hasText: 'Verificação de identidade' }).focus();
    await page.keyboard.press('Space');
    const state = page.getByLabel('Situação');
    await expect(state).toBeVisible();
    await state.selectOption('approved');
    await state.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toHaveText('Salvo.');
    await expect(page.locator('.facts')).toContainText('Aprovada');
  });

  test('is told at its field what a setting of a provider has to be', async ({ page, system }) => {
    await openDashboard(page, system, { as: 'operator', path: '/providers' });
    await page.getByLabel('Guardar credenciais').selectOption('cielo');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByLabel('Conta, ou * para todas').fill('*');
    await page
      .getByLabel('merchant-id', { exact: true })
      .fill('4b1a0c7e-9a55-4c0e-8d6a-0f3b1f2e6d11');
    await page.getByLabel('merchant-key').fill('SECRETCANARY');
    await page.getByRole('button', { name: 'Salvar' }).click();

    const key = page.getByLabel('merchant-key');
    await expect(key).toHaveAttribute('aria-invalid', 'true');
    await expect(key).toHaveAccessibleDescription(/Use exatamente 40 caracteres/);
    await expect(key).toBeFocused();
    await expect(key).toHaveValue('');
    await expect(page.getByLabel('merchant-id', { exact: true })).not.toHaveValue('');
    expect(system.logs()).not.toContain('SECRETCANARY');
  });
});
