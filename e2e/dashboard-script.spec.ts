import { readFile } from 'node:fs/promises';
import { openDashboard } from './dashboard-page.ts';
import { payByCard } from './dashboard-payment.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

test.describe('a file of payments', () => {
  test('is told of as it comes, and saved under its name once whole', async ({ page, system }) => {
    const { referenceId } = await payByCard(system);
    await openDashboard(page, system, { as: 'owner', path: '/payments' });
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Baixar em CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain(referenceId);
    const lines = text.split('\n').length - 1;
    await expect(page.locator('.actions [aria-live]')).toHaveText(
      `Arquivo completo. Linhas: ${lines.toLocaleString('pt-BR')}`,
    );
  });

  test('that comes in part is not saved, and may be asked again', async ({ page, system }) => {
    await payByCard(system);
    await openDashboard(page, system, { as: 'owner', path: '/payments' });
    const saved: string[] = [];
    page.on('download', (file) => saved.push(file.suggestedFilename()));
    const link = page.getByRole('link', { name: 'Baixar em CSV' });
    await page.route('**/payments/export.csv*', (route) => route.abort('connectionreset'));
    await link.click();
    await expect(page.locator('.actions [aria-live]')).toHaveText(
      'O arquivo não veio inteiro, e nada foi salvo. Tente de novo.',
    );
    expect(saved).toEqual([]);
    await page.unroute('**/payments/export.csv*');
    const download = page.waitForEvent('download');
    await link.click();
    await download;
    expect(saved).toHaveLength(1);
  });

  test(`leads to the sign-in where the session is over${rare()}`, async ({ page, system }) => {
    await payByCard(system);
    await openDashboard(page, system, { as: 'owner', path: '/payments' });
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Baixar em CSV' }).click();
    await expect(page.locator('h1')).toHaveText('Entrar');
  });
});

test('what goes into a shop is copied as it is by a button', async ({ page, system, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDashboard(page, system, { as: 'owner', path: '/integration' });
  const first = page.locator('.copyable').first();
  const button = first.getByRole('button', { name: 'Copiar' });
  await button.click();
  await expect(first.getByRole('button')).toHaveText('Copiado');
  const text = await first.locator('pre').textContent();
  expect(text).toContain('checkout-sdk.js');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  await first.getByRole('button').blur();
  await expect(button).toBeVisible();
});
