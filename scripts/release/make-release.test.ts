/**
 * @module-tag rare
 * @module-tag minutes
 */

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../service/testing/temporary-folder.ts';
import { makeRelease } from './make-release.ts';

const COMMIT = 'c0ffee'.padEnd(40, '0');
const home = temporaryFolder('make-release');

const MANIFEST = {
  name: 'shop-service',
  version: '1.2.3',
  scripts: { test: 'vitest run' },
  dependencies: { '@node-rs/argon2': '2.0.0', 'png-js': '2.0.0' },
  devDependencies: { vitest: '4.0.0' },
};
const NATIVE = 'node_modules/@node-rs/argon2-linux-x64-gnu';
const LOCK = {
  name: 'shop-service',
  version: '1.2.3',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': MANIFEST,
    'node_modules/@node-rs/argon2': {
      version: '2.0.0',
      license: 'MIT',
      optionalDependencies: {
        '@node-rs/argon2-linux-x64-gnu': '2.0.0',
        '@node-rs/argon2-win32-x64-msvc': '2.0.0',
      },
    },
    [NATIVE]: { version: '2.0.0', license: 'MIT', optional: true },
    'node_modules/@node-rs/argon2-win32-x64-msvc': {
      version: '2.0.0',
      license: 'MIT',
      optional: true,
    },
    'node_modules/png-js': { version: '2.0.0' },
    'node_modules/vitest': { version: '4.0.0', license: 'MIT', dev: true },
  },
};

/** What there is in a repository that was installed and built, with as little in it as can be. */
const FILES: { [file: string]: string } = {
  'package.json': JSON.stringify(MANIFEST),
  'package-lock.json': JSON.stringify(LOCK),
  LICENSE: 'MIT',
  'CHANGELOG.md': '# Changes',
  'SECURITY.md': '# Security',
  'docs/openapi.json': '{}',
  'docs/operating.md': '# Operating',
  'docs/settings.md': '# Settings',
  'docs/samples/quick-start/index.html': '<h1>',
  'deploy/systemd/checkout.service': '[Service]',
  'scripts/place-docs.mjs': '// places documentation',
  'scripts/release-script.mjs': '// keeps scripts',
  'scripts/release-script.test.ts': '// a test',
  'service/main.ts': '// a source',
  '.data/key-encryption-key': 'secret',
  'dist/service/main.js': '// the service',
  'dist/operator/main.js': '// the operator',
  'dist/backup-reader/main.js': '// the reader of a copy',
  'dist/reconcile/main.js': '// the sum',
  'dist/rehearse/main.js': '// the parties, played',
  'dist/sdk/checkout-sdk.js': '// the sdk',
  'dist/hosted-frame/card.html': '<form>',
  'dist/dashboard/dashboard.js': '// the dashboard',
  'dist/payment-page/page.js': '// the payment page',
  'dist/sandbox-bank/sdk.js': '// the bank',
  'dist/checkout-sdk.tgz': 'packed',
  'dist/webhooks.js': '// the verifier',
  'dist/webhooks.d.ts': '// its types',
  'dist/docs/.built': 'a stamp',
  'dist/docs/en/index.html': '<h1>',
  'dist/database/empty.tar.gz': 'random',
  'dist/demo-page/server/main.js': '// the shop',
  'node_modules/@node-rs/argon2/package.json': '{ "version": "2.0.0" }',
  [`${NATIVE}/package.json`]: '{ "version": "2.0.0" }',
  'node_modules/png-js/package.json': '{ "version": "2.0.0" }',
  'node_modules/png-js/node_modules/old/package.json': '{ "version": "0.1.0" }',
  'node_modules/vitest/package.json': '{ "version": "4.0.0" }',
};

/** `files`: written in this order, `null` where one is not there. */
function repository(files: { [file: string]: string | null } = FILES): string {
  const root = mkdtempSync(join(home, 'repository-'));
  for (const [file, text] of Object.entries(files)) {
    if (text === null) continue;
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

function release(root: string): string {
  return makeRelease({
    root,
    dist: join(root, 'dist'),
    into: join(root, 'release'),
    commit: COMMIT,
    committedAt: new Date('2026-11-23T12:00:00Z'),
  });
}

function list(archive: string): string[] {
  const told = execFileSync('tar', ['--list', `--file=${archive}`], { encoding: 'utf8' });
  return told
    .split('\n')
    .filter((name) => name !== '' && !name.endsWith('/'))
    .sort();
}

describe('a release', () => {
  it('holds the build, its documents and the packages of production, and nothing else', () => {
    expect(list(release(repository()))).toEqual(
      [
        'CHANGELOG.md',
        'LICENSE',
        'LICENSES.txt',
        'SECURITY.md',
        'SHA256SUMS',
        'deploy/systemd/checkout.service',
        'dist/backup-reader/main.js',
        'dist/checkout-sdk.tgz',
        'dist/dashboard/dashboard.js',
        'dist/docs/en/index.html',
        'dist/hosted-frame/card.html',
        'dist/operator/main.js',
        'dist/payment-page/page.js',
        'dist/reconcile/main.js',
        'dist/rehearse/main.js',
        'dist/sandbox-bank/sdk.js',
        'dist/sdk/checkout-sdk.js',
        'dist/service/main.js',
        'dist/webhooks.d.ts',
        'dist/webhooks.js',
        'docs/openapi.json',
        'docs/operating.md',
        'docs/samples/quick-start/index.html',
        'docs/settings.md',
        'node_modules/@node-rs/argon2-linux-x64-gnu/package.json',
        'node_modules/@node-rs/argon2/package.json',
        'node_modules/png-js/package.json',
        'package-lock.json',
        'package.json',
        'sbom.cdx.json',
        'scripts/place-docs.mjs',
        'scripts/release-script.mjs',
      ].map((file) => `checkout-1.2.3/${file}`),
    );
  });

  it('has the same bytes, wherever, whenever and by whomever its files were written', () => {
    const first = release(repository());
    const backwards = repository(Object.fromEntries(Object.entries(FILES).reverse()));
    utimesSync(join(backwards, 'LICENSE'), 1, 1);
    chmodSync(join(backwards, 'LICENSE'), 0o600);
    const second = release(backwards);
    const files = readdirSync(dirname(first));
    expect(files).toEqual([
      'checkout-1.2.3-linux-x64-gnu.cdx.json',
      'checkout-1.2.3-linux-x64-gnu.tar.gz',
      'checkout-1.2.3-linux-x64-gnu.tar.gz.sha256',
    ]);
    for (const file of files) {
      const bytes = [first, second].map((archive) => readFileSync(join(dirname(archive), file)));
      expect(bytes[0]?.equals(bytes[1] ?? Buffer.of()), file).toBe(true);
    }
  });

  it('tells neither who made it nor when, only the time of its commit', () => {
    const told = execFileSync('tar', ['-tvf', release(repository()), '--numeric-owner', '--utc'], {
      encoding: 'utf8',
    });
    const lines = told.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(24);
    for (const line of lines) {
      expect(line).toMatch(/^(drwxr-xr-x|-rw-r--r--) 0\/0 +\d+ 2026-11-23 12:00 /);
    }
  });
});

it.each([
  [
    'of a build that lacks a part',
    { 'dist/operator/main.js': null },
    /dist\/operator is missing: run `npm run build` and `npm run docs` first\.$/,
  ],
  [
    'without a package that is needed',
    { 'node_modules/@node-rs/argon2/package.json': null },
    'node_modules/@node-rs/argon2 is not installed: run `npm start` or `npm install` first.',
  ],
  [
    'with another version of a package than the locked one',
    { 'node_modules/png-js/package.json': '{ "version": "1.9.0" }' },
    'node_modules/png-js is installed as 1.9.0, and locked as 2.0.0.',
  ],
  [
    'for a platform whose native code is not there',
    { [`${NATIVE}/package.json`]: null },
    'The packages are installed for no platform, or for several.',
  ],
  [
    'with a package under no known licence',
    {
      'package-lock.json': JSON.stringify(LOCK).replaceAll('png-js', 'jpg-js'),
      'package.json': JSON.stringify(MANIFEST).replaceAll('png-js', 'jpg-js'),
      'node_modules/jpg-js/package.json': '{ "version": "2.0.0" }',
    },
    'jpg-js names no licence: read its LICENSE file and add it to LICENSES_READ.',
  ],
])('no release is made %s', (_what, change, told) => {
  const root = repository({ ...FILES, ...change });
  expect(() => release(root)).toThrow(told);
  expect(readdirSync(root)).not.toContain('release');
});
