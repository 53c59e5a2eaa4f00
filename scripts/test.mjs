import { ensureTestBrowsers } from './browser.mjs';
import { enterProject, program, run } from './install.mjs';

// `npm test`: form, types, build, docs, unit, end-to-end, in that order; the first failure ends it.

enterProject();
const browsers = await ensureTestBrowsers();
const endToEnd = ['test', '-c', 'e2e/playwright.config.ts', '--grep-invert', '@rare'];

step('form', program('biome'), ['check', '--error-on-warnings', '.']);
step('types', process.execPath, ['scripts/types.mjs']);
step('build', program('vite'), ['build', '--logLevel', 'warn']);
step('docs', process.execPath, ['scripts/docs.mjs']);
step('unit', program('vitest'), ['run', '--tags-filter=!rare'], { TEST_EVERYDAY: '1' });
step('end-to-end', program('playwright'), endToEnd, browsers);

function step(name, command, args, environment) {
  console.log(`\n── ${name}`);
  run(command, args, environment);
}
