import { openDashboard } from './dashboard-page.ts';
import { setApproval } from './dashboard-person.ts';
import { expect, test } from './system.ts';

let references = 0;
function newReference(): string {
  references += 1;
  return `e2e-${Date.now()}-${references}`;
}

function file(...lines: string[]) {
  const text = ['referencia;valor;tipo_chave;chave_pix;nome', ...lines].join('\r\n');
  return { name: 'saques.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${text}\r\n`) };
}

test.beforeAll(({ system }) => setApproval(system, 'four-eyes'));
test.afterAll(({ system }) => setApproval(system, 'automatic'));

test('a spreadsheet names its wrong lines, is corrected, and is created once', async ({
  page,
  system,
}) => {
  await openDashboard(page, system, { as: 'finance', path: '/payouts/batch' });
  const [first, second] = [newReference(), newReference()];
  const line = (reference: string, amount = '10,00', key = 'ana@example.com') =>
    `${reference};${amount};e-mail;${key};Ana`;
  const send = async (...lines: string[]) => {
    await page.locator('#field-file').setInputFiles(file(...lines));
    await page.getByRole('button', { name: 'Conferir a planilha' }).click();
  };
  await send(line(first, '1.234'), line(second, '5,00', 'Ana'));
  await expect(page.getByRole('alert')).toHaveText(
    '2 linhas precisam de correção. Nada foi enviado.',
  );
  await expect(page.locator('.table').first()).toContainText('Informe um valor como 1.234,56');
  await expect(page.locator('.table').first()).toContainText('um e-mail em letras minúsculas');

  await send(line(first, '1.234,00'), line(second, '5,00'));
  await page.getByRole('button', { name: /^Criar 2 saques, no total de R\$\s1\.239,00$/ }).click();
  await expect(page.getByText('Todas as linhas têm o seu saque.')).toBeVisible();
  const made = page.locator('.table a[href^="/payouts/out_no3ds_"]');
  await expect(made).toHaveText(['Aguardando aprovação', 'Aguardando aprovação']);

  await page.goto(`${system.dashboardUrl}/payouts/batch`);
  await send(line(first, '1.234,00'), line(second, '5,00'));
  await expect(page.getByText('não serão repetidas: 2')).toBeVisible();
});
