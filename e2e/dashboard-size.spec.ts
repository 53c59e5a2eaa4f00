import { brotliCompressSync } from 'node:zlib';
import { openDashboard } from './dashboard-page.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

const MOST_BYTES = 30 * 1024;

for (const path of ['/', '/payments']) {
  test(`${path} is small with all that it loads, and loads nothing in turn${rare(path === '/')}`, async ({
    page,
    system,
  }) => {
    await openDashboard(page, system, { as: 'owner' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${system.dashboardUrl}${path}`, { waitUntil: 'load' });

    // The page, and beside each other what it names: two requests in series.
    const files = asked.filter((url) => !url.endsWith('/favicon.ico'));
    const { html, named } = await page.evaluate(() => ({
      html: document.documentElement.outerHTML,
      named: [...document.querySelectorAll('link[rel="stylesheet"], script[src]')].length,
    }));
    expect(html.length).toBeGreaterThan(2_000);
    expect(files.length).toBeLessThanOrEqual(1 + named);
    for (const url of files) expect(new URL(url).origin).toBe(system.dashboardUrl);
    let bytes = 0;
    for (const url of files) {
      const answer = await page.request.get(url);
      bytes += brotliCompressSync(await answer.body()).length;
    }
    expect(bytes).toBeGreaterThan(2_000);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  });
}
