import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { elementPage } from '../element-page.ts';
import { expect, test } from './browser.ts';
import { CARD, openElement, start, toldOf, typeCard } from './checkout.ts';

// What a merchant may have fetched before a buyer types: the card frame, and a font of theirs.

const FONT = fileURLToPath(
  new URL(
    '../../node_modules/@fontsource/vt323/files/vt323-latin-400-normal.woff2',
    import.meta.url,
  ),
);
const folder = mkdtempSync(join(tmpdir(), 'checkout-fonts-'));
copyFileSync(FONT, join(folder, 'Loja Azul.woff2'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));
test.use({ systemOf: 'fonts in WebKit', settings: { FONTS_DIR: folder } });

const UNSEEN = 'html > iframe';
const APPEARANCE = { fonts: ['Loja Azul'], variables: { fontFamily: '"Loja Azul", sans-serif' } };

test('a card frame is preloaded unseen, then gone', async ({ session, system, merchant }) => {
  const { page } = session;
  const body = elementPage(system, { init: { preload: true }, mounts: false });
  await session.open(merchant.origin + merchant.serve(body));
  const framesAt = (selector: string) =>
    page.evaluate<number>(`document.querySelectorAll('${selector}').length`);
  await expect.poll(() => framesAt(UNSEEN)).toBe(1);
  expect(await page.isShown(UNSEEN)).toBe(false);
  await expect
    .poll(() => session.frame(UNSEEN).evaluate('document.documentElement.lang'))
    .toBe('pt-BR');

  await page.evaluate('(window.element = mount()).ready.then(() => null)');
  expect([await framesAt(UNSEEN), await framesAt('iframe')]).toEqual([0, 1]);
  await typeCard(session);
  await start(session, 'element.submit()');
  await expect.poll(() => toldOf(session)).toMatchObject({ card: { last4: '1111' } });
});

test('a font of the service is drawn, and a card taken', async ({ session, system, merchant }) => {
  await openElement(session, { system, merchant }, { options: { appearance: APPEARANCE } });
  const card = session.frame(CARD);
  // Told from the browser's own by its letters, which are all of one width.
  await expect
    .poll(() =>
      card.evaluate<boolean>(`(() => {
        const pen = document.createElement('canvas').getContext('2d');
        pen.font = '20px ' + getComputedStyle(document.querySelector('label')).fontFamily;
        return pen.measureText('iiii').width === pen.measureText('MMMM').width;
      })()`),
    )
    .toBe(true);
  await typeCard(session);
  await start(session, 'element.submit()');
  await expect.poll(() => toldOf(session)).toMatchObject({ card: { last4: '1111' } });
});
