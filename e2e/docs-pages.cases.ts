import type { Page } from '@playwright/test';
import type { Language } from '../docs/language.ts';
import { PAGES } from '../docs/navigation.ts';
import { findViolations } from './axe.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

/** Pages that have together whatever a page may have: axe looks at them each time. */
const LOOKED_AT = ['', 'quick-start/', 'errors/', 'theming/', 'webhooks/', 'three-d-secure/'];

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
 * What every page of the documentation holds in a language, under the shop's own policy, in one
 * load: it asks for nothing elsewhere, complains of nothing, fits a phone, and axe finds nothing.
 * The templates are the same: what axe says of the words of most pages guards against the rare.
 */
export function docsPagesCases(language: Language): void {
  const isEnglish = language === 'en';
  const pages = ['', ...PAGES.map(({ slug }) => `${slug}/`)].map((page) => `${language}/${page}`);
  const addresses = (isEnglish ? ['', ...pages] : pages).map((path) => `/docs/${path}`);

  for (const address of addresses) {
    const isLookedAt = LOOKED_AT.some((page) => address === `/docs/en/${page}`);
    const looked = isLookedAt ? ', and axe finds nothing' : '';
    test(`${address} keeps to itself and fits a phone${looked}`, async ({ page, system }) => {
      await page.emulateMedia({ colorScheme: 'light' });
      await expectQuietOnPhone(page, system, address);
      if (isLookedAt) await expectNoViolation(page);
    });

    if (isLookedAt || (!isEnglish && REFERENCES.test(address))) continue;
    test(`no violation is found in ${address}${rare()}`, async ({ page, system }) => {
      test.slow();
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(system.shopUrl + address);
      await expectNoViolation(page);
    });
  }
}

async function expectQuietOnPhone(page: Page, system: System, address: string): Promise<void> {
  const complaints = watchComplaints(page);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.setViewportSize({ width: 320, height: 700 });
  const response = await page.goto(system.shopUrl + address);
  expect(response?.status()).toBe(200);
  await expect(page.locator('h1')).toHaveCount(1);
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow, 'pixels beyond 320').toBe(0);
  const known = [system.shopUrl, system.baseUrl, system.checkoutUrl];
  expect([...hosts].filter((host) => !known.includes(host))).toEqual([]);
  expect(complaints).toEqual([]);
}

async function expectNoViolation(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 });
  const document = page.mainFrame();
  expect(await findViolations(document), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findViolations(document, { colorsOnly: true }), 'dark').toEqual([]);
}
