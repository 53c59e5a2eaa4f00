import type { Page } from '@playwright/test';
import type { System } from './system.ts';
import { expect } from './system.ts';

/** The published people of the sandbox, by what they may do. */
export const PEOPLE = {
  owner: 'owner@tresmarias.example',
  finance: 'finance@tresmarias.example',
  support: 'support@tresmarias.example',
  developer: 'developer@tresmarias.example',
  viewer: 'viewer@tresmarias.example',
  operator: 'operator@checkout.example',
} as const;

/** Opens a page of the dashboard as one of them, by the button that the sandbox has for it. */
export async function openDashboard(
  page: Page,
  system: Pick<System, 'dashboardUrl'>,
  { as, path = '/' }: { as: keyof typeof PEOPLE; path?: string },
): Promise<void> {
  const url = `${system.dashboardUrl}${path}`;
  await page.goto(`${system.dashboardUrl}/sign-in?to=${encodeURIComponent(path)}`);
  await page.locator(`button[name="email"][value="${PEOPLE[as]}"]`).click();
  await expect(page).toHaveURL(url);
}

/** Opens every part of a page that is folded. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
  });
}
