import type { Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { plugInDevice } from './dashboard-device.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

/** A published person of the sandbox that no other test signs in as. */
const PERSON = 'Vitor Alves';
const LIST = '/account/passkeys';
const PHONE = { width: 390, height: 844 };

async function signInAsPublished(page: Page, dashboardUrl: string, to: string): Promise<void> {
  await page.goto(`${dashboardUrl}/sign-in?to=${encodeURIComponent(to)}`);
  await page.getByRole('button', { name: new RegExp(PERSON) }).click();
  await expect(page).toHaveURL(`${dashboardUrl}${to}`);
}

async function expectNoViolations(page: Page): Promise<void> {
  expect(await findViolations(page.mainFrame())).toEqual([]);
}

// Axe is a foreign script, which the pages forbid.
test.use({ bypassCSP: true });

test('somebody adds a passkey, signs in and proves by it, removes it', async ({ page, system }) => {
  const { dashboardUrl } = system;
  await plugInDevice(page);
  await signInAsPublished(page, dashboardUrl, LIST);
  await page.getByRole('link', { name: 'Adicionar chave de acesso' }).click();
  const name = page.getByLabel('Nome');
  await name.fill('Computador da loja');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click();
  await expect(page).toHaveURL(`${dashboardUrl}${LIST}`);
  await expect(page.getByRole('row', { name: /Computador da loja/ })).toContainText('Nunca');
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(`${dashboardUrl}/sign-in`);
  await page.goto(`${dashboardUrl}/sign-in?to=${encodeURIComponent(LIST)}`);
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await expect(page).toHaveURL(`${dashboardUrl}${LIST}`);
  await expect(page.getByRole('row', { name: /Computador da loja/ })).not.toContainText('Nunca');

  await page.goto(`${dashboardUrl}/prove?to=${encodeURIComponent(`${LIST}/new`)}`);
  await page.getByRole('button', { name: 'Confirmar com chave de acesso' }).click();
  await expect(page).toHaveURL(`${dashboardUrl}${LIST}/new`);

  await page.goto(`${dashboardUrl}${LIST}`);
  await page.getByRole('link', { name: 'Computador da loja' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Computador da loja');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Remover chave de acesso' }).click();
  await expect(page).toHaveURL(`${dashboardUrl}${LIST}`);
  await expect(page.getByText('Você ainda não tem chaves de acesso')).toBeVisible();
});

test(`a passkey offered in the field needs no button${rare()}`, async ({ page, system }) => {
  const { dashboardUrl } = system;
  await plugInDevice(page, { offers: true });
  await signInAsPublished(page, dashboardUrl, `${LIST}/new`);
  await page.getByLabel('Nome').fill('Celular');
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click();
  await expect(page).toHaveURL(`${dashboardUrl}${LIST}`);
  await page.context().clearCookies();

  // The device chooses what is offered, as somebody would who taps it.
  await page.goto(`${dashboardUrl}/sign-in?to=${encodeURIComponent(LIST)}`);
  await expect(page).toHaveURL(`${dashboardUrl}${LIST}`);

  const passkey = page.getByRole('row', { name: /Celular/ });
  await expect(passkey).not.toContainText('Nunca');
  await passkey.getByRole('link').click();
  await page.getByRole('button', { name: 'Remover chave de acesso' }).click();
  await expect(page.getByText('Você ainda não tem chaves de acesso')).toBeVisible();
});

test.describe('in English on a phone', () => {
  test.use({ locale: 'en-GB', viewport: PHONE, colorScheme: 'dark' });

  test(`pages of passkeys say what they are and what failed${rare()}`, async ({ page, system }) => {
    const { dashboardUrl } = system;
    await plugInDevice(page);
    await signInAsPublished(page, dashboardUrl, LIST);
    await expect(page.getByText('You have no passkeys yet')).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('link', { name: 'Add a passkey' }).click();
    await expect(page.getByRole('button', { name: 'Create the passkey' })).toBeEnabled();
    // As somebody who closes the window of the browser.
    await page.evaluate(() => {
      navigator.credentials.create = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: 'Create the passkey' }).click();
    await expect(page.getByRole('alert')).toHaveText(/did not answer, or it was cancelled/);
    await expectNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test(`the page says what a passkey needs, and no more${rare()}`, async ({ page, system }) => {
    await signInAsPublished(page, system.dashboardUrl, `${LIST}/new`);
    await expect(page.getByText(/precisa executar JavaScript/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Criar chave de acesso' })).toBeHidden();
  });
});
