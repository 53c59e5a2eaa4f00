import { ensureTestBrowsers } from './browser.mjs';
import { DOCS, ensureBuilt, isBuilt } from './build/built.mjs';
import { ensureInstalled, program, run } from './install.mjs';

// `npm run test:all [-- --sequence.seed=2]`: every unit test, on both database engines and in an
// order that nobody chose, and the end-to-end tests that `npm test` leaves out; the first failure
// ends it. The seed is the same at each run, so that a failure is the change's own.

const SHUFFLED = ['--sequence.shuffle.tests', '--sequence.seed=1'];

process.chdir(new URL('..', import.meta.url).pathname);
ensureInstalled();
const browsers = await ensureTestBrowsers();
ensureBuilt();
if (!isBuilt(DOCS)) run(process.execPath, ['scripts/docs.mjs']);

console.log('\n── unit');
run(program('vitest'), ['run', ...SHUFFLED, ...process.argv.slice(2)]);
console.log('\n── end-to-end');
run(program('playwright'), ['test', '-c', 'e2e/playwright.config.ts', '--grep', '@rare'], browsers);
