import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from '@playwright/test';
import { submit } from './card-entry.ts';
import { expectFrameToFit, MOUNT_AND_WATCH, openElementPage, typeCard } from './element-page.ts';
import { createPix, openPixPage } from './pix-page.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

// A font of a merchant's that the service keeps: one whole file, told from the browser's own by its
// letters, which are all of one width.

const FONT = fileURLToPath(
  new URL('../node_modules/@fontsource/vt323/files/vt323-latin-400-normal.woff2', import.meta.url),
);
const folder = mkdtempSync(join(tmpdir(), 'checkout-fonts-'));
copyFileSync(FONT, join(folder, 'Loja Azul.woff2'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));
test.use({ systemOf: 'fonts', settings: { FONTS_DIR: folder } });

const APPEARANCE = { fonts: ['Loja Azul'], variables: { fontFamily: '"Loja Azul", sans-serif' } };

/** The addresses of fonts that were asked for, as they are. */
function watchFonts(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font' || request.url().includes('/fonts/')) {
      asked.push(request.url());
    }
  });
  return asked;
}

/** Whether the label that is drawn is of letters of one width. */
async function isDrawnWithIt(frame: Frame): Promise<boolean> {
  return frame.evaluate(() => {
    const shown = document.querySelector('label, #amount') ?? document.body;
    const pen = document.createElement('canvas').getContext('2d');
    if (pen === null) throw new Error('no canvas');
    pen.font = `20px ${getComputedStyle(shown).fontFamily}`;
    return pen.measureText('iiii').width === pen.measureText('MMMM').width;
  });
}

function frameAt(page: Page, path: string): Frame {
  const frame = page.frames().find((each) => new URL(each.url()).pathname === path);
  if (frame === undefined) throw new Error(`no frame of ${path}`);
  return frame;
}

test.describe('a font that the service keeps', () => {
  test('comes with the fields, whole, and nothing moves', async ({ page, system, places }) => {
    const told: string[] = [];
    page.on('console', (message) => told.push(message.text()));
    const asked = watchFonts(page);
    const options = { appearance: APPEARANCE };
    const card = await openElementPage(page, places, { options, mounts: false });
    const [inserted, ready, shift] = await page.evaluate<number[]>(MOUNT_AND_WATCH);
    expect([ready, shift]).toEqual([inserted, 0]);
    expect(await isDrawnWithIt(frameAt(page, '/card'))).toBe(true);
    await typeCard(card);
    expect(await submit(page)).toMatchObject({ card: { brand: 'visa', last4: '1111' } });
    await expectFrameToFit(card);
    expect(asked).toEqual([
      expect.stringMatching(`^${system.checkoutUrl}/fonts/loja-azul-400-[\\w-]{8}\\.woff2$`),
    ]);
    expect(told).toEqual([]);
  });

  test(`comes to fields that are there already${rare()}`, async ({ page, places }) => {
    const asked = watchFonts(page);
    const card = await openElementPage(page, places);
    await page.evaluate('element.ready');
    await card.name.fill('MARINA ALVES');
    expect(asked).toEqual([]);
    await page.evaluate(`element.update({ appearance: ${JSON.stringify(APPEARANCE)} })`);
    expect(await isDrawnWithIt(frameAt(page, '/card'))).toBe(true);
    await expect(card.name).toHaveValue('MARINA ALVES');
    await expectFrameToFit(card);
    expect(asked).toHaveLength(1);
  });

  test(`is a font of the PIX element too${rare()}`, async ({ page, system, places }) => {
    await openPixPage(page, places, {
      payin: await createPix(system),
      options: { appearance: APPEARANCE },
    });
    expect(await isDrawnWithIt(frameAt(page, '/pix'))).toBe(true);
  });
});

test.describe('a font that does not come', () => {
  test('since it is an address is asked of nobody, and told', async ({ page, places }) => {
    const told: string[] = [];
    page.on('console', (message) => told.push(message.text()));
    const asked = watchFonts(page);
    const options = { appearance: { ...APPEARANCE, fonts: ['https://evil.example/f.woff2'] } };
    const card = await openElementPage(page, places, { options });
    await typeCard(card);
    expect(await submit(page)).toMatchObject({ card: { last4: '1111' } });
    expect(asked).toEqual([]);
    expect(told).toEqual([
      'checkout-sdk: appearance.fonts must be a list of fonts that this service keeps: ' +
        'Loja Azul; it is left out',
    ]);
  });
});
