import type { Page } from '@playwright/test';
import { APPEARANCES } from '../docs/site/gallery-appearances.ts';
import { watchComplaints } from './docs-pages.cases.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

test('an address that is nowhere is a page with ways on', async ({ page, system }) => {
  for (const address of ['/docs/pt/nada/', '/nada']) {
    const response = await page.goto(system.shopUrl + address);
    expect(response?.status()).toBe(404);
    await expect(page.locator('h1')).toHaveText('Página não encontrada');
  }
  await page.getByRole('link', { name: /Documentation in English/ }).click();
  await expect(page.locator('h1')).toHaveText('Checkout documentation');
});

test.describe('nothing lies over or beside its place', () => {
  for (const [address, width] of [
    ['pt/refunds/', 390],
    ['en/lists/', 1280],
    ['en/api-reference/', 1280],
  ] as const) {
    test(`no button lies over code, in ${address}${rare(address !== 'en/lists/')}`, async ({
      page,
      system,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${system.shopUrl}/docs/${address}`);
      await expect(page.locator('.sample .copy').first()).toBeAttached();
      const covered = await page.locator('.sample').evaluateAll((samples) =>
        samples.flatMap((sample) => {
          for (let part = sample.parentElement; part !== null; part = part.parentElement) {
            if (part instanceof HTMLDetailsElement) part.open = true;
          }
          const [pre, button] = [sample.querySelector('pre'), sample.querySelector('.copy')];
          if (pre === null || button === null) return ['a sample without a button'];
          const text =
            pre.getBoundingClientRect().top + parseFloat(getComputedStyle(pre).paddingTop);
          const below = button.getBoundingClientRect().bottom - text;
          return below > 0 ? [`${below} over ${pre.textContent?.slice(0, 40)}`] : [];
        }),
      );
      expect(covered).toEqual([]);
    });
  }

  for (const language of ['pt', 'en']) {
    test(`every name in a drawing is inside its box, in ${language}${rare(language === 'en')}`, async ({
      page,
      system,
    }) => {
      for (const slug of ['', 'three-d-secure/']) {
        await page.goto(`${system.shopUrl}/docs/${language}/${slug}`);
        const names = page.locator('.diagram text.actor-name');
        await expect(names.first()).toBeVisible();
        const outside = await names.evaluateAll((texts) =>
          texts
            .filter((text) => {
              const box = text.previousElementSibling?.getBoundingClientRect();
              const { left, right } = text.getBoundingClientRect();
              return box === undefined || left < box.left + 3 || right > box.right - 3;
            })
            .map(({ textContent }) => textContent),
        );
        expect(outside).toEqual([]);
      }
    });
  }
});

test.describe('a reader', () => {
  const open = (page: Page, system: System, path: string) =>
    page.goto(`${system.shopUrl}/docs/${path}`);

  test('finds a section by its words without accents, by keys alone', async ({ page, system }) => {
    await open(page, system, 'pt/');
    const search = page.getByRole('searchbox');
    await search.focus();
    await search.pressSequentially('politica trusted');
    await expect(page.getByRole('status').first()).toHaveText(/^[1-9]\d* resultados$/);
    await search.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/content-security-policy\/#trusted-types$/);
  });

  test('is told where nothing is found, and Escape closes the list', async ({ page, system }) => {
    await open(page, system, 'en/');
    const search = page.getByRole('searchbox');
    await search.fill('zzzz');
    const results = page.locator('#results');
    await expect(results).toHaveText('Nothing found');
    await search.press('Escape');
    await expect(results).toBeHidden();
  });

  test('copies a sample as it stands', async ({ page, system, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, system, 'en/webhooks/');
    const sample = page.locator('.sample').filter({ hasText: 'def verify_webhook' });
    await sample.getByRole('button', { name: 'Copy' }).click();
    await expect(sample.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(await sample.locator('code').textContent());
    expect(copied).toMatch(/^import hashlib\n/);
  });

  test('keeps the theme chosen, on the next page too', async ({ page, system }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page, system, 'en/');
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await page.goto(`${system.shopUrl}/docs/pt/errors/`);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('button', { name: 'Tema claro' })).toBeVisible();
  });

  test(`sees every appearance of the gallery as an element${rare()}`, async ({ page, system }) => {
    const complaints = watchComplaints(page);
    await open(page, system, 'en/theming/');
    for (const { id } of APPEARANCES) {
      const place = page.locator(`[data-appearance="${id}"]`);
      await place.scrollIntoViewIfNeeded();
      await expect(place.frameLocator('iframe').locator('#card:not([inert])')).toBeVisible();
    }
    expect(complaints).toEqual([]);
  });

  test('reads the addresses of the running system, not those written', async ({ page, system }) => {
    await open(page, system, 'en/quick-start/');
    await expect(page.locator('main')).toContainText(system.baseUrl);
    await expect(page.locator('main')).not.toContainText(':4010');
  });
});
