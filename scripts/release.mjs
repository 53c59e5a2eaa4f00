import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { runnerImport } from 'vite';
import { DOCS, ensureBuilt, isBuilt } from './build/built.mjs';
import { buildRehearsal } from './build/rehearsal.mjs';
import { ensureInstalled, run } from './install.mjs';

// `npm run release`: one archive of what a commit is built into, with all it needs to run but Node,
// put into `release/`, or into the folder that is named. The same commit gives the same bytes.

const API = 'docs/openapi.json';

const root = new URL('..', import.meta.url).pathname;
process.chdir(root);

async function main() {
  const [, , into = 'release'] = process.argv;
  const changed = git('status', '--porcelain');
  if (changed !== '')
    throw new Error(`A release is made of a commit, and this is none:\n${changed}`);
  ensureInstalled();
  ensureBuilt();
  if (!isBuilt(DOCS)) run(process.execPath, ['scripts/docs.mjs']);
  await requireKeptApi();
  await buildRehearsal();
  const { module } = await runnerImport('./scripts/release/make-release.ts', { logLevel: 'warn' });
  const archive = module.makeRelease({
    root,
    dist: resolve('dist'),
    into: resolve(into),
    commit: git('rev-parse', 'HEAD'),
    committedAt: new Date(Number(git('log', '-1', '--format=%ct')) * 1000),
  });
  console.log(relative(root, archive));
}

/** Clients of the release before go on working. */
async function requireKeptApi() {
  const [last] = git(
    'tag',
    '--list',
    'v*',
    '--sort=-v:refname',
    '--merged',
    'HEAD',
    '--no-contains',
    'HEAD',
  ).split('\n');
  if (last === '' || git('ls-tree', last, API) === '') {
    console.log(`No release before this one has ${API} to be compared with.`);
    return;
  }
  const { module } = await runnerImport('./scripts/release/api-changes.ts', { logLevel: 'warn' });
  const now = JSON.parse(readFileSync(API, 'utf8'));
  const broken = module.brokenByApi(JSON.parse(git('show', `${last}:${API}`)), now);
  if (broken.length > 0) {
    throw new Error(`Clients of ${last} would miss something:\n${broken.join('\n')}`);
  }
}

function git(...asked) {
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  return execFileSync('git', asked, options).trimEnd();
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
