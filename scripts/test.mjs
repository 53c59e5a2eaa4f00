import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ensureTestBrowsers } from './browser.mjs';
import { enterProject, program, run } from './install.mjs';

// `npm test`: form, types beside build and docs (either keeps one processor busy), unit, end-to-end,
// in that order; the first failure ends it.

enterProject();
const browsers = await ensureTestBrowsers();
const endToEnd = ['test', '-c', 'e2e/playwright.config.ts', '--grep-invert', '@rare'];

step('form', program('biome'), ['check', '--error-on-warnings', '.']);
console.log('\n── types, beside what follows');
const types = spawn(process.execPath, ['scripts/types.mjs'], { stdio: 'inherit' });
const checked = once(types, 'exit');
process.on('exit', () => types.kill());
step('build', program('vite'), ['build', '--logLevel', 'warn']);
step('docs', process.execPath, ['scripts/docs.mjs']);
if ((await checked)[0] !== 0) process.exit(1);
step('unit', program('vitest'), ['run', '--tags-filter=!rare'], { TEST_EVERYDAY: '1' });
step('end-to-end', program('playwright'), endToEnd, browsers);

function step(name, command, args, environment) {
  console.log(`\n── ${name}`);
  run(command, args, environment);
}
