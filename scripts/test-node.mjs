import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ensureTestBrowsers } from './browser.mjs';
import { DOCS, ensureBuilt, isBuilt } from './build/built.mjs';
import { enterProject, run, runs } from './install.mjs';

// `npm run test:node [-- 22 24] [what vitest run takes]`: the tests of `npm run test:unit`, and a
// payment in the demo shop, under each maintained line of Node or the lines that are named. The
// build is the one that `npm test` makes: releases are not built once more for each line. The
// programs come from npm's packages of Node and are kept between runs; no lock names them.

/** What each line was tested with; README.md says what was run. */
const LINES = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' };
const KEPT = 'node_modules/.cache/node';
const PAYMENT = 'is approved, and is still there after the service died';

enterProject();
const browsers = await ensureTestBrowsers();
ensureBuilt();
if (!isBuilt(DOCS)) run(process.execPath, ['scripts/docs.mjs']);

const asked = process.argv.slice(2);
const chosen = asked.filter((word) => word in LINES);
const files = asked.filter((word) => !(word in LINES));
const wrong = [];
for (const line of chosen.length > 0 ? chosen : Object.keys(LINES)) {
  const node = programOf(LINES[line]);
  console.log(`\n── Node ${LINES[line]}`);
  const isRight =
    isDone(node, ['node_modules/vitest/vitest.mjs', 'run', ...files]) &&
    isDone(node, [
      'node_modules/@playwright/test/cli.js',
      ...['test', '-c', 'e2e/playwright.config.ts', 'e2e/pay.spec.ts', '-g', PAYMENT],
    ]);
  if (!isRight) wrong.push(LINES[line]);
}
console.log(wrong.length === 0 ? '\nRight under each.' : `\nWrong under Node ${wrong.join(', ')}.`);
process.exit(wrong.length === 0 ? 0 : 1);

/** The path of Node of this version: the one that runs this, else npm's, installed where missing. */
function programOf(version) {
  if (process.versions.node === version) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = join(process.cwd(), KEPT, version);
  const path = join(folder, 'node_modules', name, 'bin', 'node');
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts'];
    if (!runs('npm', [...args, `${name}@${version}`])) {
      console.error(`Node ${version} is not to be had: it needs a registry with ${name}.`);
      process.exit(1);
    }
  }
  return path;
}

/** What is started by the name `node` is of the same version. Comes back where it fails. */
function isDone(node, args) {
  const PATH = [dirname(node), process.env.PATH].join(delimiter);
  return runs(node, args, { env: { ...browsers, PATH } });
}
