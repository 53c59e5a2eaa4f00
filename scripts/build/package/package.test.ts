/** @module-tag minutes */

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../service/testing/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Where the built artefacts are; `DIST_DIR` names another build than the one in `dist`. */
const DIST = resolve(ROOT, process.env.DIST_DIR ?? 'dist');
const PACKAGE = join(DIST, 'package');

const WRAPPER_BUDGET_BYTES = 1_024;
/** It tells more. */
const PAYMENT_BUDGET_BYTES = 1_344;
/** It follows its options as the others do, and has properties, attributes and a form's field. */
const ELEMENT_BUDGET_BYTES = 1_472;
const NAMES = ['load', 'react', 'vue', 'element', 'testing', 'webhooks', 'server'];
const ENTRIES = ['.', ...NAMES.map((name) => `./${name}`)];

const TARBALL = join(DIST, 'checkout-sdk.tgz');

beforeAll(() => {
  if (!existsSync(TARBALL)) {
    throw new Error(`No package is built in ${DIST}: run \`npm run build\` first.`);
  }
});

function manifest() {
  return JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
}
function fileOf(entry: string) {
  return join(PACKAGE, manifest().exports[entry].import.default);
}

describe('the package to publish', () => {
  it('has exactly the entries that are documented, each with its types first', () => {
    const { exports } = manifest();
    const typed = Object.entries(exports).filter(([, target]) => typeof target === 'object');
    expect(typed.map(([entry]) => entry)).toEqual(ENTRIES);
    for (const [, target] of typed) {
      const shape = { types: expect.any(String), default: expect.any(String) };
      expect(target).toEqual({ import: shape, require: shape });
      expect(JSON.stringify(target).match(/"types":"[^"]+","default"/g)).toHaveLength(2);
    }
  });

  it('asks for one package, and for a framework only where one is used', () => {
    const { dependencies, peerDependenciesMeta, sideEffects, license, type } = manifest();
    expect({ sideEffects, license, type }).toEqual({
      sideEffects: false,
      license: 'MIT',
      type: 'module',
    });
    expect(Object.keys(dependencies)).toEqual(['comlink']);
    expect(peerDependenciesMeta).toEqual({ react: { optional: true }, vue: { optional: true } });
  });

  it('says nothing of other packages in its declarations but of the frameworks', () => {
    const files = readdirSync(join(PACKAGE, 'types'), { recursive: true, encoding: 'utf8' });
    const named = files
      .filter((file) => file.endsWith('.d.ts'))
      .flatMap((file) => {
        const text = readFileSync(join(PACKAGE, 'types', file), 'utf8');
        return [...text.matchAll(/(?:from |import\()['"]([^'".][^'"]*)['"]/g)];
      })
      .map(([, name]) => name);
    expect([...new Set(named)].sort()).toEqual(['react', 'vue']);
  });

  it('is found without fault by publint, suggestions but one included', async () => {
    const { messages } = await publint({ pkgDir: PACKAGE, level: 'suggestion', strict: true });
    // It names no engine, since most of it runs in browsers.
    expect(messages.map(({ code }) => code)).toEqual(['USE_ENGINES_NODE']);
  });

  it('has types that are right wherever its entries are found', { tags: ['rare'] }, async () => {
    const pack = createPackageFromTarballData(readFileSync(TARBALL));
    const excludeEntrypoints = ['./package.json', './sri.json'];
    const found = await checkPackage(pack, { entrypoints: ENTRIES, excludeEntrypoints });
    expect(found).toMatchObject({ problems: [], types: { kind: 'included' } });
  });

  it('tells frameworks that render on a server that the wrapper for React runs in browsers', () => {
    expect(readFileSync(fileOf('./react'), 'utf8')).toMatch(/^'use client';\n/);
    expect(readFileSync(fileOf('.'), 'utf8')).not.toContain('use client');
  });

  it('has the script-tag build with the hashes it says, and no value of any service in it', () => {
    const { files } = JSON.parse(readFileSync(join(PACKAGE, 'sri.json'), 'utf8'));
    expect(Object.keys(files)).toEqual([
      'checkout-sdk.js',
      'checkout-sdk-flows.js',
      'checkout-sdk-payment.js',
      'checkout-sdk-pix.js',
    ]);
    for (const { path, integrity } of Object.values<{ [key: string]: string }>(files)) {
      const text = readFileSync(join(PACKAGE, path ?? ''), 'utf8');
      expect(integrity).toBe(`sha384-${createHash('sha384').update(text).digest('base64')}`);
      expect(text).not.toMatch(/%[A-Z_]+%|https?:\/\/[a-z0-9]/);
    }
    const main = readFileSync(join(PACKAGE, 'classic/checkout-sdk.js'), 'utf8');
    expect(main).toContain(files['checkout-sdk-flows.js'].integrity);
    const flows = readFileSync(join(PACKAGE, 'classic/checkout-sdk-flows.js'), 'utf8');
    expect(flows).toContain(files['checkout-sdk-payment.js'].integrity);
    expect(flows).toContain(files['checkout-sdk-pix.js'].integrity);
  });

  it('gives the verifier of webhooks its types, also where it is taken alone', () => {
    const alone = readFileSync(join(DIST, 'webhooks.d.ts'), 'utf8');
    expect(alone).toContain('export declare function verifyWebhook(');
    expect(alone).toContain('export declare function constructEvent(');
    expect(alone).not.toMatch(/\bimport\b/);
  });
});

/** A shop that has the package as it is packed. */
describe('the package, installed', () => {
  const shop = temporaryFolder('shop');
  const consumer = join(import.meta.dirname, 'consumer.ts');
  beforeAll(() => {
    const installed = join(shop, 'node_modules/checkout-sdk');
    mkdirSync(installed, { recursive: true });
    execFileSync('tar', ['-xzf', TARBALL, '-C', installed, '--strip-components=1']);
    for (const name of ['comlink', 'react', 'vue', '@types']) {
      symlinkSync(join(ROOT, 'node_modules', name), join(shop, 'node_modules', name));
    }
  });

  function run(script: string, ...options: string[]): string {
    const how = { cwd: shop, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync(process.execPath, [...options, script], how);
  }

  // Jest loads CommonJS alone, and so did Node until a `require` took ES modules too.
  it.each(ENTRIES)('is imported, and required as CommonJS, without a window: %s', (entry) => {
    const name = JSON.stringify(join('checkout-sdk', entry));
    writeFileSync(
      join(shop, 'load.cjs'),
      `// Vue itself sets globals when it is first loaded.
      require('vue');
      const before = Object.getOwnPropertyNames(globalThis).length;
      const required = Object.keys(require(${name})).sort();
      import(${name}).then((imported) => console.log(JSON.stringify([
        Object.keys(imported).sort(),
        required,
        Object.getOwnPropertyNames(globalThis).length - before,
      ])));`,
    );
    const told = run('load.cjs', '--no-experimental-require-module');
    const [imported, required, added] = JSON.parse(told);
    expect(imported).not.toEqual([]);
    expect(required).toEqual(imported);
    expect(added).toBe(0);
  });

  // Rare: what resolves to the wrong types is seen by the checker of packages above as well.
  it.each([
    ['node10', 'commonjs', 'shop.ts'],
    ['node16', 'node16', 'shop.cts'],
    ['node16', 'node16', 'shop.mts'],
    ['bundler', 'esnext', 'shop.ts'],
  ])(
    'has its types under moduleResolution %s, module %s, in %s',
    { tags: ['rare'] },
    (resolution, module, file) => {
      copyFileSync(consumer, join(shop, file));
      // The one that the checker of packages brings: the last minors know no `node10`.
      const checker = createRequire(join(ROOT, 'node_modules/@arethetypeswrong/core/package.json'));
      const kind = ['--moduleResolution', resolution, '--module', module, '--types', 'react'];
      const strict = ['--noEmit', '--strict', '--target', 'es2022'];
      const compiler = spawnSync(
        process.execPath,
        [checker.resolve('typescript/bin/tsc'), ...strict, ...kind, file],
        { cwd: shop, encoding: 'utf8' },
      );
      expect(compiler).toMatchObject({ status: 0, stdout: '' });
    },
  );
});

// What a shop imports of an entry is what it gets.
it.each([
  ['./react', 'CheckoutCard, useCheckoutCard', 'mountCardElement'],
  ['./vue', 'CheckoutCard', 'mountCardElement'],
  ['./element', 'defineCheckoutCard', 'mountCardElement'],
  ['./react', 'CheckoutPayment, useCheckoutPayment', 'mountPaymentElement'],
  ['./vue', 'CheckoutPayment', 'mountPaymentElement'],
  ['./element', 'defineCheckoutPayment', 'mountPaymentElement'],
  ['./react', 'CheckoutPix, useCheckoutPix', 'mountPixElement'],
  ['./vue', 'CheckoutPix', 'mountPixElement'],
  ['./element', 'defineCheckoutPix', 'mountPixElement'],
])('a wrapper adds at most its bytes to a shop of ours: %s, %s', async (entry, names, mounts) => {
  // Beside the entry, as it is imported from there.
  const shop = join(PACKAGE, 'shop.mjs');
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'shop',
        resolveId: (id) => (id === 'shop' ? shop : undefined),
        load: (id) =>
          id === shop ? `export { ${names} } from ${JSON.stringify(fileOf(entry))};` : undefined,
      },
    ],
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: {
        input: 'shop',
        preserveEntrySignatures: 'strict',
        external: [/shared\/(?!live-)/, /checkout-sdk\.mjs$/, 'react', 'vue'],
      },
    },
  });
  const [chunk] = 'output' in result ? result.output : [];
  const code = chunk?.type === 'chunk' ? chunk.code : '';
  expect(code).toContain(mounts);
  const bytes = gzipSync(code, { level: 9 }).length;
  const isPayment = mounts === 'mountPaymentElement';
  if (entry === './element') expect(bytes).toBeLessThanOrEqual(ELEMENT_BUDGET_BYTES);
  else expect(bytes).toBeLessThanOrEqual(isPayment ? PAYMENT_BUDGET_BYTES : WRAPPER_BUDGET_BYTES);
});
