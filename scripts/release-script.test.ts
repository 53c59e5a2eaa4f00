/**
 * @module-tag rare
 * @module-tag minutes
 */

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { integrityOf } from '../service/api/documents/web-assets.ts';
import { temporaryFolder } from '../service/testing/temporary-folder.ts';
import { checkedFetch } from '../service/testing/test-checked-fetch.ts';
import type { TestService } from '../service/testing/test-service.ts';
import { startTestService } from '../service/testing/test-service.ts';

const PROGRAM = join(import.meta.dirname, 'release-script.mjs');
const NAMES = ['', '-flows', '-payment', '-pix'].map((part) => `checkout-sdk${part}.js`);

/** As much of a built document as the service looks for. */
const DOCUMENT =
  '<script type="application/json" id="config">null</script><script type="module">1</script>';

const home = temporaryFolder('release-script');
const folder = join(home, 'releases');

type Sri = { version: string; files: { [name: string]: { path: string; integrity: string } } };

let first: Sri;
let bytes: { [name: string]: string };
let service: TestService;

/** A build whose scripts are told apart by a word. */
function buildOf(word: string): string {
  const webDir = join(home, word);
  mkdirSync(join(webDir, 'hosted-frame', 'assets'), { recursive: true });
  for (const folder of ['sdk', 'dashboard', 'payment-page']) mkdirSync(join(webDir, folder));
  for (const name of ['card', 'hosted', 'payment', 'pix', 'stage']) {
    writeFileSync(join(webDir, 'hosted-frame', `${name}.html`), DOCUMENT);
  }
  for (const name of NAMES) writeFileSync(join(webDir, 'sdk', name), `// ${name}: ${word}\n`);
  return webDir;
}
function serve(word: string, sdkReleasesDir?: string): Promise<TestService> {
  const releases = sdkReleasesDir === undefined ? {} : { sdkReleasesDir };
  return startTestService({ settings: { webDir: join(home, word), ...releases } });
}
function keep(...given: string[]): Promise<{ code: number; told: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...given], { env: {} }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : 1, told: `${stdout}${stderr}`.trim() });
    });
  });
}
async function sriOf({ baseUrl }: TestService): Promise<Sri> {
  return (await checkedFetch(`${baseUrl}/checkout/sdk/sri.json`)).json();
}

beforeAll(async () => {
  buildOf('first');
  buildOf('second');
  const old = await serve('first');
  first = await sriOf(old);
  expect((await keep(old.baseUrl, folder)).told).toBe(`${first.version} is kept in ${folder}.`);
  const read = NAMES.map(async (name) => {
    const answer = await checkedFetch(old.baseUrl + first.files[name]?.path);
    return [name, await answer.text()] as const;
  });
  bytes = Object.fromEntries(await Promise.all(read));
  await old.stop();
  service = await serve('second', folder);
});
afterAll(() => service.stop());

describe('a version that was kept', () => {
  it('is served by the next release at the address and with the hash that it had', async () => {
    expect((await sriOf(service)).version).not.toBe(first.version);
    for (const [name, { path, integrity }] of Object.entries(first.files)) {
      for (const encoding of ['identity', 'gzip', 'br']) {
        const headers = { 'accept-encoding': encoding };
        const answer = await checkedFetch(service.baseUrl + path, { headers });
        const text = await answer.text();
        expect(text).toBe(bytes[name]);
        expect(integrityOf(text)).toBe(integrity);
      }
    }
  });

  it('has the headers of the version that runs', async () => {
    const newest = await sriOf(service);
    const told = async ({ files }: Sri) => {
      const { path } = files['checkout-sdk.js'] ?? { path: '' };
      const { status, headers } = await checkedFetch(service.baseUrl + path);
      const {
        etag,
        date,
        'content-length': _,
        'x-request-id': __,
        ...others
      } = Object.fromEntries(headers);
      return { status, ...others };
    };
    const earlier = await told(first);
    expect(earlier).toEqual(await told(newest));
    expect(earlier).toMatchObject({
      status: 200,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  it('is not answered anew where it is known', async () => {
    const url = `${service.baseUrl}${first.files['checkout-sdk.js']?.path}`;
    const etag = (await checkedFetch(url)).headers.get('etag') ?? '';
    expect((await checkedFetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('tells its own sri.json', async () => {
    const url = `${service.baseUrl}/checkout/sdk/${first.version}/sri.json`;
    expect(await (await checkedFetch(url)).json()).toEqual(first);
  });

  it('does not take the place of the newest at the fixed address', async () => {
    const answer = await checkedFetch(`${service.baseUrl}/checkout/sdk/checkout-sdk.js`);
    expect(await answer.text()).toContain('second');
  });
});

describe('an address that leads elsewhere', () => {
  /** The path as it stands: `fetch` would tidy it up. */
  function statusOf(path: string): Promise<number | undefined> {
    const { hostname, port } = new URL(service.baseUrl);
    return new Promise((resolve, reject) => {
      get({ hostname, port, path }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on('error', reject);
    });
  }

  it.each([
    '/checkout/sdk/0.0.0-00000000/checkout-sdk.js',
    '/checkout/sdk/VERSION/releases.json',
    '/checkout/sdk/VERSION/../releases.json',
    '/checkout/sdk/VERSION/..%2freleases.json',
    '/checkout/sdk/VERSION%2f..%2f/releases.json',
    '/checkout/sdk/../releases.json',
    '/checkout/sdk/..%2f/releases.json',
    '/checkout/sdk/%2e%2e/releases.json',
    '/checkout/sdk/VERSION/..%5creleases.json',
    '/checkout/sdk/constructor/checkout-sdk.js',
    '/checkout/sdk/__proto__/get',
  ])('finds nothing: %s', async (path) => {
    expect(await statusOf(path.replace('VERSION', first.version))).toBe(404);
  });
});

describe('a folder that is not right', () => {
  const listing = () => JSON.parse(readFileSync(join(folder, 'releases.json'), 'utf8'));

  async function startWith(spoil: (copy: string) => void): Promise<string> {
    const copy = mkdtempSync(join(home, 'spoilt-'));
    cpSync(folder, copy, { recursive: true });
    spoil(copy);
    try {
      const started = await serve('second', copy);
      await started.stop();
      return 'started';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  const list = (copy: string, text: string) => writeFileSync(join(copy, 'releases.json'), text);

  it('starts as it was kept', async () => expect(await startWith(() => undefined)).toBe('started'));

  it('is refused where one byte of a file differs', async () => {
    const told = await startWith((copy) => {
      writeFileSync(join(copy, first.version, 'checkout-sdk-flows.js'), '// another\n');
    });
    expect(told).toBe(
      `SDK_RELEASES_DIR: ${first.version}/checkout-sdk-flows.js is not the file whose hash ` +
        'releases.json has.',
    );
  });

  it('is refused where a file is gone', async () => {
    const told = await startWith((copy) => rmSync(join(copy, first.version, 'checkout-sdk.js')));
    expect(told).toBe(`SDK_RELEASES_DIR: ${first.version}/checkout-sdk.js cannot be read.`);
  });

  it.each([
    ['is not there', (copy: string) => rmSync(join(copy, 'releases.json')), 'cannot be read'],
    ['is no JSON', (copy: string) => list(copy, '['), 'is not JSON'],
    ['is no list', (copy: string) => list(copy, '{}'), 'is not a list of released versions'],
  ])('is refused where its listing %s', async (_what, spoil, told) => {
    expect(await startWith(spoil)).toBe(`SDK_RELEASES_DIR: releases.json ${told}.`);
  });

  it.each(['../first', '..', '/etc', 'a/b', 'a\\b', '', '.hidden'])(
    'is refused where it lists %j as a version or a file',
    async (name) => {
      const [release] = listing();
      const [file] = Object.values(release.files);
      const refusal = 'SDK_RELEASES_DIR: releases.json is not a list of released versions.';
      const version = JSON.stringify([{ ...release, version: name }]);
      expect(await startWith((copy) => list(copy, version))).toBe(refusal);
      const files = JSON.stringify([{ ...release, files: { [name]: file } }]);
      expect(await startWith((copy) => list(copy, files))).toBe(refusal);
    },
  );
});

describe('the command', () => {
  it('keeps a version once, and lists the newest first', async () => {
    const copy = mkdtempSync(join(home, 'kept-'));
    cpSync(folder, copy, { recursive: true });
    const { version } = await sriOf(service);
    expect(await keep(service.baseUrl, copy)).toEqual({
      code: 0,
      told: `${version} is kept in ${copy}.`,
    });
    expect(await keep(service.baseUrl, copy)).toEqual({
      code: 0,
      told: `${version} is kept already.`,
    });
    const listed: Sri[] = JSON.parse(readFileSync(join(copy, 'releases.json'), 'utf8'));
    expect(listed.map((release) => release.version)).toEqual([version, first.version]);
  });

  it.each([[[]], [['not an address', 'folder']], [['https://api.test']]])(
    'says how it is used where it is given %j',
    async (given) => {
      expect(await keep(...given)).toEqual({
        code: 1,
        told: 'usage: npm run release:script -- ADDRESS_OF_THE_SERVICE FOLDER',
      });
    },
  );

  it('says what to name where an address cannot be reached, and writes nothing', async () => {
    const nowhere = join(home, 'nowhere');
    // No host has a name of this end: RFC 6761.
    expect(await keep('https://api.invalid', nowhere)).toEqual({
      code: 1,
      told: expect.stringMatching(
        /^https:\/\/api\.invalid cannot be reached from here \(E\w+\): where it is behind a proxy, name the service itself, such as http:\/\/127\.0\.0\.1:4010$/,
      ),
    });
    expect(() => readFileSync(join(nowhere, 'releases.json'))).toThrow();
  });

  it('says in one sentence that an address serves no script, and writes nothing', async () => {
    const nowhere = join(home, 'nowhere');
    expect(await keep(`${service.checkoutUrl}/`, nowhere)).toEqual({
      code: 1,
      told: '/checkout/sdk/sri.json answered 404',
    });
    expect(() => readFileSync(join(nowhere, 'releases.json'))).toThrow();
  });
});
