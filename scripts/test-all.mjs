import { parseArgs } from 'node:util';
import { ensureTestBrowsers } from './browser.mjs';
import { DOCS, ensureBuilt, isBuilt } from './build/built.mjs';
import { enterProject, program, run } from './install.mjs';

// `npm run test:all`; the first failure ends it. `-- --seed=2`: in another order than every run.

const { seed } = parseArgs({ options: { seed: { type: 'string', default: '1' } } }).values;

enterProject();
const browsers = await ensureTestBrowsers();
ensureBuilt();
if (!isBuilt(DOCS)) run(process.execPath, ['scripts/docs.mjs']);

console.log(`\n── unit, shuffled by seed ${seed}`);
run(program('vitest'), ['run', '--sequence.shuffle.tests', `--sequence.seed=${seed}`]);
console.log('\n── end-to-end');
run(program('playwright'), ['test', '-c', 'e2e/playwright.config.ts', '--grep', '@rare'], browsers);
