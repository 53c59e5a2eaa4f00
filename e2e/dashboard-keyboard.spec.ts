import { beginsAtTheTop, comeIn, shows, tabTo, typeIn } from './dashboard-keys.ts';
import { openDashboard } from './dashboard-page.ts';
import { payByCard } from './dashboard-payment.ts';
import { invite, setApproval } from './dashboard-person.ts';
import { expect, test } from './system.ts';

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
  await typeIn(page, system, { email, secret, path: '/payments' });

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
  await tabTo(page, page.getByRole('button', { name: 'Revisar o reembolso' }));
  await keyboard.press('Space');
  await shows(page, 'Confira antes de reembolsar');
  await tabTo(page, page.getByRole('button', { name: 'Confirmar o reembolso' }));
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
  await shows(page, 'Confira antes de enviar');
  await tabTo(page, page.getByRole('button', { name: 'Confirmar o saque' }));
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
  await beginsAtTheTop(page);
});

test('on a phone the first payment is in the first view, and menu and filters are behind buttons', async ({
  page,
  system,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { referenceId } = await payByCard(system);
  await openDashboard(page, system, { as: 'finance', path: '/payments' });
  await expect(page.getByRole('link', { name: referenceId })).toBeInViewport();
  await expect(page.getByLabel('Busca')).toBeHidden();
  await tabTo(page, page.getByRole('button', { name: 'Filtros' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Busca'));
  await page.keyboard.type(referenceId);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`q=${referenceId}`));
  const menu = page.getByRole('button', { name: 'Menu' });
  await tabTo(page, menu);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Saques' }));
  await page.keyboard.press('Enter');
  await shows(page, 'Saques');
});
