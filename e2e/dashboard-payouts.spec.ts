import type { Browser, Page } from '@playwright/test';
import { openDashboard } from './dashboard-page.ts';
import { setApproval } from './dashboard-person.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
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

async function fillIn(page: Page, reference: string) {
  await page.locator('#field-amount').fill('10,00');
  await page.locator('#field-pixKeyType').selectOption('EMAIL');
  await page.locator('#field-pixKey').fill('ana@example.com');
  await page.locator('#field-reference').fill(reference);
}

async function createPayout(page: Page, { dashboardUrl }: System): Promise<string> {
  const reference = newReference();
  await page.goto(`${dashboardUrl}/payouts/new`);
  await fillIn(page, reference);
  await page.locator('main form button[type="submit"]').click();
  await expect(page).toHaveURL(/\/payouts\/out_no3ds_/);
  await expect(page.locator('h1')).toContainText(reference);
  return page.url();
}

async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

test.beforeAll(({ system }) => setApproval(system, 'four-eyes'));
test.afterAll(({ system }) => setApproval(system, 'automatic'));

test('a payout that one asks for is approved by another, and goes to the bank', async ({
  browser,
  page,
  system,
}) => {
  await openDashboard(page, system, { as: 'finance', path: '/payouts' });
  const address = await createPayout(page, system);
  await expect(page.locator('.facts .badge')).toHaveText('Aguardando aprovação');
  await expect(page.getByText('outra pessoa precisa aprovar')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Aprovar e enviar' })).toHaveCount(0);

  const other = await newPage(browser);
  await openDashboard(other, system, { as: 'owner', path: new URL(address).pathname });
  await other.getByRole('button', { name: 'Aprovar e enviar' }).click();
  await expect(other.getByText('Saque aprovado.')).toBeVisible();
  await expect(other.locator('.table')).toContainText('Fernanda Lima');
  await expect(other.locator('.table')).toContainText('Marina Prado');
  await expect(async () => {
    await other.reload();
    await expect(other.locator('.facts .badge')).toHaveText('Concluído', { timeout: 1_000 });
  }).toPass();
  await other.context().close();
});

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

test(`a payout is asked for and refused with the keyboard alone${rare()}`, async ({
  page,
  system,
}) => {
  await openDashboard(page, system, { as: 'finance', path: '/payouts/new' });
  const { keyboard } = page;
  const focused = (selector: string) => expect(page.locator(selector)).toBeFocused();
  await page.locator('#field-amount').focus();
  await focused('#field-amount');
  await keyboard.type('x');
  await keyboard.press('Enter');
  await focused('#field-amount');
  await expect(page.locator('#error-amount')).toBeVisible();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('10,00');
  await keyboard.press('Tab');
  await focused('#field-pixKeyType');
  await keyboard.press('e');
  await expect(page.locator('#field-pixKeyType')).toHaveValue('EMAIL');
  await keyboard.press('Tab');
  await focused('#field-pixKey');
  await keyboard.type('ana@example.com');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/payouts\/out_no3ds_/);
  const cancel = page.getByRole('button', { name: 'Recusar e devolver ao saldo' });
  for (let press = 0; press < 30; press += 1) {
    await keyboard.press('Tab');
    if (await cancel.evaluate((button) => button === document.activeElement)) break;
  }
  await expect(cancel).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.locator('.facts .badge')).toHaveText('Cancelado');
});
