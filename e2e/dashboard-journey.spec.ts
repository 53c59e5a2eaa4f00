import { payByCard } from './dashboard-payment.ts';
import { codeOf, invite, nextCodeOf, PASSWORD } from './dashboard-person.ts';
import { expect, test } from './system.ts';

test('somebody is invited, signs in by password and code, proves it and gives a payment back', async ({
  page,
  system,
}) => {
  const title = (text: string) => expect(page.locator('h1')).toContainText(text);
  const submit = page.locator('main form button[type=submit]');
  const { id } = await payByCard(system);
  const { email, link } = await invite(system, 'finance');
  await page.goto(link);
  await title('Aceitar o convite');
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.locator('#field-repeat').fill(PASSWORD);
  await submit.click();
  await title('Proteja a sua conta');
  const secret = (await page.locator('code.secret').textContent()) ?? '';
  await page.locator('#field-code').fill(codeOf(secret));
  await submit.click();
  await title('Guarde os códigos de recuperação');
  const recovery = (await page.locator('.recovery-codes code').first().textContent()) ?? '';
  await page.locator('.actions a.button').click();
  await title('Início');
  await page.getByRole('button', { name: 'Sair' }).click();
  await title('Entrar');

  await page.goto(`${system.dashboardUrl}/payments/${id}`);
  await title('Entrar');
  await page.locator('#field-email').fill(email);
  await page.locator('#field-password').fill(PASSWORD);
  await page.locator('form[action="/sign-in"] button').click();
  await title('Segunda etapa');
  await expect(page.locator('#field-code')).toBeFocused();
  await page.keyboard.type(nextCodeOf(secret));
  await submit.click();
  await title('Pagamento');

  const refund = `/payments/${id}/refund`;
  await page.goto(`${system.dashboardUrl}/prove?to=${encodeURIComponent(refund)}`);
  await title('Confirme que é você');
  await page.locator('#field-password').fill('wrong horse battery');
  await page.locator('#field-code').fill('123456');
  await page.locator('form[action="/prove"] button').click();
  await expect(page.locator('#error-password')).toBeVisible();
  await expect(page.locator('#field-password')).toBeFocused();
  await page.locator('#field-password').fill(PASSWORD);
  await page.locator('#field-code').fill(recovery);
  await page.locator('form[action="/prove"] button').click();
  await title('Reembolsar pagamento');
  await expect(page.locator('#field-amount')).toHaveValue('123,45');
  await submit.click();
  await expect(page).toHaveURL(`${system.dashboardUrl}/payments/${id}`);
  await expect(page.getByRole('status')).toContainText('Reembolso de R$ 123,45 feito.');
});
