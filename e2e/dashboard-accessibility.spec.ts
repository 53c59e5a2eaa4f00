import { findViolations } from './axe.ts';
import { openDashboard, unfold } from './dashboard-page.ts';
import { payByCard } from './dashboard-payment.ts';
import { findMoves } from './moves-as-it-comes.ts';
import { expect, test } from './system.ts';

// The pages' policy forbids foreign scripts; the browser is told to let axe in anyway.
test.use({ bypassCSP: true });

const LOOKS = [
  { colorScheme: 'light', width: 1280, locale: 'pt-BR' },
  { colorScheme: 'dark', width: 360, locale: 'en-US' },
] as const;

/** What is below the menu, full and empty; `:payin` is of a payment that there is. */
const BELOW = {
  owner: [
    '/payments/:payin',
    '/payments/:payin/refund',
    '/payments/:payin/customer',
    '/payments?q=nothing',
    '/payouts/new',
    '/payouts/batch',
    '/payouts?status=CANCELED',
    '/balance/statement',
    '/balance/statement?account=debt',
    '/webhooks/receivers',
    '/webhooks/secret',
    '/webhooks/undelivered',
    '/webhooks/test',
    '/integration/errors',
    '/people/invite',
    '/account/passkeys',
  ],
  operator: ['/companies/no3ds', '/companies?q=nobody', '/providers/new?provider=efi'],
} as const;

/** What cannot be read or shown. */
const WRONG = {
  owner: ['/balance/statement?from=x', '/payments?status=x', '/system', '/nowhere'],
  operator: ['/companies/nobody', '/payments', '/nowhere'],
} as const;

/** How much of what was drawn moved while the page came (Layout Instability API). */
const SHIFTED = `(() => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().reduce((sum, { value }) => sum + value, 0);
})()`;

test.describe('no violation is found, and nothing moves, in any page', () => {
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
        const { id } = await payByCard(system);
        const below = BELOW[as].map((path) => path.replace(':payin', id));
        for (const path of [...links, ...below, ...WRONG[as]]) {
          // The browser itself complains of an answer that is an error.
          if (path === WRONG[as][0]) expect(complaints).toEqual([]);
          const answer = await page.goto(`${system.dashboardUrl}${path}`);
          const isWrong = WRONG[as].some((one) => one === path);
          expect(`${path}: ${answer?.ok()}`).toBe(`${path}: ${!isWrong}`);
          expect(page.url()).toBe(`${system.dashboardUrl}${path}`);
          await expect(page.locator('h1')).toHaveCount(1);
          expect(`${path}: ${await page.evaluate<number>(SHIFTED)}`).toBe(`${path}: 0`);
          await unfold(page);
          const violations = await findViolations(page.mainFrame());
          expect(violations.map((violation) => `${path}: ${violation}`)).toEqual([]);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(`${path}: ${wide}`).toBe(`${path}: ${width}`);
          const moves = await findMoves(page);
          expect(moves.map((move) => `${path}: ${move}`)).toEqual([]);
        }
        await context.close();
      });
    }
  }
});
