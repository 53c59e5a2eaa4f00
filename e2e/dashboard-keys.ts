import type { Locator, Page } from '@playwright/test';
import { codeOf, nextCodeOf, PASSWORD } from './dashboard-person.ts';
import type { System } from './system.ts';
import { expect } from './system.ts';

/** More than any page that is walked through has places to stop at. */
const MOST_STOPS = 80;

/** Signs in by password and code, with the keyboard alone. */
export async function typeIn(
  page: Page,
  { dashboardUrl }: Pick<System, 'dashboardUrl'>,
  { email, secret, path }: { email: string; secret: string; path: string },
): Promise<void> {
  const { keyboard } = page;
  await page.goto(`${dashboardUrl}/sign-in?to=${encodeURIComponent(path)}`);
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
  await expect(page).toHaveURL(dashboardUrl + path);
}

/** A page that has just come is gone through from its top: nothing has taken the keyboard. */
export async function beginsAtTheTop(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
  await page.keyboard.press('Tab');
  await expect(page.locator('a.skip')).toBeFocused();
}

/** Accepts an invitation, gets an app and leaves again. */
export async function comeIn(page: Page, { email, link }: { email: string; link: string }) {
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
export async function shows(page: Page, title: string): Promise<void> {
  await expect(page.locator('h1')).toContainText(title);
  await page.waitForLoadState();
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true);
}

/** Goes from stop to stop, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(target).toBeFocused();
}
