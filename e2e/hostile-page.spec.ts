import type { Page } from '@playwright/test';
import { RAW_SUBMIT, typeAndWatch } from './hostile/honest-flow.ts';
import {
  cardDocument,
  NONCE,
  OPTIONS,
  openRawFrame,
  rawFramePage,
  watchMessages,
} from './hostile/raw-frame.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

/** Runs in an attacker's window: posts a perfect connect to `target` and reports what came back. */
const FORGED_CONNECT = `(target, nonce) => {
  const { port1, port2 } = new MessageChannel();
  window.stolen = [];
  port1.onmessage = ({ data }) => stolen.push(data);
  target.postMessage({ checkout: 'connect', version: 1, nonce }, '*', [port2]);
  port1.postMessage({ id: 'x', type: 'APPLY', path: ['submit'],
    argumentList: [{ type: 'RAW', value: {} }] });
}`;

test.describe('a connect of the right words is dropped when it comes', () => {
  test('from a sibling frame of another origin', async ({ page, system, merchant }) => {
    const origin = merchant.originOf('evil');
    const evil = origin + merchant.serve('<!doctype html><title>evil</title>');
    const after = `document.body.insertAdjacentHTML('beforeend',
      '<iframe name="evil" src="${evil}"></iframe>');`;
    await page.goto(merchant.origin + merchant.serve(rawFramePage(system, { after })));
    await page.evaluate(`mountRaw('${NONCE}')`);
    const messages = await watchMessages(cardDocument(page, system));
    const sibling = page.frame({ name: 'evil' })!;
    await sibling.evaluate(`(${FORGED_CONNECT})(parent.frames.card, '${NONCE}')`);
    await expect.poll(messages).toEqual([origin]);

    await page.evaluate(`window.port = connectRaw('${NONCE}')`);
    expect(await page.evaluate(`ask('configure', ${JSON.stringify(OPTIONS)})`)).toMatchObject({
      ok: true,
    });
    const watched = await typeAndWatch(page, system);
    await sibling.evaluate(`(${FORGED_CONNECT})(parent.frames.card, '${NONCE}')`);
    await expect.poll(messages).toHaveLength(3);
    await watched.expectUntouched();
    await watched.expectHonestSubmit(RAW_SUBMIT);
    expect(await sibling.evaluate('stolen')).toEqual([]);
  });

  test('from a second window of the page’s own origin', async ({ page, system, merchant }) => {
    await page.goto(merchant.origin + merchant.serve(rawFramePage(system)));
    await page.evaluate(`mountRaw('${NONCE}')`);
    const messages = await watchMessages(cardDocument(page, system));
    const opened = page.waitForEvent('popup');
    await page.evaluate((path) => {
      window.open(path);
    }, merchant.serve('<!doctype html><title>second</title>'));
    const second = await opened;
    await second.waitForLoadState();
    await second.evaluate(`(${FORGED_CONNECT})(opener.frames.card, '${NONCE}')`);
    await expect.poll(messages).toEqual([merchant.origin]);
    await honestAfter(page, system);
    expect(await second.evaluate('stolen')).toEqual([]);
  });

  test('twice: the first port works, the second never', async ({ page, system, places }) => {
    await openRawFrame(page, places);
    const watched = await typeAndWatch(page, system);
    await page.evaluate(`window.second = connectRaw('${NONCE}')`);
    await page.evaluate("second.postMessage(call('s', 'submit', {}))");
    expect(await page.evaluate("ask('focus')")).toMatchObject({ ok: true });
    await watched.expectUntouched();
    await watched.expectHonestSubmit(RAW_SUBMIT);
    expect(await page.evaluate("answers.filter(({ id }) => id === 's')")).toEqual([]);
  });

  async function honestAfter(page: Page, system: System, nonce = NONCE) {
    await page.evaluate(`window.port = connectRaw('${nonce}')`);
    expect(await page.evaluate(`ask('configure', ${JSON.stringify(OPTIONS)})`)).toMatchObject({
      ok: true,
    });
    const watched = await typeAndWatch(page, system);
    await watched.expectHonestSubmit(RAW_SUBMIT);
  }
});

test.describe('a frame shows no fields and says nothing', () => {
  test('opened on its own', async ({ page, system }) => {
    await page.goto(`${system.checkoutUrl}/card?key=pk_test_no3ds#nonce=${NONCE}`);
    await expect(page.locator('input, form')).toHaveCount(0);
  });

  test(`in a sandboxed page without an origin${rare()}`, async ({ page, system, merchant }) => {
    const headers = { 'content-security-policy': 'sandbox allow-scripts' };
    await page.goto(merchant.origin + merchant.serve(rawFramePage(system, { headers })));
    await silent(page, system);
  });

  async function silent(page: Page, system: System, parent = page.mainFrame(), nonce = NONCE) {
    await parent!.evaluate(`(() => {
      const loaded = new Promise((resolve) =>
        iframe.addEventListener('load', resolve, { once: true }));
      mountRaw('${nonce}');
      return loaded;
    })()`);
    // The frame's script has run: it is inline, and `load` waits for it.
    expect(await parent!.evaluate('hellos')).toEqual([]);
    for (const frame of page.frames()) {
      if (!frame.url().startsWith(system.checkoutUrl)) continue;
      expect(await frame.locator('input:visible').count()).toBe(0);
    }
  }
});
