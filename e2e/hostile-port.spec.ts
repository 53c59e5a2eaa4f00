import { openElementPage } from './element-page.ts';
import { expectCode } from './expected-code.ts';
import { ELEMENT_SUBMIT, RAW_SUBMIT, typeAndWatch } from './hostile/honest-flow.ts';
import { cardDocument, OPTIONS, openRawFrame } from './hostile/raw-frame.ts';
import { expect, test } from './system.ts';

/** A message on the bare port, without its id. */
type HostileEnvelope = {
  type: string;
  path?: string[];
  argumentList?: unknown[];
  value?: unknown;
  name?: string;
};

const RAW = { type: 'RAW', value: {} };
const submit = { type: 'APPLY', path: ['submit'], argumentList: [RAW] };

/** One of each kind, in comlink's own tongue; the frame must not even answer. */
const ENVELOPES: HostileEnvelope[] = [
  { type: 'GET', path: ['submit'] },
  { type: 'SET', path: ['__proto__', 'polluted'], value: RAW },
  { type: 'CONSTRUCT', path: ['submit', 'constructor'], argumentList: [RAW] },
  { type: 'ENDPOINT' },
  { type: 'RELEASE' },
  { ...submit, path: ['submit', 'bind'] },
  { ...submit, path: ['notify'] },
  { ...submit, argumentList: [{ type: 'HANDLER', name: 'proxy', value: 1 }] },
  RAW,
];

// Each form that an envelope may have is told beside the guard of the port.
test('the frame drops every envelope straight on the port', async ({ page, system, places }) => {
  const strays: string[] = [];
  page.on('pageerror', (error) => strays.push(error.message));
  page.on('console', (message) => strays.push(message.text()));
  await openRawFrame(page, places);
  const watched = await typeAndWatch(page, system);
  const inside = cardDocument(page, system);
  await page.evaluate((list) => {
    const { port } = window as unknown as { port: MessagePort };
    for (const [index, envelope] of list.entries()) {
      port.postMessage({ id: `hostile-${index}`, ...envelope });
    }
  }, ENVELOPES);
  // Messages on one port keep their order: this answer comes after all of the above.
  expect(await page.evaluate("ask('cancel')")).toMatchObject({ ok: true });
  expect(await page.evaluate('answers.filter(({ id }) => /^hostile/.test(id))')).toEqual([]);
  expect(await inside.evaluate(() => 'polluted' in {} || 'polluted' in window)).toBe(false);
  await watched.expectUntouched();
  await watched.expectHonestSubmit(RAW_SUBMIT);
  expect(strays).toEqual([]);
});

/** Mounts with a `MessageChannel` of the page, which keeps the sdk's ports in `window.ports`. */
const MOUNT_AND_GRAB = `
  window.ports = [];
  const Original = MessageChannel;
  window.MessageChannel = function () {
    const channel = new Original();
    ports.push(channel.port1);
    return channel;
  };
  window.element = mount();
  element.ready`;

test('a burst beyond the limit closes the port, emptied', async ({ page, system, places }) => {
  await openRawFrame(page, places);
  const { card, tokens } = await typeAndWatch(page, system);
  const session = await page.context().newCDPSession(cardDocument(page, system));
  const heapBytes = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  };
  const before = await heapBytes();
  await page.evaluate(`{
    const junk = { text: 'x'.repeat(1000) };
    for (let sent = 0; sent < 30000; sent += 1) port.postMessage(junk);
  }`);
  await expect
    .poll(() => page.evaluate("told.filter(({ type }) => type === 'flooded').length"))
    .toBe(1);
  for (const field of [card.name, card.number, card.expiry, card.cvv]) {
    await expect(field).toHaveValue('');
  }
  expect(await page.evaluate("ask('submit', {}, { deadlineMs: 300 })")).toBeNull();
  expect(await page.evaluate("told.filter(({ type }) => type === 'flooded').length")).toBe(1);
  expect(tokens).toEqual([]);
  await expect.poll(async () => (await heapBytes()) / before).toBeLessThan(1.1);
});

test('a burst over its port ends it; a new element works', async ({ page, system, places }) => {
  await openElementPage(page, places, { mounts: false });
  await page.evaluate(MOUNT_AND_GRAB);
  await typeAndWatch(page, system);
  const lost = await page.evaluate(`(async () => {
    const lost = new Promise((resolve) => element.on('loaderror', resolve));
    for (let sent = 0; sent < 20000; sent += 1) ports[0].postMessage(sent);
    return [plain(await lost), await element.submit().catch(plain)];
  })()`);
  for (const told of lost as unknown[]) expectCode(told, 'CHANNEL_FLOODED');
  expect(lost).toHaveLength(2);
  await expect(page.locator('#card iframe')).toHaveCount(0);

  await page.evaluate('window.element = mount(); element.ready');
  const again = await typeAndWatch(page, system);
  await again.expectHonestSubmit(ELEMENT_SUBMIT);
});

test.describe('what the page gives the frame', () => {
  // What each schema refuses, and each entry of a look, is told beside it.
  const SPOILED: [string, object, string][] = [
    ['markup as a label', { labels: { pin: '<b>PIN</b>' } }, 'labels.pin'],
    [
      'an address as a colour',
      { appearance: { variables: { colorPrimary: 'url(https://evil.example/x)' } } },
      'appearance.variables.colorPrimary',
    ],
    [
      'a rule for the document itself',
      { appearance: { rules: { ':root{}body': { color: 'red' } } } },
      'appearance.rules.:root{}body',
    ],
  ];

  test('is refused or left out by name, unapplied', async ({ page, system, merchant, places }) => {
    const asked: string[] = [];
    const told: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    page.on('console', (message) => told.push(message.text()));
    await openRawFrame(page, places);
    const watched = await typeAndWatch(page, system);
    const look = () =>
      cardDocument(page, system).evaluate(() => {
        const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
        // An empty rule changes nothing.
        const texts = rules.map((rule) => rule.cssText).filter((text) => !/\{ \}$/.test(text));
        return texts.join('') + document.documentElement.outerHTML;
      });
    const before = await look();
    const ask = (argument: object) => page.evaluate(`ask('update', ${JSON.stringify(argument)})`);
    expect(await ask({ amount: 10.5 })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_ARGUMENT', details: { fields: [{ path: 'amount' }] } },
    });
    for (const [what, spoiled] of SPOILED) {
      expect(await ask(spoiled), what).toMatchObject({ ok: true });
    }
    // Each entry is told once, however often a page gives it.
    const fields = SPOILED.map(([, , field]) => field);
    await expect.poll(() => told).toHaveLength(fields.length);
    for (const [index, field] of fields.entries()) {
      expect(told[index]).toContain(`checkout-sdk: ${field} `);
      expect(told[index]).toMatch(/; it is left out$/);
    }
    expect((await look()).replace(' style=""', '').replace(/ data-layout="\w+"/, '')).toBe(
      before.replace(/ data-layout="\w+"/, ''),
    );
    expect(new Set(asked)).toEqual(new Set([merchant.origin, system.checkoutUrl]));
    await watched.expectUntouched();
    await watched.expectHonestSubmit(RAW_SUBMIT);
  });

  test('before it configured anything makes no token', async ({ page, system, places }) => {
    await openRawFrame(page, places, { ...OPTIONS, maxInstallments: 1 });
    const watched = await typeAndWatch(page, system);
    await page.evaluate(`(async () => {
      iframe.remove();
      document.getElementById('card').append(iframe);
      await new Promise((resolve) => addEventListener('hello', resolve, { once: true }));
      window.port = connectRaw(new URL(iframe.src).hash.slice(7));
    })()`);
    const { ok, error } = await page.evaluate<{ ok: boolean; error: unknown }>(RAW_SUBMIT);
    expect(ok).toBe(false);
    expectCode(error, 'CALL_NOT_ALLOWED');
    expect(watched.tokens).toEqual([]);
  });
});
