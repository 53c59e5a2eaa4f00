import { findViolations } from './axe.ts';
import { openDashboard, unfold } from './dashboard-page.ts';
import { expect, test } from './system.ts';

// The pages' policy forbids foreign scripts; the browser is told to let axe in anyway.
test.use({ bypassCSP: true });

const LOOKS = [
  { colorScheme: 'light', width: 1280, locale: 'pt-BR' },
  { colorScheme: 'dark', width: 360, locale: 'en-US' },
] as const;

/** How much of what was drawn moved while the page came (Layout Instability API). */
const SHIFTED = `(() => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().reduce((sum, { value }) => sum + value, 0);
})()`;

test.describe('no violation is found, and nothing moves, in any page of the menu', () => {
  for (const as of ['owner', 'operator'] as const) {
    for (const { colorScheme, width, locale } of LOOKS) {
      test(`${as}, ${colorScheme}, ${width} wide, ${locale}`, async ({ browser, system }) => {
        const context = await browser.newContext({
          bypassCSP: true,
          colorScheme,
          locale,
          viewport: { width, height: 900 },
        });
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on('console', (message) => complaints.push(message.text()));
        await openDashboard(page, system, { as });
        const links = await page
          .locator('.menu a')
          .evaluateAll((entries) => entries.map((entry) => entry.getAttribute('href') ?? ''));
        expect(links.length).toBeGreaterThan(4);
        const more = as === 'operator' ? ['/companies/no3ds', '/providers/new?provider=efi'] : [];
        for (const path of [...links, ...more]) {
          await page.goto(`${system.dashboardUrl}${path}`);
          await expect(page.locator('h1')).toHaveCount(1);
          expect(`${path}: ${await page.evaluate<number>(SHIFTED)}`).toBe(`${path}: 0`);
          await unfold(page);
          const violations = await findViolations(page.mainFrame());
          expect(violations.map((violation) => `${path}: ${violation}`)).toEqual([]);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(`${path}: ${wide}`).toBe(`${path}: ${width}`);
        }
        expect(complaints).toEqual([]);
        await context.close();
      });
    }
  }
});
