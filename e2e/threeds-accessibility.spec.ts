import type { Locator, Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { cardFrame, heard } from './element-page.ts';
import { openChallenge } from './hostile/open-challenge.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';
import {
  AUTHENTICATED,
  barOf,
  CANCELLED,
  CHALLENGED,
  challengeOf,
  enterCode,
  expectFocusAtBank,
  openThreeDSPage,
  pressEnterUntil,
  startRun,
} from './threeds-page.ts';

test.describe('with the keyboard alone', () => {
  test('a buyer pays and confirms', async ({ page, places }) => {
    const how = { flow: 'preorder', mode: 'element' } as const;
    await openThreeDSPage(page, places, how);
    const challenge = challengeOf(page, 'element');
    const { keyboard } = page;
    const card = cardFrame(page);
    await card.usable.waitFor();
    await page.locator('#pay').focus();
    // Keys that come before the focus has crossed into the frame's process are lost.
    for (const [field, typed] of [
      [card.name, 'MARINA ALVES'],
      [card.number, CHALLENGED],
      [card.expiry, '1230'],
      [card.cvv, '123'],
    ] as const) {
      await keyboard.press('Tab');
      await expect(field).toBeFocused();
      await keyboard.type(typed);
    }
    await keyboard.press('Enter');
    await expectFocusAtBank(challenge);
    await keyboard.press('Tab');
    await expect(challenge.code).toBeFocused();
    await keyboard.type('999');
    await pressEnterUntil(page, () => expect(challenge.bank.getByRole('alert')).toBeVisible());
    await expect(challenge.code).toBeFocused();
    await keyboard.type('1234');
    await pressEnterUntil(page, () =>
      expect
        .poll(async () => (await heard(page)).find(({ name }) => name === 'onResult')?.told)
        .toMatchObject(AUTHENTICATED),
    );
    expect(await page.evaluate('document.activeElement.parentElement.id')).toBe('card');
  });

  for (const mode of ['element', 'direct'] as const) {
    test(`a buyer changes their mind twice, in ${mode} mode${rare(mode !== 'element')}`, async ({
      page,
      places,
    }) => {
      const { run, challenge } = await openChallenge(page, places, { flow: 'preorder', mode });
      const { close, stay, leave } = barOf(challenge, mode);
      const { keyboard } = page;
      await expectFocusAtBank(challenge);
      await challenge.code.focus();
      await keyboard.press('Shift+Tab');
      await expect(close).toBeFocused();
      await keyboard.press('Enter');
      await expect(stay).toBeFocused();
      await keyboard.press('Enter');
      // To stay means to go on at the bank.
      await expectFocusAtBank(challenge);
      await expect(close).toBeVisible();
      await keyboard.press('Tab');
      // Chromium begins with the first field; Firefox goes on behind the one that was left.
      await expect(
        challenge.bank.locator('input[name=code]:focus, button[name=confirm]:focus'),
      ).toHaveCount(1);
      await close.focus();
      await keyboard.press('Enter');
      await expect(stay).toBeFocused();
      await keyboard.press('Shift+Tab');
      await expect(leave).toBeFocused();
      await pressEnterUntil(page, async () => expect(await run.told).toMatchObject(CANCELLED));
    });
  }
});

test.describe('for a screen reader', () => {
  // The documents' policies forbid foreign scripts; the browser is told to let axe in anyway.
  test.use({ bypassCSP: true });

  for (const [mode, width] of [
    ['element', 1280],
    ['direct', 360],
  ] as const) {
    const tag = rare(mode === 'direct');
    test(`no violation is found in ${mode} mode, ${width} wide${tag}`, async ({ page, places }) => {
      await page.setViewportSize({ width, height: 800 });
      const { run, challenge } = await openChallenge(page, places, { flow: 'preorder', mode });
      const { close, leave, question } = barOf(challenge, mode);
      await challenge.code.waitFor();
      await expectNoViolation(page, 'asked for a code');
      await enterCode(challenge, '9999');
      await expect(challenge.bank.getByRole('alert')).toBeVisible();
      await expectNoViolation(page, 'a wrong code');
      await close.click();
      await question.waitFor();
      await expectNoViolation(page, 'giving up');
      await leave.click();
      await run.told;
    });
  }

  test(`no violation is found on a dark page${rare()}`, async ({ page, system, places }) => {
    const how = { flow: 'preorder', mode: 'element' } as const;
    await page.emulateMedia({ colorScheme: 'dark' });
    const after = '<style>:root { color-scheme: light dark }</style>';
    await openThreeDSPage(page, places, { ...how, after });
    const run = await startRun(page, system, how);
    const challenge = challengeOf(page, 'element');
    await challenge.code.waitFor();
    await expect(challenge.dialog).toHaveCSS('color-scheme', 'dark');
    await expect(challenge.hosted.locator('#bar')).toHaveCSS('color', 'rgb(238, 242, 246)');
    await barOf(challenge, 'element').close.click();
    await expect(barOf(challenge, 'element').leave).toBeVisible();
    await expectNoViolation(page, 'giving up');
    await barOf(challenge, 'element').leave.click();
    expect(await run.told).toMatchObject(CANCELLED);
  });

  test('all around the bank has a name, and fits a phone', async ({ page, system, places }) => {
    const how = { flow: 'preorder', mode: 'element' } as const;
    await openThreeDSPage(page, places, { ...how, init: { locale: 'es' } });
    const run = await startRun(page, system, how);
    const { hosted, bank } = challengeOf(page, 'element');
    const name = 'Confirmación de tu banco';
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expect(page.getByTitle(name)).toBeVisible();
    await expect(hosted.getByRole('heading', { name })).toBeVisible();
    await expect(hosted.getByRole('timer', { name: 'Tiempo restante' })).toHaveText(/^1[45]:/);
    await expect(hosted.getByTitle('Página de tu banco')).toBeVisible();
    const stage = hosted.frameLocator('#stage iframe');
    await expect(stage.getByTitle('Confirmación del banco')).toBeVisible();
    await expect(bank.getByRole('textbox', { name: 'Código enviado por SMS' })).toBeVisible();
    await expect(hosted.locator('html')).toHaveAttribute('lang', 'es');
    await hosted.getByRole('button', { name: 'Salir', exact: true }).click();
    const question = hosted.getByRole('group');
    await expect(question).toHaveAccessibleName(/\?$/);
    await expect(question.getByRole('button', { name: 'Continuar en el banco' })).toBeFocused();
    await expectWholeOnPhone(page, question.getByRole('button'));
    await question.getByRole('button', { name: 'Cancelar pago' }).click();
    expect(await run.told).toMatchObject({ details: { reason: 'cancelled' } });
  });
});

/** Both answers can be read and pressed on the narrowest screen. */
async function expectWholeOnPhone(page: Page, answers: Locator): Promise<void> {
  await page.setViewportSize({ width: 320, height: 700 });
  await expect(answers).toHaveCount(2);
  for (const answer of await answers.all()) {
    await expect(answer).toBeInViewport({ ratio: 1 });
    const isCut = await answer.evaluate((each) => each.scrollWidth > each.clientWidth);
    expect(isCut).toBe(false);
  }
}

async function expectNoViolation(page: Page, state: string): Promise<void> {
  for (const frame of page.frames()) {
    const { pathname } = new URL(frame.url());
    expect(await findViolations(frame), `${state}: ${pathname}`).toEqual([]);
  }
}
