import type { Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { openDashboard } from './dashboard-page.ts';
import { expect, test } from './system.ts';

async function expectNoViolations(page: Page): Promise<void> {
  expect(await findViolations(page.mainFrame())).toEqual([]);
}

// Axe is a foreign script, which the pages forbid.
test.use({ bypassCSP: true });

test('an owner invites somebody, gives them another role and removes them', async ({
  page,
  system,
}) => {
  const { dashboardUrl } = system;
  await openDashboard(page, system, { as: 'owner', path: '/people' });
  await expect(page.getByRole('row', { name: /Otávio Prado/ })).toContainText('Proprietário');
  await expectNoViolations(page);

  await page.getByRole('link', { name: 'Convidar uma pessoa' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Convidar uma pessoa');
  await expectNoViolations(page);
  await page.getByLabel('Nome').fill('Quirino Abrantes');
  await page.getByLabel('E-mail').fill('owner@tresmarias.example');
  await page.getByRole('button', { name: 'Criar convite' }).click();
  await expect(page.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true');
  await expectNoViolations(page);
  await page.getByLabel('E-mail').fill('quirino@example.com');
  await page.getByLabel('Papel').selectOption('Financeiro');
  await page.getByRole('button', { name: 'Criar convite' }).click();
  await expect(page.getByLabel('Link do convite')).toHaveValue(
    new RegExp(`^${dashboardUrl}/invitations/[\\w-]{43}$`),
  );
  const link = await page.getByLabel('Link do convite').inputValue();
  await expectNoViolations(page);

  await page.getByRole('link', { name: 'Voltar para pessoas' }).click();
  const invited = page.getByRole('row', { name: /Quirino Abrantes/ });
  await expect(invited).toContainText('Convidada');
  await invited.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quirino Abrantes');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Criar outro link de convite' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Convite criado');
  await expect(page.getByLabel('Link do convite')).not.toHaveValue(link);
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Voltar para pessoas' }).click();
  await invited.getByRole('link').click();
  await page.getByLabel('Novo papel').selectOption('Consulta');
  await page.getByRole('button', { name: 'Mudar o papel' }).click();
  await expect(page.getByText('O papel foi alterado.')).toBeVisible();
  await expect(invited).toContainText('Consulta');
  await invited.getByRole('link').click();
  await page.getByRole('button', { name: 'Remover do painel' }).click();
  await expect(page.getByText('A pessoa foi removida.')).toBeVisible();
  await expect(invited).toHaveCount(0);
});
