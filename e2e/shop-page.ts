import type { Page } from '@playwright/test';
import { cardFrame } from './element-page.ts';
import { pixFrame } from './pix-page.ts';
import type { System } from './system.ts';

export type ShopOptions = { account?: string; lang?: string; theme?: string };

/** Opens the demo shop; resolves once its button can be pressed and its card be typed. */
export async function openShop(page: Page, system: System, options: ShopOptions = {}) {
  await page.goto(`${system.shopUrl}/?${new URLSearchParams(options)}`);
  await page.locator('#pay:enabled').waitFor();
  const card = cardFrame(page);
  await card.usable.waitFor();
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

/** What waits for its buyer in the shop's payment element. */
export function shopPix(page: Page) {
  return pixFrame(page, '#card');
}

/** Clicks the pay button where it stands still: right after a scroll a click may hit the frame. */
export async function clickPay(page: Page, { times = 1 } = {}): Promise<void> {
  const button = page.locator('#pay');
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  await button.click({ clickCount: times });
}

export type LaterMethod = 'PIX' | 'Boleto' | 'Seu banco';

/** Chooses a way to pay in the shop's element; the bank, where there is one, is Ipê. */
export async function choose(page: Page, method: LaterMethod | 'Cartão'): Promise<void> {
  const { frame } = cardFrame(page);
  await frame.getByRole('radio', { name: method }).check();
  if (method === 'Seu banco') await frame.getByRole('radio', { name: 'Banco Ipê' }).check();
}

/** Opens the shop and orders by a method that is paid later; gives the payin's id. */
export async function orderBy(
  page: Page,
  system: System,
  method: LaterMethod,
  options: ShopOptions = {},
): Promise<string> {
  await page.goto(`${system.shopUrl}/?${new URLSearchParams(options)}`);
  await page.locator('#pay:enabled').waitFor();
  await choose(page, method);
  const paid = page.waitForResponse((response) => response.url().endsWith('/pay'));
  await clickPay(page);
  await shopPix(page).amount.waitFor();
  return (await (await paid).json()).id;
}

/** Acts as the outside world through the shop's test panel. */
export async function simulate(page: Page, what: 'pagamento' | 'expiração' | 'reembolso') {
  const panel = page.locator('#test-panel');
  if ((await panel.getAttribute('open')) === null) await panel.locator('summary').click();
  await page.getByRole('button', { name: `Simular ${what}` }).click();
}
