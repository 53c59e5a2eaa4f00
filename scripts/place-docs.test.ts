/** @module-tag minutes */

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../service/testing/temporary-folder.ts';

/** An unpacked archive with a page or two, and a folder of a web server. */
const home = temporaryFolder('place-docs');
const folder = join(home, 'served');
const PAGE =
  'api http://127.0.0.1:4010/payin, card http://127.0.0.1:4011, http://127.0.0.1:4020/docs';
const BESIDE_SANDBOX =
  '<p>1</p><!--sandbox--><a href="/">\n</a><!--/sandbox--><p>2</p><!--sandbox-->x<!--/sandbox-->';
const ICON = Buffer.from('http://127.0.0.1:4010 \xff', 'latin1');

const ADDRESSES = { BASE_URL: 'https://api.test', CHECKOUT_URL: 'https://card.test' };

function place(args: string[], env: { [name: string]: string } = ADDRESSES) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(home, 'scripts/place-docs.mjs'), ...args],
    { env, encoding: 'utf8' },
  );
  return { code: status, told: `${stdout}${stderr}`.trim() };
}

beforeAll(() => {
  const files = {
    '.built': '{}',
    'en/index.html': PAGE,
    'en/search.json': PAGE,
    'icon.png': ICON,
    'pt/index.html': BESIDE_SANDBOX,
    'assets/try-it.js': '',
    'assets/calls.json': '{}',
    'assets/site.js': '',
  };
  for (const [file, text] of Object.entries(files)) {
    const path = join(home, 'dist/docs', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  mkdirSync(join(home, 'scripts'));
  cpSync(join(import.meta.dirname, 'place-docs.mjs'), join(home, 'scripts/place-docs.mjs'));
});

describe('the documentation that is placed', () => {
  it('names the addresses of its service in every text, and nothing else is changed', () => {
    expect(place(['https://docs.test', folder])).toEqual({
      code: 0,
      told: `The documentation is in ${join(folder, 'docs')}.`,
    });
    const page = 'api https://api.test/payin, card https://card.test, https://docs.test/docs';
    expect(readFileSync(join(folder, 'docs/en/index.html'), 'utf8')).toBe(page);
    expect(readFileSync(join(folder, 'docs/en/search.json'), 'utf8')).toBe(page);
    expect(readFileSync(join(folder, 'docs/icon.png')).equals(ICON)).toBe(true);
    expect(existsSync(join(folder, 'docs/.built'))).toBe(false);
  });

  it('is without what works beside the sandbox alone', () => {
    place(['https://docs.test', folder]);
    expect(readFileSync(join(folder, 'docs/pt/index.html'), 'utf8')).toBe('<p>1</p><p>2</p>');
    expect(readdirSync(join(folder, 'docs/assets'))).toEqual(['site.js']);
  });

  it.each([
    ['no folder', ['https://docs.test'], ADDRESSES],
    ['no origin of its own', ['docs.test', folder], ADDRESSES],
    ['an address with a path', ['https://docs.test/docs', folder], ADDRESSES],
    [
      'no address of the service',
      ['https://docs.test', folder],
      { CHECKOUT_URL: 'https://c.test' },
    ],
    [
      'no address of the card fields',
      ['https://docs.test', folder],
      { BASE_URL: 'https://a.test' },
    ],
  ])('is not written where there is %s', (_what, args, env) => {
    expect(place(args, env)).toEqual({
      code: 1,
      told: 'usage: BASE_URL=... CHECKOUT_URL=... npm run docs:place -- ORIGIN_OF_THE_DOCUMENTATION FOLDER',
    });
  });
});
