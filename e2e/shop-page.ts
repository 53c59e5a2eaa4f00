import type { Page } from '@playwright/test';
import type { CardFrame } from './element-page.ts';
import { cardFrame } from './element-page.ts';
import { pixFrame } from './pix-page.ts';
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
  if ((options.mode ?? 'element') === 'element') await card.usable.waitFor();
  return card;
}

/** What the shop shows at the end of a payment. */
export function shopResult(page: Page) {
  return {
    title: page.locator('#result-title'),
    text: page.locator('#result-text'),
    action: page.locator('#result-action'),
    /** A line of the receipt by its label. */
    line: (label: string) =>
      page
        .locator('#receipt div')
        .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
        .locator('dd'),
  };
}

/** The PIX element in the shop's result. */
export function shopPix(page: Page) {
  return pixFrame(page, '.instructions-pix');
}

/** Clicks the pay button where it stands still: right after a scroll a click may hit the frame. */
export async function clickPay(page: Page, { times = 1 } = {}): Promise<void> {
  const button = page.locator('#pay');
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  await button.click({ clickCount: times });
}

export type LaterMethod = 'pix' | 'boleto' | 'open_finance';

/** Opens the shop and orders by a method that is paid later; the bank, where there is one, is Ipê. */
export async function orderBy(
  page: Page,
  system: System,
  method: LaterMethod,
  options: ShopOptions = {},
): Promise<void> {
  await page.goto(`${system.shopUrl}/?${new URLSearchParams(options)}`);
  await page.locator('#pay:enabled').waitFor();
  await page.locator(`#method-${method}`).check();
  if (method === 'open_finance') await page.getByRole('radio', { name: 'Banco Ipê' }).check();
  await clickPay(page);
}

/** Acts as the outside world through the shop's test panel. */
export async function simulate(page: Page, what: 'pagamento' | 'expiração' | 'devolução') {
  const panel = page.locator('#test-panel');
  if ((await panel.getAttribute('open')) === null) await panel.locator('summary').click();
  await page.getByRole('button', { name: `Simular ${what}` }).click();
}

/** Every status of the payin on the screen, in order. */
export function shopHistory(page: Page): Promise<(string | null)[]> {
  return page
    .locator('#history-list li')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-status')));
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
