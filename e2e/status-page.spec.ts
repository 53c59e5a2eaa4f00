import { findViolations } from './axe.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

// The page's policy forbids foreign scripts; the browser is told to let axe in anyway.
test.use({ bypassCSP: true });

for (const [locale, title, column, colorScheme, width] of [
  ['pt-BR', 'Estado dos pagamentos', 'Desde', 'light', 1280],
  ['en-US', 'Status of payments', 'Since', 'dark', 320],
] as const) {
  test.describe(`${locale}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme });

    const tag = rare(width === 320);
    test(`the status of payments at ${width} pixels passes axe${tag}`, async ({ page, system }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${system.baseUrl}/status`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByRole('columnheader', { name: column })).toBeVisible();
      await expect(page.getByRole('rowheader')).toHaveCount(5);
      const room = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      expect(room[0]).toBe(room[1]);
      expect(await findViolations(page.mainFrame())).toEqual([]);
    });
  });
}
