import type { Page } from '@playwright/test';
import type { Language } from '../docs/language.ts';
import { PAGES } from '../docs/navigation.ts';
import { findViolations } from './axe.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

/** Pages that have together whatever a page may have: axe looks at them each time. */
const LOOKED_AT = ['', 'quick-start/', 'theming/'];

/** Generated from the code in English for both languages, and long: axe looks at them once. */
const REFERENCES = /\/(api-reference|api-schemas|sdk-reference)\/$/;

/** The errors that the browser reports while a page is open. */
export function watchComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/**
 * What every page of the documentation holds in a language, under the shop's own policy: it asks for
 * nothing elsewhere, complains of nothing, fits a phone, and axe finds nothing. The templates are the
 * same: one language and the pages that have everything stand for the others.
 */
export function docsPagesCases(language: Language): void {
  const isEnglish = language === 'en';
  const slugs = ['', ...PAGES.map(({ slug }) => `${slug}/`)];
  const addresses = [...(isEnglish ? [''] : []), ...slugs.map((slug) => `${language}/${slug}`)];

  test(`every page in ${language} fits a phone${rare(!isEnglish)}`, async ({ page, system }) => {
    test.slow();
    const complaints = watchComplaints(page);
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await page.setViewportSize({ width: 320, height: 700 });
    for (const address of addresses) {
      await test.step(address, () => expectToFitPhone(page, `${system.shopUrl}/docs/${address}`));
    }
    const known = [system.shopUrl, system.baseUrl, system.checkoutUrl];
    expect([...hosts].filter((host) => !known.includes(host))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  const isLookedAt = (address: string) => LOOKED_AT.some((page) => address === `en/${page}`);
  const others = addresses.filter((one) => isEnglish || !REFERENCES.test(one));
  for (const [what, looked] of [
    ['the pages that have everything', others.filter(isLookedAt)],
    ['each of the other pages', others.filter((one) => !isLookedAt(one))],
  ] as const) {
    if (looked.length === 0) continue;
    const tag = rare(what.startsWith('each'));
    test(`no violation is found in ${what} in ${language}${tag}`, async ({ page, system }) => {
      test.setTimeout(600_000);
      for (const address of looked) {
        await test.step(address, async () => {
          await page.emulateMedia({ colorScheme: 'light' });
          await page.goto(`${system.shopUrl}/docs/${address}`);
          await expectNoViolation(page);
        });
      }
    });
  }
}

async function expectToFitPhone(page: Page, url: string): Promise<void> {
  const response = await page.goto(url);
  expect(response?.status()).toBe(200);
  await expect(page.locator('h1')).toHaveCount(1);
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow, 'pixels beyond 320').toBe(0);
}

async function expectNoViolation(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 });
  const document = page.mainFrame();
  expect(await findViolations(document), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findViolations(document, { colorsOnly: true }), 'dark').toEqual([]);
}
