import { fillCard, submit } from './card-entry.ts';
import type { CardFrame } from './element-page.ts';
import { expectFrameToFit, MOUNT_AND_WATCH, openElementPage } from './element-page.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

test.describe('light and dark', () => {
  for (const system of ['light', 'dark'] as const) {
    for (const theme of [system === 'dark' ? 'light' : 'dark', 'auto'] as const) {
      const tag = rare(theme !== 'auto' || system !== 'light');
      test(`the theme ${theme} on a ${system} system is one word, and transparent${tag}`, async ({
        page,
        system: running,
        merchant,
      }) => {
        await page.emulateMedia({ colorScheme: system });
        const options = { appearance: { theme } };
        const card = await openElementPage(page, { system: running, merchant }, { options });
        const expected = theme === 'auto' ? system : theme;
        await expectTheme(card, expected);
        if (theme === 'auto') {
          const other = system === 'dark' ? 'light' : 'dark';
          await page.emulateMedia({ colorScheme: other });
          await expectTheme(card, other);
        }
      });
    }
  }
});

test.describe('the frame', () => {
  for (const width of [360, 320]) {
    for (const maxInstallments of [1, 3]) {
      const tag = rare(width !== 360 || maxInstallments === 1);
      test(`keeps what is below in its place, ${width} wide, ${maxInstallments} plans${tag}`, async ({
        page,
        places,
      }) => {
        await page.setViewportSize({ width, height: 740 });
        const card = await openElementPage(page, places, {
          options: { maxInstallments },
          mounts: false,
        });
        const [inserted, ready] = await page.evaluate<[number, number]>(MOUNT_AND_WATCH);
        expect(ready, 'between mount and ready').toBe(inserted);
        await expectFrameToFit(card);
        const top = () => page.evaluate(`document.querySelector('#below').offsetTop`);
        await submit(page);
        await expect(card.frame.locator('.error:not(:empty)')).toHaveCount(4);
        expect(await top(), 'after errors').toBe(ready);
        await expectFrameToFit(card);
        await fillCard(card);
        expect(await top(), 'after a card').toBe(ready);
        expect(await page.evaluate('shift')).toBe(0);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        for (const field of [card.name, card.number, card.expiry, card.cvv]) {
          const box = await field.boundingBox();
          expect(box?.height).toBeGreaterThanOrEqual(44);
          const size = await field.evaluate((input) => getComputedStyle(input).fontSize);
          expect(Number.parseFloat(size), 'no zoom on a phone').toBeGreaterThanOrEqual(16);
        }
      });
    }
  }

  test('is as high as its content where the look makes it higher', async ({ page, places }) => {
    const variables = { fontSize: '24px', fieldHeight: '72px', spacing: '24px' };
    const card = await openElementPage(page, places, { options: { appearance: { variables } } });
    await page.evaluate('element.ready');
    await expectFrameToFit(card);
    await page.evaluate(`element.update({ appearance: { variables: { fieldHeight: '44px' } } })`);
    await expectFrameToFit(card);
    await page.evaluate(`document.querySelector('#card').style.width = '250px'`);
    await expectFrameToFit(card);
  });
});

async function expectTheme(card: CardFrame, theme: 'light' | 'dark'): Promise<void> {
  await expect(card.iframe).toHaveCSS('color-scheme', theme);
  const root = card.frame.locator('html');
  await expect(root).toHaveCSS('color-scheme', theme);
  await expect(root).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(card.name).toHaveCSS(
    'background-color',
    theme === 'dark' ? 'rgb(26, 34, 43)' : 'rgb(255, 255, 255)',
  );
}
