import type { Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { rare } from './rare.ts';
import type { LaterMethod } from './shop-page.ts';
import { orderBy, shopResult, simulate } from './shop-page.ts';
import { expect, test } from './system.ts';

const METHODS: readonly LaterMethod[] = ['PIX', 'Boleto', 'Seu banco'];

test.describe('no violation is found', () => {
  // The pages' policies forbid foreign scripts; the browser is told to let axe in anyway.
  test.use({ bypassCSP: true });

  for (const [theme, width] of [
    ['light', 1280],
    ['dark', 320],
  ] as const) {
    test(`${theme}, ${width} wide: waiting, paid and in the panel${rare(theme === 'dark')}`, async ({
      page,
      system,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      const how = { colorsOnly: theme === 'dark' };
      const expectNone = async (state: string) => {
        expect(await findViolations(page.mainFrame(), how), state).toEqual([]);
        for (const frame of page.frames()) {
          expect(await findViolations(frame, how), `${state}, in its frame`).toEqual([]);
        }
        await expectToFit(page, state);
      };
      for (const method of METHODS) {
        await page.evaluate('globalThis.sessionStorage?.clear()').catch(() => undefined);
        await orderBy(page, system, method, { theme });
        await expectNone(`${method} waiting`);
      }
      await simulate(page, 'pagamento');
      await expect(shopResult(page).title).toHaveText('Pagamento aprovado');
      await expectNone('paid, with the panel');
    });
  }
});

/** 320 pixels are also a window of 1280 at 400 %: nothing is cut off or scrolls sideways. */
async function expectToFit(page: Page, state: string): Promise<void> {
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooWide, state).toBe(0);
}
