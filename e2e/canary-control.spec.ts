import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CANARY, findCanary } from './canary/canary.ts';
import { PAGE_SPIES } from './canary/page-realm.ts';
import { listenToPage, searchFiles, searchLogs, searchRealm } from './canary/search.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

const { number, cvv, holderName } = CANARY;
const spaced = number.replace(/\d{4}(?=\d)/g, '$& ');

test.describe('the search finds a planted card', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  test('in whatever form', () => {
    for (const [form, text] of [
      ['as it is', `x${number}y`],
      ['in groups of four', spaced],
      ['in the groups of its brand', number.replace(/^(.{4})(.{6})/, '$1 $2 ')],
      ['with dashes', spaced.replaceAll(' ', '-')],
      ['in a URL', encodeURIComponent(spaced)],
      ['in a form', new URLSearchParams({ n: spaced }).toString()],
      ['in hex', Buffer.from(number).toString('hex')],
      ['in upper-case hex', Buffer.from(spaced).toString('hex').toUpperCase()],
      ['in base64', base64(`${number}`)],
      ['in base64 after one sign', base64(`"${number}"`)],
      ['in base64 after two signs', base64(`: ${number},`)],
      ['in base64, spaced, after two signs', base64(`: ${spaced},`)],
      ['in UTF-16', Buffer.from(number, 'utf16le').toString('latin1')],
      ['as a CVV', `"cvv":"${cvv}"`],
      ['as a CVV without quotes', `cvv=${cvv}&`],
      ['as a CVV in base64', ` ${base64(cvv)} `],
      ['as a CVV in hex', ` ${Buffer.from(cvv).toString('hex')} `],
    ] as const) {
      expect(findCanary(Buffer.from(text, 'latin1')), form).not.toEqual([]);
    }
  });

  test('and nothing where there is none', () => {
    const innocent = `4111 1111 1111 1111 1${cvv} ${cvv}5 0.${cvv} ${number.slice(0, -1)} 123`;
    expect(findCanary(innocent, { andName: true })).toEqual([]);
  });

  test('in logs, the name too', () => {
    expect(searchLogs(`{"body":"${spaced}"}`)).not.toEqual([]);
    expect(searchLogs(`{"cvv":"${cvv}"}`)).not.toEqual([]);
    expect(searchLogs(`{"holder":"${holderName}"}`)).not.toEqual([]);
  });

  test('in the bytes of any file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'checkout-canary-'));
    const bytes = Buffer.concat([
      Buffer.alloc(5_000_000, 7),
      Buffer.from(number, 'utf16le'),
      Buffer.alloc(99),
    ]);
    writeFileSync(join(folder, 'heap.bin'), bytes);
    expect(searchFiles(folder)).toEqual(['file /heap.bin: number in UTF-16']);
    rmSync(folder, { recursive: true });
  });

  const PLACES = [
    ['page, title', `document.title = '${spaced}'`],
    ['page, history', `history.replaceState({ n: '${number}' }, '')`],
    ['page, address', `history.replaceState(null, '', '#${number}')`],
    ['page, cookies', `document.cookie = 'n=${number}'`],
    ['page, localStorage', `localStorage.setItem('n', '${btoa(number)}')`],
    ['page, sessionStorage', `sessionStorage.setItem('${number}', 1)`],
    ['page, CacheStorage', `caches.open('c').then((c) => c.put('/x', new Response('${number}')))`],
    [
      'page, IndexedDB',
      `new Promise((resolve) => {
        const open = indexedDB.open('d');
        open.onupgradeneeded = () => open.result.createObjectStore('s').put('${number}', 1);
        open.onsuccess = () => { open.result.close(); resolve(); };
      })`,
    ],
    ['page, DOM', `document.body.dataset.n = '${number}'`],
    [
      'page, DOM',
      `{ const host = document.body.appendChild(document.createElement('div'));
        host.attachShadow({ mode: 'open' }).innerHTML = '<p><input></p>';
        host.shadowRoot.querySelector('input').value = '${spaced}'; }`,
    ],
    ['page, globals', `window.a = { b: [new Map([['c', { d: Number('${number}') }]])] }`],
    ['page, globals', `window.f = Object.assign(() => 0, { ['${number}']: 1 })`],
    ['page, globals', `postMessage({ n: '${number}' }, '*')`],
    [
      'page, globals',
      `{ const c = new MessageChannel(); c.port1.start(); c.port2.postMessage(['${number}']) }`,
    ],
    ['page, globals', `dispatchEvent(new MessageEvent('message', { data: '${number}' }))`],
    ['page, globals', `JSON.stringify({ n: '${number}' })`],
    ['page, globals', `Promise.resolve({ n: '${number}' }).then(() => 0)`],
    ['console', `console.debug('${spaced}')`],
    ['page error', `setTimeout(() => { throw new Error('${number}') })`],
    ['request address', `fetch('/x?n=${number}').then(() => 0)`],
    ['request headers', `fetch('/x', { headers: { 'x-n': '${number}' } }).then(() => 0)`],
    ['answer', `fetch('/planted').then((r) => r.text()).then(() => 0)`],
    ['answer headers', `fetch('/planted').then((r) => r.text()).then(() => 0)`],
  ] as const;

  // Where a page can hold a card is a matter of the search alone, which rarely changes.
  const everyday = ['page, DOM', 'console', 'answer'];
  for (const isRare of [false, true]) {
    const searched = PLACES.filter(([place]) => everyday.includes(place) !== isRare);
    test(`in ${searched.length} places of a page${rare(isRare)}`, async ({ browser, merchant }) => {
      test.slow();
      merchant.serve({ body: `{"n":"${number}"}`, headers: { 'x-n': number } }, '/planted');
      const body = `<!doctype html><script>${PAGE_SPIES}</script><title>t</title><body>`;
      for (const [place, script] of searched) {
        await test.step(`${place}: ${script.slice(0, 60)}`, async () => {
          const page = await browser.newPage();
          const ears = listenToPage(page);
          await page.goto(merchant.origin + merchant.serve(body));
          const everywhere = async () => [
            ...(await searchRealm('page', page.mainFrame(), { reach: true })),
            ...(await ears.findings()),
          ];
          expect(await everywhere()).toEqual([]);
          await page.evaluate(`(async () => { ${script} })()`);
          await expect
            .poll(async () => (await everywhere()).some((finding) => finding.startsWith(place)))
            .toBe(true);
          await page.close();
        });
      }
    });
  }
});
