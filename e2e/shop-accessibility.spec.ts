import type { Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { rare } from './rare.ts';
import type { LaterMethod } from './shop-page.ts';
import { orderBy, shopPix, shopResult, simulate } from './shop-page.ts';
import { expect, test } from './system.ts';

const METHODS: readonly LaterMethod[] = ['pix', 'boleto', 'open_finance'];
const TITLES = {
  pix: 'Pague com PIX',
  boleto: 'Boleto gerado',
  open_finance: 'Autorize no seu banco',
};

test.describe('no violation is found', () => {
  // The pages' policies forbid foreign scripts; the browser is told to let axe in anyway.
  test.use({ bypassCSP: true });

  for (const [theme, width] of [
    ['light', 1280],
    ['dark', 320],
  ] as const) {
    const tag = rare(theme === 'dark');
    test(`${theme}, ${width} wide: chosen, waiting, paid and in the panel${tag}`, async ({
      page,
      system,
    }) => {
      const how = { colorsOnly: theme === 'dark' };
      await page.setViewportSize({ width, height: 900 });
      for (const method of METHODS) {
        await showResultOf(page, system.shopUrl, method, theme, async () => {
          await expectNone(page, `${method} chosen`, how);
        });
        await expectNone(page, `${method} waiting`, how);
        await expectToFit(page, method);
      }
      await simulate(page, 'pagamento');
      await expect(shopResult(page).title).toHaveText('Pagamento aprovado');
      await expectNone(page, 'paid, with the panel', how);
    });
  }
});

test('a PIX is ordered, copied and left with the keyboard alone', async ({ page, system }) => {
  await page.goto(system.shopUrl);
  await page.locator('#pay:enabled').waitFor();
  const { keyboard } = page;
  await page.locator('#state').focus();
  await keyboard.press('Tab');
  await expect(page.locator('#method-credit_card')).toBeFocused();
  await keyboard.press('ArrowRight');
  await expect(page.locator('#method-pix')).toBeFocused();
  await keyboard.press('Tab');
  await expect(page.locator('#pay')).toBeFocused();
  await keyboard.press('Enter');
  await expect(shopResult(page).title).toBeFocused();
  const pix = shopPix(page);
  await expect(pix.code).toBeVisible();
  for (const next of [pix.code, pix.copy, page.locator('#result-action')]) {
    await keyboard.press('Tab');
    await expect(next).toBeFocused();
  }
  await keyboard.press('Enter');
  await expect(page.locator('#checkout')).toBeVisible();
});

test('nothing jumps: not while the ways to pay come, nor while a result does', async ({
  page,
  system,
}) => {
  await page.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput') === false) sum += Reflect.get(entry, 'value');
      }
      Reflect.set(window, 'layoutShift', sum);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const shift = () => page.evaluate(() => Number(Reflect.get(window, 'layoutShift') ?? 0));
  for (const [width, account] of [
    [1280, 'no3ds'],
    [390, 'manual'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await orderBy(page, system, 'pix', { account });
    await expect(shopResult(page).title).toHaveText('Pague com PIX');
    expect(await shift(), `${account} ${width}: checkout`).toBeLessThan(0.01);
    await page.reload();
    await expect(shopPix(page).qr).toBeVisible();
    expect(await shift(), `${account} ${width}: waiting`).toBeLessThan(0.01);
    await simulate(page, 'pagamento');
    await expect(shopResult(page).title).toHaveText('Pagamento aprovado');
    await page.reload();
    await expect(page.locator('#receipt div').first()).toBeVisible();
    expect(await shift(), `${account} ${width}: paid`).toBeLessThan(0.01);
  }
});

async function showResultOf(
  page: Page,
  shopUrl: string,
  method: LaterMethod,
  theme: string,
  whenChosen: () => Promise<void>,
): Promise<void> {
  // The bank has nothing to show, so the browser stays with what the shop shows meanwhile.
  await page.route('**/open-finance/consents/**', (route) => route.fulfill({ status: 204 }));
  await page.goto(`${shopUrl}/?theme=${theme}`);
  await page.locator('#pay:enabled').waitFor();
  await page.locator(`#method-${method}`).check();
  if (method === 'open_finance') await page.getByRole('radio', { name: 'Banco Ipê' }).check();
  await whenChosen();
  await page.locator('#pay').click();
  await expect(shopResult(page).title).toHaveText(TITLES[method]);
}

async function expectNone(page: Page, state: string, how: { colorsOnly: boolean }): Promise<void> {
  expect(await findViolations(page.mainFrame(), how), state).toEqual([]);
}

/** 320 pixels are also a window of 1280 at 400 %: nothing is cut off or scrolls sideways. */
async function expectToFit(page: Page, state: string): Promise<void> {
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooWide, state).toBe(0);
}
