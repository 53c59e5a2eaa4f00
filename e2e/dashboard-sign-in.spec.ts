import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { lookAt } from './dashboard-look.ts';
import { expect, test } from './system.ts';

const PASSWORD = 'correct horse battery';

async function expectNoViolations(page: Page): Promise<void> {
  await lookAt(page, new URL(page.url()).pathname, { stays: true });
}

async function expectTitle(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
}

/** The link that lets somebody in, as an owner is shown it. */
async function inviteAs(page: Page, dashboardUrl: string, email: string): Promise<string> {
  await page.goto(`${dashboardUrl}/sign-in?to=%2Fpeople%2Finvite`);
  await page.getByRole('button', { name: /Marina Prado/ }).click();
  await expect(page).toHaveURL(`${dashboardUrl}/people/invite`);
  await page.locator('#field-name').fill('Nair Melo');
  await page.locator('#field-email').fill(email);
  await page.locator('main form button[type=submit]').click();
  const link = page.locator('#link');
  await expect(link).toHaveValue(/\/invitations\//);
  const address = await link.inputValue();
  await page.locator('form[action="/sign-out"] button').click();
  await expect(page).toHaveURL(`${dashboardUrl}/sign-in`);
  return address;
}

/** The code of the app to which the page's secret was typed; the step after it where asked. */
async function codeOf(page: Page): Promise<string> {
  const text = (await page.locator('code.secret').textContent())?.replaceAll(' ', '') ?? '';
  return new TOTP({ secret: Secret.fromBase32(text) }).generate();
}

// Axe is a foreign script, which the pages forbid.
test.use({ bypassCSP: true, locale: 'pt-BR' });

test('somebody is invited, protects the account, leaves and comes back', async ({ page, system }, {
  repeatEachIndex,
}) => {
  const { dashboardUrl } = system;
  const email = `nair-${repeatEachIndex}@example.com`;
  const link = await inviteAs(page, dashboardUrl, email);
  await expectTitle(page, 'Entrar');
  await expectNoViolations(page);

  await page.goto(link);
  await expect(page).toHaveURL(`${dashboardUrl}/invitation`);
  await expectTitle(page, 'Aceitar o convite');
  await expectNoViolations(page);
  await page.locator('#field-password').fill(PASSWORD);
  await page.locator('#field-repeat').fill(PASSWORD);
  await page.locator('main form button[type=submit]').click();
  await expectTitle(page, 'Proteja a sua conta');
  await expectNoViolations(page);

  await page.locator('#field-code').fill('12');
  await page.locator('main form button[type=submit]').click();
  await expect(page.locator('#field-code')).toHaveAttribute('aria-invalid', 'true');
  await expectNoViolations(page);
  await page.locator('#field-code').fill(await codeOf(page));
  await page.locator('main form button[type=submit]').click();
  await expectTitle(page, 'Guarde os códigos de recuperação');
  await expectNoViolations(page);
  const recovery = await page.locator('.recovery-codes code').allInnerTexts();
  expect(recovery).toHaveLength(10);
  const downloading = page.waitForEvent('download');
  await page.locator('a[download]').click();
  expect((await downloading).suggestedFilename()).toMatch(/\.txt$/);
  await page.locator('.actions a.button').click();
  await expect(page).toHaveURL(`${dashboardUrl}/`);

  await page.goto(`${dashboardUrl}/account/security`);
  await expectTitle(page, 'Segurança');
  await expectNoViolations(page);
  await page.locator('form[action="/sign-out"] button').click();
  await expect(page).toHaveURL(`${dashboardUrl}/sign-in`);

  await page.locator('#field-email').fill(email);
  await page.locator('#field-password').fill('wrong horse battery');
  await page.locator('form[action="/sign-in"] button').click();
  await expect(page.locator('#field-password')).toHaveAttribute('aria-invalid', 'true');
  await expectNoViolations(page);
  await page.locator('#field-password').fill(PASSWORD);
  await page.locator('form[action="/sign-in"] button').click();
  await expectTitle(page, 'Segunda etapa');
  await expectNoViolations(page);
  await page.locator('#field-code').fill(recovery[0] ?? '');
  await page.locator('main form button[type=submit]').click();
  await expect(page).toHaveURL(`${dashboardUrl}/`);

  await page.goto(`${dashboardUrl}/prove?to=%2Faccount%2Fsecurity`);
  await expectTitle(page, 'Confirme que é você');
  await expectNoViolations(page);
  await page.locator('#field-password').fill(PASSWORD);
  await page.locator('#field-code').fill(recovery[1] ?? '');
  await page.locator('form[action="/prove"] button').click();
  await expect(page).toHaveURL(`${dashboardUrl}/account/security`);
});
