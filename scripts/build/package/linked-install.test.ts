/** @module-tag minutes */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../service/testing/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Where the built artefacts are; `DIST_DIR` names another build than the one in `dist`. */
const PACKAGE = join(resolve(ROOT, process.env.DIST_DIR ?? 'dist'), 'package');

/** A shop whose `checkout-sdk` is a link to the folder of the build, as `npm link` and `file:` make. */
const shop = temporaryFolder('linked-shop');

beforeAll(() => {
  mkdirSync(join(shop, 'node_modules'));
  symlinkSync(PACKAGE, join(shop, 'node_modules/checkout-sdk'));
  for (const name of ['react', 'react-dom', 'vue']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(shop, 'node_modules', name));
  }
  writeFileSync(join(shop, 'package.json'), JSON.stringify({ name: 'shop', type: 'module' }));
});

/** Runs a module in the shop, and gives what it wrote as JSON. */
function run(code: string, ...flags: string[]): unknown {
  writeFileSync(join(shop, 'run.mjs'), code);
  const told = execFileSync(process.execPath, [...flags, 'run.mjs'], {
    cwd: shop,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return JSON.parse(told);
}

it('a package that is linked to renders the empty node of the card on a server', () => {
  const html = run(`
      import { createElement } from 'react';
      import { renderToString } from 'react-dom/server';
      import { CheckoutCard } from 'checkout-sdk/react';
      const card = createElement(CheckoutCard, { client: null, amount: 1, referenceId: 'order-1' });
      console.log(JSON.stringify(renderToString(card)));`);
  expect(html).toBe('<div></div>');
});

// Decision: what a framework does with the boundary is done by these few lines and not by Next.js,
// which is larger than all we install; it is asked itself by `npm run test:next`, apart from the rest.
describe('a server component, under the condition react-server', () => {
  /** What a framework does with a module that says so: the server gets its names and no code. */
  const clientBoundary = {
    name: 'client-boundary',
    transform(code: string, id: string) {
      if (!/^['"]use client['"];/.test(code)) return undefined;
      const [, names = ''] = /export \{([^}]*)\};?\s*$/.exec(readFileSync(id, 'utf8')) ?? [];
      const references = names
        .split(',')
        .map((name) => name.trim())
        .map((name) => `export const ${name} = { reference: '${name}' };`);
      return { code: references.join('\n'), map: null };
    },
  };

  async function bundlePage(): Promise<string> {
    writeFileSync(
      join(shop, 'page.mjs'),
      `import { createElement } from 'react';
       import { CheckoutCard } from 'checkout-sdk/react';
       import { init } from 'checkout-sdk';
       const client = init({ publicKey: 'pk_test_no3ds', apiBaseUrl: 'https://api.test',
         checkoutUrl: 'https://pay.test' });
       const { type } = createElement(CheckoutCard, { amount: 1, referenceId: 'order-1' });
       const policy = JSON.stringify(await client.contentSecurityPolicy('hosted'));
       console.log(JSON.stringify({ type, hasPolicy: policy.includes('https://pay.test') }));`,
    );
    const result = await build({
      root: shop,
      configFile: false,
      logLevel: 'silent',
      plugins: [clientBoundary],
      ssr: { noExternal: true, resolve: { conditions: ['react-server', 'node', 'import'] } },
      build: {
        write: false,
        ssr: true,
        minify: false,
        target: 'node20',
        rollupOptions: { input: join(shop, 'page.mjs'), output: { codeSplitting: false } },
      },
    });
    const [chunk] = 'output' in result ? result.output : [];
    if (chunk?.type !== 'chunk') throw new Error('the page was not bundled');
    return chunk.code;
  }

  it('names the card without its code, and asks the sdk for the policy of its page', async () => {
    const code = await bundlePage();
    expect(code).not.toContain('useImperativeHandle');
    expect(run(code, '--conditions=react-server')).toEqual({
      type: { reference: 'CheckoutCard' },
      hasPolicy: true,
    });
  });
});
