import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sdkInventorySchema } from '../../../contract/sdk-integrity.ts';
import { opened } from '../../testing/opened.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { checkedFetch } from '../../testing/test-checked-fetch.ts';
import { startTestService } from '../../testing/test-service.ts';
import { integrityOf } from '../documents/web-assets.ts';

const SCRIPTS = ['', '-flows', '-pix', '-payment'].map((part) => `checkout-sdk${part}.js`);
const DOCUMENTS = ['card', 'hosted', 'payment', 'pix', 'stage'];
/** As much of a built document as the service looks for. */
const DOCUMENT =
  '<script type="application/json" id="config">null</script><script type="module">1</script>';

const webDir = temporaryFolder('served-files');

const service = opened(async () => {
  for (const folder of ['hosted-frame/assets', 'sdk', 'dashboard', 'payment-page']) {
    mkdirSync(join(webDir, folder), { recursive: true });
  }
  for (const name of DOCUMENTS) writeFileSync(join(webDir, `hosted-frame/${name}.html`), DOCUMENT);
  for (const name of SCRIPTS) writeFileSync(join(webDir, 'sdk', name), `// ${name}\n`);
  writeFileSync(join(webDir, 'hosted-frame/assets/brand-x.js'), '// brands\n');
  mkdirSync(join(webDir, 'fonts'));
  writeFileSync(join(webDir, 'fonts/Nunito.woff2'), 'wOF2 of a test');
  return startTestService({ settings: { webDir, fontsDir: join(webDir, 'fonts') } });
});

describe('the scripts of the sdk', () => {
  it('are served at both addresses as the bytes whose hash is published', async () => {
    const { version, files } = await (
      await checkedFetch(`${service.baseUrl}/checkout/sdk/sri.json`)
    ).json();
    expect(Object.keys(files)).toEqual(SCRIPTS);
    for (const name of SCRIPTS) {
      expect(files[name].path).toBe(`/checkout/sdk/${version}/${name}`);
      for (const encoding of ['identity', 'gzip', 'br']) {
        const headers = { 'accept-encoding': encoding };
        const versioned = await checkedFetch(service.baseUrl + files[name].path, { headers });
        const fixed = await checkedFetch(`${service.baseUrl}/checkout/sdk/${name}`, { headers });
        const text = await versioned.text();
        expect(integrityOf(text)).toBe(files[name].integrity);
        expect(await fixed.text()).toBe(text);
        expect(versioned.headers.get('cache-control')).toContain('immutable');
        expect(fixed.headers.get('cache-control')).not.toContain('immutable');
      }
    }
    const at = (path: string) => checkedFetch(`${service.baseUrl}/checkout/sdk/${path}`);
    const major = await at(`v${version.split('.')[0]}/${SCRIPTS[0]}`);
    expect(integrityOf(await major.text())).toBe(files[SCRIPTS[0] ?? ''].integrity);
    expect(major.headers.get('cache-control')).toBe('public, max-age=300, must-revalidate');
    for (const version of ['0.0.0-00000000', 'v7', 'v']) {
      expect((await at(`${version}/${SCRIPTS[0]}`)).status).toBe(404);
    }
    const { scripts } = sdkInventorySchema.parse(await (await at('inventory.json')).json());
    const known = scripts.map(({ script, integrity }) => ({ path: script, integrity }));
    expect(known).toEqual(SCRIPTS.map((name) => files[name]));
  });
});

describe('what a document of the frame loads', () => {
  const at = (path: string) => fetch(`${service.checkoutUrl}/${path}`);

  it('may be kept by browsers for good, a chunk or a font, and no other file is served', async () => {
    const html = await (await at('card?key=pk_test_no3ds')).text();
    const [font = ''] = /nunito-400-[\w-]{8}\.woff2/.exec(html) ?? [];
    for (const [path, type] of [
      ['assets/brand-x.js', 'text/javascript; charset=utf-8'],
      [`fonts/${font}`, 'font/woff2'],
    ] as const) {
      const answer = await at(path);
      expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
        200,
        {
          'content-type': type,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        },
      ]);
    }
    for (const name of ['nothing.js', '..%2fcard.html', 'Nunito.woff2', '']) {
      expect((await at(`assets/${name}`)).status).toBe(404);
      expect((await at(`fonts/${name}`)).status).toBe(404);
    }
  });
});

describe('a document of the frame', () => {
  const at = (account: string, headers: Record<string, string> = {}) =>
    fetch(`${service.checkoutUrl}/card?key=pk_test_${account}`, { headers });

  it('is asked for again each time, and costs nothing where it is unchanged', async () => {
    const first = await at('no3ds');
    const etag = first.headers.get('etag') ?? '';
    const again = await at('no3ds', { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const policy = first.headers.get('content-security-policy');
    expect(again.headers.get('content-security-policy')).toBe(policy);
    expect((await at('preorder')).headers.get('etag')).not.toBe(etag);
    expect((await at('no3ds', { 'if-none-match': '"another"' })).status).toBe(200);
  });

  it('tells nothing of the server and sets no cookie', async () => {
    const { headers } = await at('no3ds');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(['set-cookie', 'x-powered-by', 'server'].filter((name) => headers.has(name))).toEqual(
      [],
    );
  });
});

it('no origin serves what is the matter of another', async () => {
  const { baseUrl, checkoutUrl, threeDSStageUrl } = service;
  for (const [origin, paths] of [
    [checkoutUrl, ['/payin', '/whoami', '/health', '/sandbox/clock', '/stage']],
    [threeDSStageUrl, ['/card', '/hosted', '/checkout/config', '/checkout/tokens', '/payin']],
    [baseUrl, ['/card', '/hosted', '/payment', '/pix', '/stage']],
  ] as const) {
    for (const path of paths) {
      const { status } = await fetch(`${origin}${path}?key=pk_test_preorder`);
      expect([path, status]).toEqual([path, 404]);
    }
  }
});
