import type { Attack } from './hostile/forge-ends.ts';
import { forgeEnds } from './hostile/forge-ends.ts';
import { HOSTILE_BANK } from './hostile/hostile-bank.ts';
import { everybodyHeard, frameOf, giveUp, openChallenge } from './hostile/open-challenge.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';
import {
  challengeOf,
  enterCode,
  expectNoChallenge,
  openThreeDSPage,
  startRun,
} from './threeds-page.ts';

const MODES = ['direct', 'hosted'] as const;

// What a browser carries of the bank's answer is told beside the sandbox's bank: it decides nothing.
test.describe('forged messages of an end change nothing', () => {
  for (const mode of ['element', 'direct'] as const) {
    for (const from of ['the page', 'a sibling frame', 'a popup'] as const) {
      const tag = rare(mode === 'direct' && from !== 'a sibling frame');
      test(`from ${from} (${mode})${tag}`, async ({ page, merchant, places }) => {
        const evil = merchant.originOf('evil') + merchant.serve('<!doctype html><title>e</title>');
        const after = `<iframe name="evil" src="${evil}"></iframe>`;
        const { run, challenge, completions, isSettled } = await openChallenge(page, places, {
          mode,
          after,
        });
        const nonce = await page.evaluate(() => {
          const { src } = document.querySelector<HTMLIFrameElement>('dialog iframe') ?? { src: '' };
          return new URLSearchParams(src.replace(/^[^#]*#/, '')).get('nonce') ?? '';
        });
        const windows = page.frames().length;
        const attack = (where: Attack['from']): Attack => ({ from: where, nonce });
        if (from === 'the page') {
          expect(await page.evaluate(forgeEnds, attack('self'))).toBe(windows);
        } else if (from === 'a sibling frame') {
          const sibling = page.frame({ name: 'evil' });
          expect(await sibling?.evaluate(forgeEnds, attack('top'))).toBe(windows);
        } else {
          const opening = page.waitForEvent('popup');
          await page.evaluate((url) => void window.open(url), evil);
          const popup = await opening;
          await popup.waitForLoadState();
          expect(await popup.evaluate(forgeEnds, attack('opener'))).toBe(windows);
          await popup.close();
        }
        await everybodyHeard(page);

        expect(isSettled()).toBe(false);
        expect(completions).toEqual([]);
        await expect(challenge.code).toBeVisible();
        await enterCode(challenge);
        const told = await run.told;
        expect(told).toMatchObject({ threeDS: { status: 'AUTHENTICATED' } });
        expect(JSON.stringify(told)).not.toContain('forged');
        expect(completions).toEqual([{ outcome: 'done' }]);
      });
    }
  }
});

test.describe("a bank's page gone bad", () => {
  for (const mode of MODES) {
    test(`is held in its frame, and the buyer can leave (${mode})${rare(mode === 'direct')}`, async ({
      page,
      context,
      system,
      places,
    }) => {
      const events: string[] = [];
      await openThreeDSPage(page, places, { flow: 'preorder', mode });
      const address = page.url();
      context.on('page', () => events.push('popup'));
      page.on('dialog', (dialog) => {
        events.push(`dialog ${dialog.type()}`);
        dialog.dismiss().catch(() => undefined);
      });
      await page.route('**/3ds/challenge/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: HOSTILE_BANK }),
      );
      await page.route('https://evil.example/**', (route) => {
        events.push(`request ${route.request().url()}`);
        return route.abort();
      });
      const run = await startRun(page, system, { flow: 'preorder', mode });
      const { bank, dialog } = challengeOf(page, mode);
      await bank.locator('#here').waitFor();
      // A click of the buyer gives a page rights it has not by itself.
      await bank.locator('#here').click();
      const frame = frameOf(page, '/3ds/challenge/');
      await expect.poll(() => frame.title().then(Number)).toBeGreaterThan(35);

      expect(page.url()).toBe(address);
      await expect(dialog).toBeVisible();
      expect(await page.locator('h1').textContent()).toBe('Loja');
      await giveUp(page, mode);
      expect(await run.told).toMatchObject({
        code: 'THREEDS_FAILED',
        details: { reason: 'cancelled' },
      });
      await expectNoChallenge(page);
      expect(page.url()).toBe(address);
      expect(events).toEqual([]);
    });
  }
});
