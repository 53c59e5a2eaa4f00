import { beginsAtTheTop, comeIn, enterAs, press, shows, tabTo, typeIn } from './dashboard-keys.ts';
import { command, invite, PASSWORD } from './dashboard-person.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

// The signing secret is turned on and off here, which no other test may meet.
test.use({ systemOf: 'what is changed by the keyboard alone' });

test(`with the keyboard alone an owner proves who they are, makes a key pair and revokes it${rare()}`, async ({
  page,
  system,
}) => {
  test.setTimeout(240_000);
  const { keyboard } = page;
  const person = await comeIn(page, await invite(system, 'owner'));
  await typeIn(page, system, { ...person, path: '/integration' });

  await page.goto(`${system.dashboardUrl}/prove?to=%2Fintegration`);
  await shows(page, 'Confirme que é você');
  await tabTo(page, page.locator('#field-password'));
  await keyboard.type('wrong horse battery');
  await tabTo(page, page.locator('#field-code'));
  await keyboard.type('123456');
  await keyboard.press('Enter');
  await expect(page.locator('#error-password')).toBeVisible();
  await expect(page.locator('#field-password')).toBeFocused();
  await keyboard.type(PASSWORD);
  await tabTo(page, page.locator('#field-code'));
  await keyboard.type(person.recovery);
  await keyboard.press('Enter');
  await shows(page, 'Integração');

  await press(page, page.getByRole('button', { name: 'Criar um par de chaves' }), 'Space');
  await shows(page, 'Novo par de chaves');
  const [publicKey, secretKey] = await page.locator('code.secret').allTextContents();
  const key = (await page.locator('.made code').first().textContent()) ?? '';
  expect(secretKey).toMatch(/^sk_test_/);
  const whoami = async () => {
    const pair = Buffer.from(`${publicKey}:${secretKey}`).toString('base64');
    const headers = { authorization: `Basic ${pair}` };
    return (await fetch(`${system.baseUrl}/whoami`, { headers })).status;
  };
  expect(await whoami()).toBe(200);
  await beginsAtTheTop(page);
  await press(page, page.getByRole('link', { name: 'Já copiei' }));
  await shows(page, 'Integração');
  await expect(page.getByText(String(secretKey))).toHaveCount(0);

  await press(page, page.getByRole('link', { name: `Revogar ${key}` }));
  await shows(page, `Revogar ${key}`);
  await press(page, page.getByRole('button', { name: 'Revogar para sempre' }), 'Space');
  await shows(page, 'Integração');
  await expect(page.getByRole('status')).toHaveText(`${key} foi revogada.`);
  await expect(page.getByRole('row', { name: key })).toContainText('Revogada em');
  expect(await whoami()).toBe(401);
  await beginsAtTheTop(page);
});

test(`with the keyboard alone the signing secret is turned on, rotated and turned off${rare()}`, async ({
  page,
  system,
}) => {
  test.setTimeout(240_000);
  await enterAs(page, system, { as: 'developer', path: '/webhooks/secret' });
  await shows(page, 'Segredo da assinatura');
  await press(page, page.getByRole('button', { name: 'Ligar a assinatura' }), 'Space');
  await shows(page, 'Este é o novo segredo');
  const first = await page.locator('code.secret').textContent();
  await beginsAtTheTop(page);
  await press(page, page.getByRole('link', { name: 'Já copiei' }));
  await shows(page, 'Segredo da assinatura');
  await expect(page.getByText(String(first))).toHaveCount(0);

  await press(page, page.getByRole('button', { name: 'Trocar o segredo' }));
  await shows(page, 'Este é o novo segredo');
  const second = await page.locator('code.secret').textContent();
  expect(second).not.toBe(first);
  await press(page, page.getByRole('link', { name: 'Já copiei' }));
  await shows(page, 'Segredo da assinatura');
  await expect(page.getByRole('status')).toContainText('O segredo anterior também vale até');

  const sure = page.getByRole('checkbox', { name: 'Sim, desligar' });
  await press(page, sure, 'Space');
  await expect(sure).toBeChecked();
  await press(page, page.getByRole('button', { name: 'Desligar a assinatura' }));
  await expect(page.getByRole('status')).toHaveText('A assinatura foi desligada.');
  await shows(page, 'Segredo da assinatura');
  await beginsAtTheTop(page);
  await tabTo(page, page.getByRole('button', { name: 'Ligar a assinatura' }));
});

test(`with the keyboard alone an operator blocks a company, lets it go on and sets its reserve${rare()}`, async ({
  page,
  system,
}) => {
  test.setTimeout(240_000);
  const { keyboard } = page;
  const company = `t${Date.now().toString(36)}`;
  const name = 'Doceria do Teclado Ltda';
  await command(system, 'company create', { company, name });
  const unfold = async (title: string) => {
    await press(page, page.locator('summary', { hasText: title }));
    await expect(page.locator('details[open] summary')).toHaveText(title);
  };
  const saved = async () => {
    await expect(page.getByRole('status')).toHaveText('Salvo.');
    await shows(page, name);
    await beginsAtTheTop(page);
  };
  await enterAs(page, system, { as: 'operator', path: '/companies' });
  await shows(page, 'Contas');
  await tabTo(page, page.getByLabel('Identificador ou nome'));
  await keyboard.type(company);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`q=${company}`));
  await shows(page, 'Contas');
  await press(page, page.getByRole('link', { name: company }));
  await shows(page, name);

  await unfold('Bloquear a conta');
  await press(page, page.getByRole('button', { name: 'Bloquear a conta', exact: true }), 'Space');
  await saved();
  await unfold('Desbloquear a conta');
  await press(page, page.getByRole('button', { name: 'Desbloquear a conta' }), 'Space');
  await saved();
  await expect(page.locator('summary', { hasText: 'Desbloquear a conta' })).toHaveCount(0);

  await unfold('Reserva');
  await tabTo(page, page.getByLabel('Parte retida'));
  await keyboard.type('x');
  await keyboard.press('Enter');
  await expect(page.getByLabel('Parte retida')).toHaveAttribute('aria-invalid', 'true');
  await shows(page, name);
  await expect(page.getByLabel('Parte retida')).toBeFocused();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('500');
  await tabTo(page, page.getByLabel('Dias'));
  await keyboard.type('45');
  await keyboard.press('Enter');
  await saved();
  await expect(page.locator('.facts')).toContainText('5%');
});
