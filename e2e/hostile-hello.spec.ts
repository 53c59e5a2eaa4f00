import { elementPage, heard, openElementPage } from './element-page.ts';
import { expectCode } from './expected-code.ts';
import { ELEMENT_SUBMIT, typeAndWatch } from './hostile/honest-flow.ts';
import { expect, test } from './system.ts';

test.describe('the sdk answers no hello', () => {
  /** Says a perfect hello, and on request tells all it ever got. */
  const IMPOSTOR = `<!doctype html><script>
    const got = [];
    addEventListener('message', ({ data, ports }) => {
      if (data === 'tell') parent.postMessage({ got }, '*');
      else got.push({ data, ports: ports.length });
    });
    const nonce = new URLSearchParams(location.hash.slice(1)).get('nonce');
    parent.postMessage({ checkout: 'hello', version: 1, nonce }, '*');
  </script>`;

  // Which origins are not the frame's is told beside its connection.
  test('from another port in the frame it mounted', async ({ page, system, merchant }) => {
    const origin = `http://127.0.0.1:1${new URL(system.checkoutUrl).port.slice(1)}`;
    await page.route(`${origin}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: IMPOSTOR }),
    );
    await page.goto(merchant.origin + merchant.serve(elementPage(system, { mounts: false })));
    const got = await page.evaluate(askImpostor(`${origin}/card`));
    expect(got).toEqual({ from: origin, got: [] });
    await page.evaluate(
      "document.querySelector('#card iframe').src = honest; element.ready.then(() => true)",
    );
    const watched = await typeAndWatch(page, system);
    await watched.expectHonestSubmit(ELEMENT_SUBMIT);
  });

  /** Mounts, turns the frame to another address before it spoke, and asks what that one got. */
  function askImpostor(address: string): string {
    return `(async () => {
      const card = document.getElementById('card');
      const said = new Promise((resolve) => addEventListener('message', (event) => {
        const { contentWindow } = card.querySelector('iframe');
        if (event.data?.checkout === 'hello') contentWindow.postMessage('tell', '*');
        if (event.data?.got) resolve({ from: event.origin, got: event.data.got });
      }));
      // Within the task that puts the frame in: a moment later it may have spoken.
      new MutationObserver((_changes, observer) => {
        const iframe = card.querySelector('iframe');
        if (iframe === null) return;
        observer.disconnect();
        window.honest = iframe.src;
        iframe.src = ${JSON.stringify(address)} + new URL(iframe.src).hash;
      }).observe(card, { childList: true, subtree: true });
      window.element = mount();
      return said;
    })()`;
  }

  test('no result, no good-bye of a sibling frame', async ({ page, system, merchant, places }) => {
    const evil = merchant.originOf('evil') + merchant.serve('<!doctype html><title>e</title>');
    const after = `<iframe name="evil" src="${evil}"></iframe>`;
    const card = await openElementPage(page, places, { after });
    await card.usable.waitFor();
    const watched = await typeAndWatch(page, system);
    const nonce = await page.evaluate(
      "new URL(document.querySelector('#card iframe').src).hash.slice(7)",
    );
    const before = await heard(page);
    await page.evaluate('window.seen = []; addEventListener("message", (e) => seen.push(e.data))');
    const forged = [
      { checkout: 'hello', version: 1, nonce },
      { checkout: 'hello', version: 2, nonce },
      { type: 'bye' },
      { type: 'flooded' },
      { id: 'x', type: 'RAW', value: { ok: true, value: { token: 'forged' } } },
      {
        id: 'x',
        type: 'APPLY',
        path: ['notify'],
        argumentList: [{ type: 'RAW', value: { type: 'bye' } }],
      },
    ];
    await page.frame({ name: 'evil' })!.evaluate((list) => {
      for (const message of list) parent.postMessage(message, '*');
    }, forged);
    await expect.poll(() => page.evaluate('seen.length')).toBe(forged.length);
    expect(await heard(page)).toEqual(before);
    await watched.expectUntouched();
    await watched.expectHonestSubmit(ELEMENT_SUBMIT);
  });

  test('of another version: it says so by its own code', async ({ page, system, merchant }) => {
    await page.route(`${system.checkoutUrl}/card?*`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: IMPOSTOR.replace('version: 1', 'version: 2'),
      }),
    );
    await page.goto(merchant.origin + merchant.serve(elementPage(system)));
    expectCode(await page.evaluate('element.ready.catch(plain)'), 'FRAME_VERSION_MISMATCH');
    await expect(page.locator('#card iframe')).toHaveCount(0);
  });
});

test('a page that turns the frame to another address after the handshake loses it', async ({
  page,
  system,
  merchant,
  places,
}) => {
  await openElementPage(page, places);
  const watched = await typeAndWatch(page, system);
  const evil = merchant.serve(`<!doctype html><script>
    const got = [];
    onmessage = ({ data, ports }) => got.push({ data, ports: ports.length });
    window.got = got;
  </script>`);
  const pending = await page.evaluate(`(async () => {
    const lost = new Promise((resolve) => element.on('loaderror', resolve));
    document.querySelector('#card iframe').src = ${JSON.stringify(merchant.originOf('evil') + evil)};
    return [plain(await lost), await element.submit().catch(plain)];
  })()`);
  expect(pending).toMatchObject([{ code: 'FRAME_LOST' }, { code: 'FRAME_LOST' }]);
  await expect(page.locator('#card iframe')).toHaveCount(0);
  expect(watched.tokens).toEqual([]);

  await page.evaluate('window.element = mount(); element.ready');
  const again = await typeAndWatch(page, system);
  await again.expectHonestSubmit(ELEMENT_SUBMIT);
});
