import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureTestBrowsers } from './browser.mjs';
import { ensureBuilt } from './build/built.mjs';
import { enterProject, program } from './install.mjs';

// `npm run test:next`: a shop in Next.js with the package as it is published, built by `next build`
// and paid in. Next.js weighs 340 MB, so it is installed for this run alone and is no part of
// `npm test`, which holds `'use client'` and a server component to a few lines of a bundler
// (`scripts/build/package/linked-install.test.ts`). It needs a registry.

const NEXT = '16.4.6';
const REACT = '19.3.1';

enterProject();
const browsers = await ensureTestBrowsers();
ensureBuilt();

const folder = mkdtempSync(join(tmpdir(), 'checkout-next-'));
const environment = {
  ...process.env,
  ...browsers,
  NEXT_SHOP: folder,
  NEXT_TELEMETRY_DISABLED: '1',
};
let isRight = false;
try {
  cpSync('e2e/next/shop', folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const packages = [`next@${NEXT}`, `react@${REACT}`, `react-dom@${REACT}`];
  isRight =
    run('npm', [
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      ...packages,
      join(process.cwd(), 'dist/checkout-sdk.tgz'),
    ]) &&
    run(process.execPath, [join(folder, 'node_modules/next/dist/bin/next'), 'build', folder]) &&
    run(program('playwright'), ['test', '-c', 'e2e/next/next.config.ts']);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`The shop in Next.js ${NEXT}: ${isRight ? 'right' : 'wrong'}.`);
process.exit(isRight ? 0 : 1);

/** Unlike the one of installing, it comes back where it fails: the folder is to go. */
function run(command, args) {
  return spawnSync(command, args, { stdio: 'inherit', env: environment }).status === 0;
}
