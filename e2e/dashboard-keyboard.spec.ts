import type { Locator, Page } from '@playwright/test';
import { payByCard } from './dashboard-payment.ts';
import { codeOf, invite, nextCodeOf, PASSWORD, setApproval } from './dashboard-person.ts';
import { expect, test } from './system.ts';

/** More than any page of the journey has places to stop at. */
const MOST_STOPS = 60;

test.beforeAll(({ system }) => setApproval(system, 'four-eyes'));
test.afterAll(({ system }) => setApproval(system, 'automatic'));

test('with the keyboard alone somebody signs in, gives a payment back, asks for a payout, and another approves it', async ({
  page,
  system,
}) => {
  // Every stop of the keyboard is looked at.
  test.setTimeout(240_000);
  const { keyboard } = page;
  const { id, referenceId } = await payByCard(system);
  const { email, secret } = await comeIn(page, await invite(system, 'finance'));

  // Signs in by password and code.
  await page.goto(`${system.dashboardUrl}/sign-in?to=%2Fpayments`);
  await shows(page, 'Entrar');
  await tabTo(page, page.getByLabel('E-mail'));
  await keyboard.type(email);
  await tabTo(page, page.getByLabel('Senha'));
  await keyboard.type(PASSWORD);
  await keyboard.press('Enter');
  await shows(page, 'Segunda etapa');
  await expect(page.locator('#field-code')).toBeFocused();
  await keyboard.type(nextCodeOf(secret));
  await keyboard.press('Enter');

  // Finds the payment and gives a part of it back.
  await shows(page, 'Pagamentos');
  await tabTo(page, page.getByLabel('Busca'));
  await keyboard.type(referenceId);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`q=${referenceId}`));
  await shows(page, 'Pagamentos');
  await tabTo(page, page.getByRole('link', { name: referenceId }));
  await keyboard.press('Enter');
  await expect(page).toHaveURL(`${system.dashboardUrl}/payments/${id}`);
  await shows(page, 'Pagamento');
  await tabTo(page, page.getByRole('link', { name: 'Reembolsar' }));
  await keyboard.press('Enter');
  await shows(page, 'Reembolsar pagamento');
  await tabTo(page, page.getByLabel('Quanto reembolsar'));
  // What a field holds is selected when the keyboard comes to it.
  await keyboard.type('23,45');
  await tabTo(page, page.getByRole('button', { name: 'Reembolsar' }));
  await keyboard.press('Space');
  await expect(page.getByRole('status')).toContainText('Reembolso de R$ 23,45 feito.');

  // Asks for a payout.
  await shows(page, 'Pagamento');
  await tabTo(page, page.locator('.menu').getByRole('link', { name: 'Saques' }));
  await keyboard.press('Enter');
  await shows(page, 'Saques');
  await tabTo(page, page.locator('main a[href="/payouts/new"]'));
  await keyboard.press('Enter');
  await shows(page, 'Novo saque');
  await tabTo(page, page.locator('#field-amount'));
  await keyboard.type('10,00');
  await tabTo(page, page.locator('#field-pixKeyType'));
  await keyboard.type('E-mail');
  await expect(page.locator('#field-pixKeyType')).toHaveValue('EMAIL');
  await tabTo(page, page.locator('#field-pixKey'));
  await keyboard.type('ana@example.com');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/payouts\/out_no3ds_/);
  await shows(page, 'Saque');
  await expect(page.locator('.facts .badge')).toHaveText('Aguardando aprovação');
  const payout = new URL(page.url()).pathname;

  // Leaves, and another comes and approves.
  await tabTo(page, page.getByRole('button', { name: 'Sair' }));
  await keyboard.press('Enter');
  await shows(page, 'Entrar');
  await tabTo(page, page.getByRole('button', { name: /Marina Prado/ }));
  await keyboard.press('Space');
  await shows(page, 'Início');
  await tabTo(page, page.locator('.menu').getByRole('link', { name: 'Saques' }));
  await keyboard.press('Enter');
  await shows(page, 'Saques');
  await tabTo(page, page.locator(`main a[href="${payout}"]`));
  await keyboard.press('Enter');
  await expect(page).toHaveURL(system.dashboardUrl + payout);
  await shows(page, 'Saque');
  await tabTo(page, page.getByRole('button', { name: 'Aprovar e enviar' }));
  await keyboard.press('Space');
  await expect(page.getByRole('status')).toContainText('Saque aprovado.');
});

/** Accepts an invitation, gets an app and leaves again. */
async function comeIn(page: Page, { email, link }: { email: string; link: string }) {
  const submit = page.locator('main form button[type=submit]');
  await page.goto(link);
  await page.locator('#field-password').fill(PASSWORD);
  await page.locator('#field-repeat').fill(PASSWORD);
  await submit.click();
  const secret = (await page.locator('code.secret').textContent()) ?? '';
  await page.locator('#field-code').fill(codeOf(secret));
  await submit.click();
  await shows(page, 'Guarde os códigos de recuperação');
  await page.context().clearCookies();
  return { email, secret };
}

/** Waits until a page is whole: a key that is pressed before goes to the page that is left. */
async function shows(page: Page, title: string): Promise<void> {
  await expect(page.locator('h1')).toContainText(title);
  await page.waitForLoadState();
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true);
}

/** Goes from stop to stop, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(target).toBeFocused();
}
