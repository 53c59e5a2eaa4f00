import type { Page, Route } from '@playwright/test';
import { findViolations } from './axe.ts';
import { submit } from './card-entry.ts';
import type { CardFrame } from './element-page.ts';
import { expectFrameToFit, MOUNT_AND_WATCH, openElementPage, typeCard } from './element-page.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

/** The left and top edges of the fields, in CSS pixels, by rows from above. */
async function rowsOf(card: CardFrame): Promise<string[][]> {
  const places = await Promise.all(
    (['name', 'number', 'expiry', 'cvv'] as const).map(async (name) => {
      const { x, y } = await card[name].evaluate((input) => input.getBoundingClientRect());
      return { name, x, y };
    }),
  );
  const rows = new Map<number, string[]>();
  for (const { name, y } of places.sort((one, other) => one.x - other.x)) {
    rows.set(y, [...(rows.get(y) ?? []), name]);
  }
  return [...rows].sort(([one], [other]) => one - other).map(([, names]) => names);
}

const STACK = [['name'], ['number'], ['expiry'], ['cvv']];
const ROW = [['name'], ['number'], ['expiry', 'cvv']];

test.describe('layouts', () => {
  for (const [layout, width, expected] of [
    [undefined, 480, ROW],
    ['row', 250, STACK],
    ['stacked', 480, STACK],
    ['line', 700, [['name', 'number', 'expiry', 'cvv']]],
    ['line', 699, [['name'], ['number', 'expiry', 'cvv']]],
    ['line', 479, ROW],
  ] as const) {
    const tag = rare(layout !== undefined && width !== 700);
    test(`${layout ?? 'without a word'} in ${width} pixels stands as it should, and nothing moves${tag}`, async ({
      page,
      places,
    }) => {
      await page.setViewportSize({ width: 900, height: 900 });
      const before = `<style>#card { width: ${width}px }</style>`;
      const options = { layout, maxInstallments: 3 };
      const card = await openElementPage(page, places, { options, before, mounts: false });
      const [inserted, ready, shift] = await page.evaluate<number[]>(MOUNT_AND_WATCH);
      expect(await rowsOf(card)).toEqual(expected);
      expect(ready, 'between mount and ready').toBe(inserted);
      expect(shift).toBe(0);
      await expectFrameToFit(card);
      for (const name of ['name', 'number', 'expiry', 'cvv', 'installments'] as const) {
        const box = await card[name].boundingBox();
        expect(box?.height, name).toBeGreaterThanOrEqual(44);
      }
      await submit(page);
      await expectFrameToFit(card);
      await typeCard(card);
      await expect(card.number).toHaveValue('4111 1111 1111 1111');
      await expectNothingCut(card);
    });
  }

  test('take their height when ready: the skeleton’s is not told', async ({ page, places }) => {
    const held = new Promise<Route>(
      (resolve) => void page.route(/assets\/page-appearance-/, resolve),
    );
    const options = { labels: { number: 'Cartão' }, maxInstallments: 3 };
    const card = await openElementPage(page, places, { options, mounts: false });
    await page.evaluate(`{
      window.element = mount();
      window.heights = [];
    }`);
    const look = await held;
    await card.iframe.evaluate((iframe) => {
      const { heights } = window as unknown as { heights: string[] };
      const read = () =>
        heights.at(-1) !== iframe.style.height && heights.push(iframe.style.height);
      read();
      new MutationObserver(read).observe(iframe, { attributeFilter: ['style'] });
    });
    // The skeleton is laid out anew, so it has a height it could report, but no installments yet.
    await page.evaluate(`document.querySelector('#card').style.width = '250px'`);
    await card.form.evaluate(async () => {
      const painted = () => new Promise((resolve) => requestAnimationFrame(resolve));
      while (innerWidth !== 250 + 2 * 4) await painted();
      await painted();
      await painted();
    });
    await look.continue();
    await page.evaluate('element.ready');
    await expectFrameToFit(card);
    const form = await card.form.evaluate((element) => element.getBoundingClientRect().height);
    const [reserved, ...told] = await page.evaluate<string[]>('heights');
    expect(reserved).toMatch(/^\d/);
    expect(told).toEqual([`${Math.ceil(form)}px`]);
  });
});

const APPEARANCE = {
  theme: 'light',
  variables: { colorBackground: '#fff8e7', colorText: '#3b2a12', borderRadius: '0px' },
  rules: {
    '.Input': { borderStyle: 'dashed', boxShadow: '0 1px 2px #0003' },
    '.Input:focus': { outlineColor: '#7a4b00' },
    '.Input--invalid': { backgroundColor: '#fff0f0' },
    '.Label': { fontWeight: '700', textTransform: 'uppercase' },
    '.Error': { fontStyle: 'italic' },
  },
};

test.describe('an appearance', () => {
  test('comes with the fields, by variables and rules of each state', async ({ page, places }) => {
    const told: string[] = [];
    page.on('console', (message) => told.push(message.text()));
    const options = { appearance: APPEARANCE };
    const card = await openElementPage(page, places, { options, mounts: false });
    const shown = await page.evaluate(`(async () => {
      window.element = mount();
      await element.ready;
    })()`);
    expect(shown).toBeUndefined();
    await expect(card.name).toHaveCSS('background-color', 'rgb(255, 248, 231)');
    await expect(card.name).toHaveCSS('border-style', 'dashed');
    await expect(card.installments).toHaveCSS('border-radius', '0px');
    const label = card.frame.locator('[for=cc-name]');
    await expect(label).toHaveCSS('font-weight', '700');
    await expect(label).toHaveCSS('text-transform', 'uppercase');
    await card.name.focus();
    await expect(card.name).toHaveCSS('outline-color', 'rgb(122, 75, 0)');
    await submit(page);
    await expect(card.cvv).toHaveCSS('background-color', 'rgb(255, 240, 240)');
    await expect(card.error('cc-csc')).toHaveCSS('font-style', 'italic');
    expect(told).toEqual([]);
  });
});

test.describe('words of the page', () => {
  const labels = { holderName: 'Nome impresso', cvv: 'Código', installments: 'Em quantas vezes' };
  const placeholders = { number: 'Só números', cvv: '•••' };

  test('stand in place of ours in every language, until taken back', async ({ page, places }) => {
    const card = await openElementPage(page, places, { options: { labels, placeholders } });
    await page.evaluate('element.ready');
    for (const name of [labels.holderName, 'Número do cartão', labels.cvv]) {
      await expect(card.frame.getByRole('textbox', { name, exact: true })).toBeVisible();
    }
    await expect(card.number).toHaveAttribute('placeholder', placeholders.number);
    await card.number.pressSequentially('378282246310005');
    await expect(card.brand).toHaveText('American Express');
    await expect(card.cvv).toHaveAttribute('placeholder', placeholders.cvv);
    await page.evaluate(`element.update({ locale: 'en' })`);
    await expect(card.frame.getByLabel('Expiry date')).toBeVisible();
    await expect(card.frame.getByLabel(labels.cvv)).toBeVisible();
    await page.evaluate('element.update({ labels: {}, placeholders: {} })');
    await expect(card.frame.getByLabel('Name on card')).toBeVisible();
    await expect(card.number).toHaveAttribute('placeholder', '');
    await expect(card.number).toHaveValue('3782 822463 10005');
  });
});

test.describe('no violation is found', () => {
  test.use({ bypassCSP: true });

  for (const layout of ['stacked', 'row', 'line'] as const) {
    for (const theme of ['light', 'dark', 'contrast'] as const) {
      if (layout === 'stacked' && theme !== 'dark') continue;
      const tag = rare(`${layout} ${theme}` !== 'row light');
      test(`${layout}, ${theme}: empty, wrong and filled${tag}`, async ({ page, places }) => {
        await page.setViewportSize({ width: 720, height: 900 });
        const options = { layout, appearance: { theme }, labels: { cvv: 'Código' } };
        const card = await openElementPage(page, places, { options });
        if (theme === 'dark') await page.evaluate(`document.body.style.background = '#111'`);
        await page.evaluate('element.ready');
        await expectNoViolation(page, 'empty');
        await submit(page);
        await expectNoViolation(page, 'wrong');
        await typeCard(card);
        await expectNoViolation(page, 'filled');
      });
    }
  }
});

test.describe('whoever sees or moves otherwise', () => {
  for (const layout of ['row', 'line'] as const) {
    test(`at 200 % ${layout} is not cut${rare(layout === 'row')}`, async ({ page, places }) => {
      // Twice as large is half as wide: 640 pixels at 200 % are 320.
      await page.setViewportSize({ width: 320, height: 480 });
      const card = await openElementPage(page, places, { options: { layout } });
      await submit(page);
      await expectFrameToFit(card);
      await expectNothingCut(card);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      await card.form.evaluate((form) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
          word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`);
        form.ownerDocument.adoptedStyleSheets = [sheet];
      });
      await expectFrameToFit(card);
      await expectNothingCut(card);
    });
  }

  test('with forced colours has borders, focus and brand in them', async ({ page, places }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    const options = { appearance: { ...APPEARANCE, variables: { colorText: '#fefefe' } } };
    const card = await openElementPage(page, places, { options });
    await page.evaluate('element.ready');
    const fieldText = await card.form.evaluate((form) => {
      const probe = document.createElement('p');
      probe.style.color = 'FieldText';
      form.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    await expect(card.name).toHaveCSS('color', fieldText);
    await expect(card.name).toHaveCSS('box-shadow', 'none');
    await expect(card.frame.locator('#brand-mark path')).toHaveCSS('fill', fieldText);
    await card.number.pressSequentially('4111');
    await expect(card.brand).toHaveText('Visa');
    await expect(card.number).toHaveCSS('outline-style', 'solid');
  });

  test('with reduced motion sees a skeleton that stands still', async ({ page, places }) => {
    const moving = (card: CardFrame) =>
      card.form.evaluate((form) => {
        form.setAttribute('inert', '');
        return document.getAnimations().length;
      });
    const card = await openElementPage(page, places);
    await page.evaluate('element.ready');
    expect(await moving(card)).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(() => moving(card)).toBe(0);
  });
});

async function expectNoViolation(page: Page, state: string): Promise<void> {
  const frame = page.frames().find((each) => new URL(each.url()).pathname === '/card');
  expect(frame && (await findViolations(frame)), state).toEqual([]);
}

/** No label, field or error reaches beyond the frame or is wider than it shows. */
async function expectNothingCut(card: CardFrame): Promise<void> {
  const cut = await card.form.evaluate((form) =>
    [...form.querySelectorAll('label, input, .error')].flatMap((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      const isCut = left < 0 || right > innerWidth || element.scrollWidth > Math.ceil(width);
      return isCut ? [`${element.id || element.textContent} ${element.scrollWidth} ${width}`] : [];
    }),
  );
  expect(cut).toEqual([]);
}
