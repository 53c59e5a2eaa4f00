import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { lookAt } from './dashboard-look.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

const PASSWORD = 'correct horse battery';
const PHONE = { width: 390, height: 844 };

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
test.use({ bypassCSP: true });

const CASES = [
  { name: 'in Portuguese at a desk', locale: 'pt-BR', viewport: { width: 1280, height: 900 } },
  { name: 'in English on a phone', locale: 'en-GB', viewport: PHONE },
] as const;
const TITLES = {
  'pt-BR': {
    signIn: 'Entrar',
    invitation: 'Aceitar o convite',
    setUp: 'Proteja a sua conta',
    codes: 'Guarde os códigos de recuperação',
    code: 'Segunda etapa',
    security: 'Segurança',
    prove: 'Confirme que é você',
  },
  'en-GB': {
    signIn: 'Sign in',
    invitation: 'Accept the invitation',
    setUp: 'Protect your account',
    codes: 'Keep the recovery codes',
    code: 'Second step',
    security: 'Security',
    prove: 'Confirm that it is you',
  },
};

for (const { name, locale, viewport } of CASES) {
  test.describe(name, () => {
    test.use({ locale, viewport, colorScheme: locale === 'pt-BR' ? 'light' : 'dark' });
    const titles = TITLES[locale];

    const tag = rare(locale !== 'pt-BR');
    test(`somebody is invited, protects the account, leaves and comes back${tag}`, async ({
      page,
      system,
    }, { repeatEachIndex }) => {
      const { dashboardUrl } = system;
      const email = `nair-${locale.toLowerCase()}-${repeatEachIndex}@example.com`;
      const link = await inviteAs(page, dashboardUrl, email);
      await expectTitle(page, titles.signIn);
      await expectNoViolations(page);

      await page.goto(link);
      await expect(page).toHaveURL(`${dashboardUrl}/invitation`);
      await expectTitle(page, titles.invitation);
      await expectNoViolations(page);
      await page.locator('#field-password').fill(PASSWORD);
      await page.locator('#field-repeat').fill(PASSWORD);
      await page.locator('main form button[type=submit]').click();
      await expectTitle(page, titles.setUp);
      await expectNoViolations(page);

      await page.locator('#field-code').fill('12');
      await page.locator('main form button[type=submit]').click();
      await expect(page.locator('#field-code')).toHaveAttribute('aria-invalid', 'true');
      await expectNoViolations(page);
      await page.locator('#field-code').fill(await codeOf(page));
      await page.locator('main form button[type=submit]').click();
      await expectTitle(page, titles.codes);
      await expectNoViolations(page);
      const recovery = await page.locator('.recovery-codes code').allInnerTexts();
      expect(recovery).toHaveLength(10);
      const downloading = page.waitForEvent('download');
      await page.locator('a[download]').click();
      expect((await downloading).suggestedFilename()).toMatch(/\.txt$/);
      await page.locator('.actions a.button').click();
      await expect(page).toHaveURL(`${dashboardUrl}/`);

      await page.goto(`${dashboardUrl}/account/security`);
      await expectTitle(page, titles.security);
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
      await expectTitle(page, titles.code);
      await expectNoViolations(page);
      await page.locator('#field-code').fill(recovery[0] ?? '');
      await page.locator('main form button[type=submit]').click();
      await expect(page).toHaveURL(`${dashboardUrl}/`);

      await page.goto(`${dashboardUrl}/prove?to=%2Faccount%2Fsecurity`);
      await expectTitle(page, titles.prove);
      await expectNoViolations(page);
      await page.locator('#field-password').fill(PASSWORD);
      await page.locator('#field-code').fill(recovery[1] ?? '');
      await page.locator('form[action="/prove"] button').click();
      await expect(page).toHaveURL(`${dashboardUrl}/account/security`);
    });
  });
}

test(`whoever comes with the keyboard alone enters as somebody published${rare()}`, async ({
  page,
  system,
}) => {
  const { dashboardUrl } = system;
  await page.goto(`${dashboardUrl}/sign-in?to=%2Faccount%2Fsecurity`);
  const button = page.getByRole('button', { name: /Vitor Alves/ });
  await button.focus();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${dashboardUrl}/account/security`);
  await page.goto(`${dashboardUrl}/prove?to=%2Faccount%2Fsecurity%2Fapp`);
  await page.getByRole('button', { name: /Confirmar como Vitor Alves/ }).click();
  await expect(page).toHaveURL(`${dashboardUrl}/account/security/app`);
  await expectNoViolations(page);
});
