import { execFileSync } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { answerChallenge, CHALLENGE_CODE, fillCard, testCard } from '../sdk/testing/index.ts';
import { callApi, payinOf } from './merchant-api.ts';
import type { MerchantSite } from './merchant-page.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ORDER = { amount: 15_990, referenceId: `package-${process.pid}` };

/** A shop as a merchant's developer starts one: an empty Vite project and the package. */
const PROJECT = {
  'package.json': JSON.stringify({ name: 'shop', private: true, type: 'module' }),
  'index.html': `<!doctype html>
<html lang="pt-BR"><meta charset="utf-8"><title>Loja</title>
<div id="card"></div>
<script type="module" src="./main.ts"></script></html>`,
  'main.ts': `
import { type CardElement, type CheckoutClient, init } from 'checkout-sdk';

declare global {
  interface Window { account: Parameters<typeof init>[0]; element: CardElement; }
}

const account: Parameters<typeof init>[0] = JSON.parse(
  new URL(location.href).searchParams.get('account') ?? '{}',
);
const client: CheckoutClient = init(account);
window.element = client.mountCardElement('#card', ${JSON.stringify(ORDER)});
`,
};

let project = '';

test.beforeAll(() => {
  test.setTimeout(300_000);
  project = realpathSync(mkdtempSync(join(tmpdir(), 'checkout-consumer-')));
  const run = (command: string, args: string[], cwd: string) =>
    execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  for (const [name, text] of Object.entries(PROJECT)) writeFileSync(join(project, name), text);
  const pack = run(
    'npm',
    ['pack', '--json', '--pack-destination', project],
    join(ROOT, 'dist/package'),
  );
  const tarball = `./${JSON.parse(pack)[0].filename}`;
  // What is installed here already is linked, so that a machine without a network can do this too.
  const linked = ['vite', 'comlink', 'typescript'].map((name) => join(ROOT, 'node_modules', name));
  const quiet = [
    '--offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--install-links=false',
  ];
  run('npm', ['install', ...quiet, tarball, ...linked], project);
  run(
    join(ROOT, 'node_modules/.bin/tsc'),
    [
      ...['--noEmit', '--strict', '--target', 'es2022', '--module', 'esnext', '--types', ''],
      ...['--moduleResolution', 'bundler', '--lib', 'es2022,dom,dom.iterable', 'main.ts'],
    ],
    project,
  );
  run(process.execPath, [join(project, 'node_modules/vite/bin/vite.js'), 'build'], project);
});

test.afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Opens the built shop for one account of the sandbox. */
async function openShop(page: Page, system: System, merchant: MerchantSite): Promise<void> {
  const assets = readdirSync(join(project, 'dist/assets'));
  expect(assets.length).toBeGreaterThan(1);
  for (const name of assets) {
    const body = readFileSync(join(project, 'dist/assets', name), 'utf8');
    merchant.serve({ body, contentType: 'text/javascript; charset=utf-8' }, `/assets/${name}`);
  }
  const at = merchant.serve(readFileSync(join(project, 'dist/index.html'), 'utf8'));
  const account = {
    publicKey: 'pk_test_preorder',
    apiBaseUrl: system.baseUrl,
    checkoutUrl: system.checkoutUrl,
  };
  const query = new URLSearchParams({ account: JSON.stringify(account) });
  await page.goto(`${merchant.origin}${at}?${query}`);
  await page.evaluate('element.ready');
}

test('a shop with the package installed pays, challenged', async ({ page, system, merchant }) => {
  await openShop(page, system, merchant);
  await fillCard(page, testCard({ threeDS: 'challenge_authenticated' }), { within: '#card' });
  const submitted = page.evaluate<{ payinCard: object }>('element.submit()');
  await answerChallenge(page, { code: CHALLENGE_CODE });
  const prepared = await submitted;
  expect(prepared).toMatchObject({ threeDS: { skipped: false, status: 'AUTHENTICATED' } });
  const payin = payinOf(prepared.payinCard, ORDER.referenceId, ORDER.amount);
  expect(await callApi(system, 'preorder', '/payin', payin)).toMatchObject({
    status: 201,
    body: { status: 'APPROVED' },
  });
});
