import type { Page } from '@playwright/test';
import { type CardFrame, cardFrame } from './element-page.ts';
import type { System } from './system.ts';

export type ShopOptions = { account?: string; mode?: string; lang?: string; theme?: string };

/** Opens the demo shop; resolves once its card fields, whichever the mode, can be used. */
export async function openShop(
  page: Page,
  system: System,
  options: ShopOptions = {},
): Promise<CardFrame> {
  await page.goto(`${system.shopUrl}/?${new URLSearchParams(options)}`);
  await page.locator('#pay:enabled').waitFor();
  const card = cardFrame(page);
  if ((options.mode ?? 'element') === 'element') await card.form.and(shown(card)).waitFor();
  return card;
}

const shown = (card: CardFrame) => card.frame.locator('#card:not([inert])');

/** What the shop shows at the end of a payment. */
export function shopResult(page: Page) {
  return {
    title: page.locator('#result-title'),
    text: page.locator('#result-text'),
    action: page.locator('#result-action'),
    /** A line of the receipt by its label. */
    line: (label: string) =>
      page.locator('#receipt div').filter({ hasText: label }).locator('dd').first(),
  };
}

/** Clicks the pay button where it stands still: right after a scroll a click may hit the frame. */
export async function clickPay(page: Page, { times = 1 } = {}): Promise<void> {
  const button = page.locator('#pay');
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  await button.click({ clickCount: times });
}

/** Fills the plain inputs of the shop's own page, as the hosted and direct modes have them. */
export async function fillPlainCard(
  page: Page,
  { name = 'MARINA ALVES', number = '4111 1111 1111 1111' } = {},
): Promise<void> {
  await page.locator('#card-holder').fill(name);
  await page.locator('#card-number').fill(number);
  await page.locator('#card-expiry').fill('12/30');
  await page.locator('#card-cvv').fill('123');
}
