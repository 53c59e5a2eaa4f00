import type { Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { endPayin } from './merchant-api.ts';
import { frameDocument } from './merchant-page.ts';
import { openPaymentPage } from './payment-page.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

// The frame's policy forbids foreign scripts and eval; the browser is told to let axe in anyway.
test.use({ bypassCSP: true });

const WORDS = {
  'pt-BR': { pix: 'PIX', boleto: 'Boleto', bank: 'Seu banco', again: 'Pagar de outro jeito' },
  en: { pix: 'PIX', boleto: 'Boleto', bank: 'Your bank', again: 'Pay another way' },
  es: { pix: 'PIX', boleto: 'Boleto', bank: 'Tu banco', again: 'Pagar de otra forma' },
} as const;

function styleOf(theme: string): string {
  return `body { margin: 8px; background: ${theme === 'dark' ? '#11181f; color: #eee' : '#fff'} }`;
}

/** Nothing that axe finds, nothing beside the screen, and a frame as high as what is in it. */
async function expectGood(page: Page, system: System, state: string, colorsOnly: boolean) {
  const frame = frameDocument(page, system, 'payment');
  const overflow = () =>
    page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  await expect.poll(() => heightsOf(page, system), state).toBe('as high');
  expect(await overflow(), state).toBe(0);
  expect(await frame.evaluate('document.documentElement.scrollWidth - innerWidth'), state).toBe(0);
  expect(await findViolations(frame, { colorsOnly }), state).toEqual([]);
}

async function heightsOf(page: Page, system: System): Promise<string> {
  const inside = await frameDocument(page, system, 'payment').evaluate<number>(
    "Math.ceil(document.querySelector('main').getBoundingClientRect().height)",
  );
  const outside = await page.locator('#pay iframe').evaluate((iframe) => iframe.clientHeight);
  return inside === outside ? 'as high' : `${inside} in ${outside}`;
}

for (const [theme, locale, width, layout] of [
  ['light', 'pt-BR', 360, 'list'],
  ['dark', 'pt-BR', 1920, 'tabs'],
  ['light', 'en', 768, 'tabs'],
  ['dark', 'en', 320, 'list'],
  ['light', 'es', 320, 'tabs'],
  ['dark', 'es', 768, 'list'],
  ['dark', 'pt-BR', 768, 'tabs'],
  ['light', 'pt-BR', 1280, 'list'],
  ['dark', 'en', 360, 'list'],
  ['light', 'en', 1280, 'tabs'],
  ['light', 'es', 360, 'list'],
  ['dark', 'es', 1280, 'tabs'],
] as const) {
  const tag = rare(theme !== 'light' || width !== 360 || locale !== 'pt-BR');
  test(`${locale}, ${theme}, ${layout}, ${width} wide: each state is good${tag}`, async ({
    page,
    places,
    system,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const words = WORDS[locale];
    const { frame, pay, typeCard } = await openPaymentPage(page, places, {
      style: styleOf(theme),
      options: { locale, layout, appearance: { theme }, prices: { PIX: 14_391 } },
      prices: { PIX: 14_391 },
    });
    const good = (state: string) => expectGood(page, system, state, theme === 'dark');
    const choose = (name: string) => frame.locator('.method').getByText(name).click();
    const again = () => frame.getByRole('button', { name: words.again }).click();
    await page.evaluate('element.ready');
    await good('empty card');
    await pay();
    await good('wrong card');
    await typeCard({ name: 'EXPI' });
    await pay();
    await expect(frame.locator('#refusal')).not.toHaveText('');
    await good('refused card');
    await choose(words.pix);
    await good('PIX chosen');
    const { payin } = Object(await pay());
    await good('PIX shown');
    await again();
    await choose(words.bank);
    await frame.locator('.banks input').first().waitFor();
    await pay();
    await good('no bank');
    await frame.locator('.banks input').first().check();
    await pay();
    await good('way to the bank');
    await again();
    await choose(words.boleto);
    const boleto = Object(await pay()).payin;
    await expect(frame.locator('#line')).toBeVisible();
    await good('boleto shown');
    await endPayin(system, boleto.id, 'pay');
    await expect(frame.locator('#headline')).not.toHaveText('');
    await good('boleto paid');
    expect(payin.id).not.toBe(boleto.id);
  });
}

for (const [width, layout] of [
  [360, 'list'],
  [768, 'tabs'],
] as const) {
  test(`nothing moves, ${layout} ${width}${rare(layout === 'tabs')}`, async ({ page, places }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(`window.shifts = [];
      new PerformanceObserver((list) => shifts.push(...list.getEntries().map(String)))
        .observe({ type: 'layout-shift', buffered: true });`);
    await openPaymentPage(page, places, { options: { layout } });
    await page.evaluate('element.ready');
    const frame = frameDocument(page, places.system, 'payment');
    await frame.evaluate('new Promise(requestAnimationFrame).then(() => new Promise(setTimeout))');
    expect(await frame.evaluate('shifts'), 'of the skeleton, while it became the form').toEqual([]);
    const moved = await page.evaluate<number>(`(async () => {
      element.unmount();
      window.element = mount();
      while (!document.querySelector('#pay iframe')) await new Promise(requestAnimationFrame);
      const before = buy.getBoundingClientRect().top;
      await element.ready;
      return buy.getBoundingClientRect().top - before;
    })()`);
    expect(Math.abs(moved)).toBeLessThanOrEqual(1);
  });
}

test(`in forced colours what is chosen is seen${rare()}`, async ({ page, places }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const { method, frame, pay } = await openPaymentPage(page, places);
  const outlineOf = (name: string) =>
    frame
      .locator('.method', { has: method(name) })
      .evaluate((row) => getComputedStyle(row).outlineStyle);
  await method('Seu banco').check();
  await page.locator('#buy').focus();
  expect(await outlineOf('Seu banco')).toBe('solid');
  expect(await outlineOf('PIX')).toBe('none');
  await frame.locator('.banks input').first().check();
  await pay();
  const [text, behind] = await frame.locator('#go').evaluate((link) => {
    const { color, backgroundColor } = getComputedStyle(link);
    return [color, backgroundColor];
  });
  expect(text).not.toBe(behind);
});

test('each part has a role and a name, and keeps the buyer’s focus', async ({ page, places }) => {
  const { frame, method, pay, again } = await openPaymentPage(page, places);
  await page.evaluate('element.ready');
  await expect(page.getByTitle('Pagamento')).toBeVisible();
  await expect(frame.getByRole('radiogroup', { name: 'Como você quer pagar?' })).toBeVisible();
  await method('Boleto').check();
  await expect(method('Boleto')).toBeFocused();
  await pay();
  const shown = frame.getByRole('group', { name: /^Pagar a .+ R\$\s159,90$/ });
  await expect(shown).toBeFocused();
  const copy = frame.getByRole('button', { name: 'Copiar linha' });
  await copy.focus();
  // Whatever the service answers next, the button stays what it is.
  await page.waitForResponse(/payment-view/);
  await expect(copy).toBeFocused();
  await page.evaluate(`element.update({ locale: 'en' })`);
  await expect(frame.getByRole('button', { name: 'Copy number' })).toBeFocused();
  await expect(again).toHaveCount(0);
});
