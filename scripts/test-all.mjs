import { ensureTestBrowsers } from './browser.mjs';
import { DOCS, ensureBuilt, isBuilt } from './built.mjs';
import { ensureInstalled, program, run } from './install.mjs';

// `npm run test:all`: every unit test, on both database engines and in another order at each run,
// and the end-to-end tests that `npm test` leaves out; the first failure ends it.

process.chdir(new URL('..', import.meta.url).pathname);
ensureInstalled();
const browsers = await ensureTestBrowsers();
ensureBuilt();
if (!isBuilt(DOCS)) run(process.execPath, ['scripts/docs.mjs']);

console.log('\n── unit');
run(program('vitest'), ['run', '--sequence.shuffle.tests']);
console.log('\n── end-to-end');
run(program('playwright'), ['test', '-c', 'e2e/playwright.config.ts', '--grep', '@rare'], browsers);
