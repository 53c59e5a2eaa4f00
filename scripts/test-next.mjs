import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { ensureTestBrowsers } from './browser.mjs';
import { ensureBuilt } from './build/built.mjs';
import { enterProject, inFolderWith, program, runs } from './install.mjs';

// `npm run test:next`: a shop in Next.js with the package as it is published, built by `next build`
// and paid in. Next.js weighs 340 MB, so it is installed for this run alone and is no part of
// `npm test`, which holds `'use client'` and a server component to a few lines of a bundler
// (`scripts/build/package/linked-install.test.ts`). It needs a registry.

const NEXT = '16.4.6';
const REACT = '19.3.1';

enterProject();
const browsers = await ensureTestBrowsers();
ensureBuilt();

const packages = [`next@${NEXT}`, `react@${REACT}`, `react-dom@${REACT}`];
const archive = join(process.cwd(), 'dist/checkout-sdk.tgz');
const isRight = await inFolderWith([...packages, archive], (folder) => {
  cpSync('e2e/next/shop', folder, { recursive: true });
  const env = { ...browsers, NEXT_SHOP: folder, NEXT_TELEMETRY_DISABLED: '1' };
  return (
    runs(join(folder, 'node_modules/.bin/next'), ['build', folder], { env }) &&
    runs(program('playwright'), ['test', '-c', 'e2e/next/next.config.ts'], { env })
  );
});
console.log(`The shop in Next.js ${NEXT}: ${isRight ? 'right' : 'wrong'}.`);
process.exit(isRight ? 0 : 1);
