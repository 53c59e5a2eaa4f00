import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ensureTestBrowsers } from './browser.mjs';
import { enterProject, program, run } from './install.mjs';

// `npm test`: form, types and build at once (either keeps one processor busy), docs, unit,
// end-to-end, in that order; the first failure ends it.

enterProject();
const browsers = await ensureTestBrowsers();
const endToEnd = ['test', '-c', 'e2e/playwright.config.ts', '--grep-invert', '@rare'];

step('form', program('biome'), ['check', '--error-on-warnings', '.']);
console.log('\n── types and build');
await allOf([
  spawn(process.execPath, ['scripts/types.mjs'], { stdio: 'inherit' }),
  spawn(program('vite'), ['build', '--logLevel', 'warn'], { stdio: 'inherit' }),
]);
step('docs', process.execPath, ['scripts/docs.mjs']);
step('unit', program('vitest'), ['run', '--tags-filter=!rare'], { TEST_EVERYDAY: '1' });
step('end-to-end', program('playwright'), endToEnd, browsers);

function step(name, command, args, environment) {
  console.log(`\n── ${name}`);
  run(command, args, environment);
}

async function allOf(children) {
  await Promise.all(
    children.map(async (child) => {
      const [code] = await once(child, 'exit');
      if (code === 0) return;
      for (const other of children) other.kill();
      process.exit(code ?? 1);
    }),
  );
}
