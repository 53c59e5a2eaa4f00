import type { Browser, Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { openDashboard } from './dashboard-page.ts';
import { setApproval } from './dashboard-person.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

const TEXTS = {
  'pt-BR': {
    payouts: 'Saques',
    wrong: '2 linhas precisam de correção. Nada foi enviado.',
    waiting: 'Aguardando aprovação',
  },
  en: {
    payouts: 'Payouts',
    wrong: '2 lines have to be corrected. Nothing was sent.',
    waiting: 'Awaiting approval',
  },
} as const;

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

async function speak(page: Page, language: keyof typeof TEXTS) {
  await page.locator(`button[name="language"][value="${language}"]`).click();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
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
  await expect(page.getByRole('alert')).toHaveText(TEXTS['pt-BR'].wrong);
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

test('a payout is asked for and refused with the keyboard alone', async ({ page, system }) => {
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

test.describe('no violation is found', () => {
  // The pages' policy forbids foreign scripts; the browser is told to let axe in anyway.
  test.use({ bypassCSP: true });

  const SEEN = [
    { language: 'pt-BR', theme: 'light', width: 1280 },
    { language: 'en', theme: 'light', width: 320 },
    { language: 'pt-BR', theme: 'dark', width: 320 },
    { language: 'en', theme: 'dark', width: 1280 },
  ] as const;
  for (const { language, theme, width } of SEEN) {
    test(`${language}, ${theme}, ${width} wide`, async ({ page, system }) => {
      const text = TEXTS[language];
      const colorsOnly = theme === 'dark';
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 900 });
      const expectNone = async (what: string) => {
        expect(await findViolations(page.mainFrame(), { colorsOnly }), what).toEqual([]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${what} fits`).toBe(0);
      };
      await openDashboard(page, system, { as: 'finance', path: '/payouts' });
      await speak(page, language);
      await createPayout(page, system);
      await expect(page.locator('.facts .badge')).toHaveText(text.waiting);
      await expectNone('a payout that waits');

      await page.goto(`${system.dashboardUrl}/payouts`);
      await expect(page.locator('h1')).toHaveText(text.payouts);
      await expectNone('the list');
      await page.goto(`${system.dashboardUrl}/payouts?search=nothing`);
      await expect(page.locator('.empty')).toBeVisible();
      await expectNone('an empty list');

      await page.goto(`${system.dashboardUrl}/payouts/new`);
      await page.locator('main form button[type="submit"]').click();
      await expect(page.locator('#error-amount')).toBeVisible();
      await expectNone('a form with errors');

      await page.goto(`${system.dashboardUrl}/payouts/batch`);
      await expectNone('the form of a spreadsheet');
      await page
        .locator('#field-file')
        .setInputFiles(
          file(`${newReference()};1,00;cpf;1;Ana`, `${newReference()};x;e-mail;a@b.c;`),
        );
      await page.locator('main form button[type="submit"]').click();
      await expect(page.getByRole('alert')).toHaveText(text.wrong);
      await expectNone('a spreadsheet with wrong lines');

      for (const path of ['/balance', '/balance/statement']) {
        await page.goto(`${system.dashboardUrl}${path}`);
        await expect(page.locator('main .table')).toBeVisible();
        await expectNone(path);
      }
    });
  }
});
