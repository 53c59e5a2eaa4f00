import type { Page } from '@playwright/test';
import { deferred } from '../contract/deferred.cases.ts';
import { openChallenge } from './hostile/open-challenge.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';
import {
  AUTHENTICATED,
  barOf,
  CANCELLED,
  cardInput,
  challengeOf,
  createPayin,
  enterCode,
  expectFocusAtBank,
  expectNoChallenge,
  expectPayin,
  handling,
  openThreeDSPage,
  pressEnterUntil,
  settle,
  startRun,
  typeCode,
} from './threeds-page.ts';

/** A card whose 3DS method, a hidden page of the bank, never says that it is done. */
const METHOD_NEVER_ENDS = '4000000000002354';

const POST_ORDER = { flow: 'postorder' } as const;

test.describe("the bank's page", () => {
  test('takes the right code after two wrong ones', async ({ page, system, places }) => {
    const how = { ...POST_ORDER, mode: 'element' } as const;
    const { run, challenge } = await openChallenge(page, places, how);
    for (const left of ['Restam 2 tentativas', 'Resta 1 tentativa']) {
      await enterCode(challenge, '9999');
      await expect(challenge.bank.getByRole('alert')).toContainText(left);
      await expect(challenge.code).toBeFocused();
    }
    await challenge.confirm.click({ trial: true });
    await enterCode(challenge, '');
    await expect(challenge.bank.getByRole('alert')).toHaveText('Digite o código recebido.');
    await enterCode(challenge);
    expect(await run.told).toMatchObject(AUTHENTICATED);
    await expectPayin(system, 'postorder', run.payin?.id, 'APPROVED');
  });

  // Chromium never lays out a page whose frame is first shown while the page is loading.
  for (const mode of ['element', 'direct'] as const) {
    test(`is laid out before anybody sees it, in ${mode} mode${rare(mode !== 'element')}`, async ({
      page,
      system,
      places,
    }) => {
      const how = { flow: 'preorder', mode } as const;
      await openThreeDSPage(page, places, how);
      const opened = page.waitForEvent('framenavigated', (frame) =>
        frame.url().includes('/3ds/method/silent?'),
      );
      await startRun(page, system, { ...how, number: METHOD_NEVER_ENDS });
      const method = await opened;
      await method.waitForLoadState();
      expect(await method.evaluate('document.body.getClientRects().length')).toBe(1);
    });
  }

  // The built script is looked at: a minifier takes away what only makes the browser lay out.
  for (const mode of ['element', 'direct'] as const) {
    const tag = rare(mode !== 'element');
    test(`is boxed anew with each page, in ${mode} mode${tag}`, async ({ page, places }) => {
      await page.addInitScript(`
        const measure = Element.prototype.getBoundingClientRect;
        window.displays = [];
        Element.prototype.getBoundingClientRect = function () {
          if (this instanceof HTMLIFrameElement) window.displays.push(this.style.display);
          return measure.call(this);
        };
      `);
      const how = { flow: 'postorder', mode } as const;
      const { run, challenge } = await openChallenge(page, places, how);
      const around =
        mode === 'direct'
          ? page.mainFrame()
          : page.frames().find((frame) => new URL(frame.url()).pathname === '/stage');
      const boxed = async () =>
        (await around?.evaluate<string[]>('displays'))?.filter((display) => display === 'none');
      await expect.poll(async () => (await boxed())?.length).toBeGreaterThan(0);
      const before = (await boxed())?.length ?? 0;
      await challenge.resend.click();
      await expect(challenge.bank.getByRole('status')).toHaveText('Enviamos um novo código.');
      await expect.poll(async () => (await boxed())?.length).toBeGreaterThan(before);
      await enterCode(challenge);
      expect(await run.told).toMatchObject(AUTHENTICATED);
    });
  }
});

for (const mode of ['element', 'direct'] as const) {
  const also = rare(mode !== 'element');
  test.describe(`giving up, in ${mode} mode`, () => {
    test(`by the close button asks first, then leaves${also}`, async ({ page, system, places }) => {
      const { run, challenge } = await openChallenge(page, places, { ...POST_ORDER, mode });
      const { close, question, stay, leave } = barOf(challenge, mode);
      await typeCode(challenge, '12');
      await expect(question).toBeHidden();
      await close.click();
      await expect(question).toBeVisible();
      await stay.click();
      await expect(question).toBeHidden();
      await expect(challenge.code).toHaveValue('12');
      // The second click of a double click must not count as giving up.
      await close.dblclick();
      await expect(question).toBeHidden();
      await expect(challenge.code).toHaveValue('12');
      await close.click();
      await leave.click();
      expect(await run.told).toMatchObject(CANCELLED);
      await expectNoChallenge(page);
      await expectPayin(system, 'postorder', run.payin?.id, 'REFUSED');
    });

    test(`by Escape asks as well outside the bank alone${also}`, async ({ page, places }) => {
      const { run, challenge } = await openChallenge(page, places, { flow: 'preorder', mode });
      const { question, stay, leave } = barOf(challenge, mode);
      await expectFocusAtBank(challenge);
      await challenge.code.press('Escape');
      await challenge.code.press('Escape');
      await expect(challenge.code).toBeFocused();
      await expect(question).toBeHidden();

      await page.evaluate('document.activeElement.blur()');
      await page.keyboard.press('Escape');
      await expect(question).toBeVisible();
      await expect(challenge.dialog).toBeVisible();
      await expect(stay).toBeFocused();
      await stay.press('Enter');
      await expect(question).toBeHidden();
      await expect(challenge.code).toBeVisible();

      // A browser closes a dialog in spite of us once Escape was pressed again and again.
      await page.evaluate(`document.querySelector('dialog[open]').close()`);
      await expect(question).toBeVisible();
      await expect(challenge.dialog).toBeVisible();
      await leave.click();
      expect(await run.told).toMatchObject(CANCELLED);
      await expectNoChallenge(page);
    });

    test(`keeps the top layer above what the merchant opened before and opens later${rare()}`, async ({
      page,
      system,
      places,
    }) => {
      const theirs = `<dialog id="theirs" style="width:600px;height:600px">Carrinho</dialog>
        <dialog id="later" style="width:700px;height:700px">Promoção</dialog>
        <div id="popover" popover style="width:700px;height:700px">Ajuda</div>
        <div style="position:fixed;inset:0;z-index:2147483647;pointer-events:none"></div></main>`;
      const how = { flow: 'preorder', mode } as const;
      await openThreeDSPage(page, places, { ...how, after: theirs });
      await page.evaluate('theirs.showModal()');
      if (mode === 'element')
        await page.evaluate(`theirs.append(document.querySelector('#below'))`);
      const run = await startRun(page, system, how);
      const challenge = challengeOf(page, mode);
      await typeCode(challenge, '12');
      await expectBankOnTop(page);
      await page.evaluate('later.showModal()');
      await expectBankOnTop(page);
      await page.evaluate('popover.showPopover()');
      await expectBankOnTop(page);
      await expect(challenge.code).toHaveValue('12');
      await enterCode(challenge);
      expect(await run.told).toMatchObject(AUTHENTICATED);
      expect(await page.evaluate('[theirs.open, later.open]')).toEqual([true, true]);
    });
  });

  test(`a bank's page that is long in loading leaves the buyer's keys alone in ${mode} mode${also}`, async ({
    page,
    places,
  }) => {
    const { promise: arrived, resolve: arrive } = deferred();
    await page.route('**/3ds/challenge/**', async (route) => {
      const response = await route.fetch();
      const body = `${await response.text()}<img id="ad" alt="" src="/ad.png">`;
      await route.fulfill({ contentType: 'text/html', body });
    });
    await page.route('**/ad.png', async (route) => {
      await arrived;
      await route.abort();
    });
    const { run, challenge } = await openChallenge(page, places, { flow: 'preorder', mode });
    await challenge.code.click();
    await page.keyboard.type('12');
    const bank = challenge.bank.locator('body');
    await bank.evaluate("window.addEventListener('load', () => document.body.append('loaded'))");
    arrive();
    // A focus that is given anew at the load would lose every key from then on; one that is pressed
    // in that very moment Chromium itself may lose on a busy machine.
    await expect(bank).toContainText('loaded');
    await page.keyboard.type('34');
    await expect(challenge.code).toHaveValue('1234');
    await expect(challenge.code).toBeFocused();
    await pressEnterUntil(page, async () => expect(await run.told).toMatchObject(AUTHENTICATED));
  });

  for (const [what, viewport, size] of [
    ['phone, the whole screen', { width: 360, height: 740 }, null],
    ['desktop, 500 by 600 below our bar', { width: 1280, height: 900 }, [500, 600]],
  ] as const) {
    const tag = rare(mode !== 'element' || size !== null);
    test(`is as large as fits in ${mode} mode: ${what}${tag}`, async ({ page, places }) => {
      await page.setViewportSize(viewport);
      const { run, challenge } = await openChallenge(page, places, { flow: 'preorder', mode });
      await expect(challenge.confirm).toBeInViewport();
      const dialog = await challenge.dialog.boundingBox();
      const bank = await challenge.code.evaluate(({ ownerDocument: { defaultView } }) => ({
        width: defaultView?.innerWidth,
        height: defaultView?.innerHeight,
        overflow: (defaultView?.document.documentElement.scrollWidth ?? 0) > innerWidth,
      }));
      const bar = (dialog?.height ?? 0) - (bank.height ?? 0);
      expect(bank.overflow).toBe(false);
      expect(bar).toBeGreaterThanOrEqual(44);
      expect(bar).toBeLessThanOrEqual(60);
      if (size === null) {
        expect(dialog).toMatchObject({ x: 0, y: 0, ...viewport });
        expect(bank.width).toBe(viewport.width);
      } else {
        expect([bank.width, bank.height]).toEqual(size);
        expect(dialog).toMatchObject({ width: 500, x: (viewport.width - 500) / 2 });
      }
      await challenge.cancel.click();
      await run.told;
    });
  }
}

test('a challenge goes on after a reload by one POST /payin', async ({ page, system, places }) => {
  const how = { ...POST_ORDER, mode: 'element' } as const;
  const { run } = await openChallenge(page, places, how);
  await typeCode(challengeOf(page, 'element'), '12');
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await page.evaluate('element.ready');
  const card = { token: run.token(), installments: 1 };
  const again = await createPayin(system, 'postorder', card, run.referenceId);
  expect(again).toEqual({ status: 201, body: run.payin });
  const told = settle(page, handling('element', again.body, cardInput(run)));
  await enterCode(challengeOf(page, 'element'));
  expect(await told).toMatchObject({ payinId: run.payin?.id, ...AUTHENTICATED });
  await expectPayin(system, 'postorder', run.payin?.id, 'APPROVED');
});

/** Checks that every point of the bank's window hits it, in each document around it. */
async function expectBankOnTop(page: Page): Promise<void> {
  await expect(async () => {
    const bank = page.frames().find((frame) => frame.url().includes('/3ds/challenge/'));
    expect(bank).toBeDefined();
    for (let frame = bank; frame?.parentFrame(); frame = frame.parentFrame() ?? undefined) {
      const hit = await (await frame.frameElement()).evaluate((iframe) => {
        if (!(iframe instanceof Element)) return ['no element'];
        const { left, top, width, height } = iframe.getBoundingClientRect();
        const parts = [0.02, 0.25, 0.5, 0.75, 0.98];
        const points = parts.flatMap((x) => parts.map((y) => [left + x * width, top + y * height]));
        return points
          .map(([x = 0, y = 0]) => document.elementFromPoint(x, y))
          .filter((element) => element !== iframe)
          .map((element) => element?.outerHTML.slice(0, 80));
      });
      expect(hit, frame.url()).toEqual([]);
    }
  }).toPass();
}
