import { findViolations } from './axe.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

test.describe('the API reference', () => {
  test('is whole without script, and loads nothing but itself', async ({ browser, system }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(`${system.baseUrl}/docs`);
    await expect(page.getByRole('heading', { level: 1, name: 'Payment service' })).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name: 'Create a charge' }).click();
    await expect(page).toHaveURL(`${system.baseUrl}/docs#createPayin`);
    await expect(page.getByRole('heading', { name: 'Create a charge' })).toBeInViewport();
    const example = page.locator('#createPayin ~ details', { hasText: 'Example: PIX' }).first();
    await expect(example.locator('pre')).toBeHidden();
    await example.locator('summary').click();
    await expect(example.locator('pre')).toContainText('"paymentMethod": "PIX"');
    const isPage = (url: string) => url.split('#')[0] === `${system.baseUrl}/docs`;
    expect(asked.filter((url) => !isPage(url) && !url.endsWith('/favicon.ico'))).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('can be read once the service is gone', async ({ browser, system }) => {
    const page = await browser.newPage();
    const saved = await (await fetch(`${system.baseUrl}/docs`)).text();
    await page.context().setOffline(true);
    await page.setContent(saved);
    await page.getByRole('link', { name: 'PayoutRequest' }).first().click();
    await expect(page.getByRole('heading', { name: 'PayoutRequest' })).toBeInViewport();
    await page.close();
  });

  for (const { colorScheme, width } of [
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 320 },
  ] as const) {
    test(`no violation is found: ${colorScheme} ${width}${rare()}`, async ({ browser, system }) => {
      // Thousands of nodes, each with its contrast.
      test.slow();
      const context = await browser.newContext({
        bypassCSP: true,
        colorScheme,
        viewport: { width, height: 900 },
      });
      const page = await context.newPage();
      await page.goto(`${system.baseUrl}/docs`);
      await page.evaluate(() => {
        for (const one of document.querySelectorAll('details')) one.open = true;
      });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await findViolations(page.mainFrame())).toEqual([]);
      await context.close();
    });
  }
});
