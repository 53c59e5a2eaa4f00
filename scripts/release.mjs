import { execFileSync } from 'node:child_process';
import { relative, resolve } from 'node:path';
import { runnerImport } from 'vite';
import { DOCS, ensureBuilt, isBuilt } from './build/built.mjs';
import { buildRehearsal } from './build/rehearsal.mjs';
import { ensureInstalled, run } from './install.mjs';

// `npm run release`: one archive of what a commit is built into, with all it needs to run but Node,
// put into `release/`, or into the folder that is named. The same commit gives the same bytes.

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

function git(...asked) {
  return execFileSync('git', asked, { encoding: 'utf8' }).trimEnd();
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
