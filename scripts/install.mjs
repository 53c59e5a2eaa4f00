import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alone } from './alone.mjs';

const STAMP = 'node_modules/.installed-from';

/** Into the project's folder, where its commands run, with the packages there. */
export function enterProject() {
  process.chdir(new URL('..', import.meta.url).pathname);
  ensureInstalled();
}

/** Installs the packages of package-lock.json when they are missing or belong to another lock. */
export function ensureInstalled() {
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  // Two that are started at once would write the same folders: the second finds it done.
  if (!isInstalled(lock)) alone('node_modules.installing', () => install(lock));
}

function install(lock) {
  if (isInstalled(lock)) return;
  console.log('Installing packages…');
  run('npm', ['ci', '--no-audit', '--no-fund']);
  writeFileSync(STAMP, lock);
}

function isInstalled(lock) {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock && isEachThere();
}

function isEachThere() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const names = Object.keys({ ...dependencies, ...devDependencies });
  return names.every((name) => existsSync(`node_modules/${name}`));
}

/** Does `work` in a folder of its own, outside of the project, where these packages are. */
export async function inFolderWith(packages, work) {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-with-packages-'));
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts'];
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    return (
      runs('npm', ['install', '--prefix', folder, ...quiet, ...packages]) && (await work(folder))
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether a program ended well; its `env` is added to ours. */
export function runs(command, args, options) {
  return statusOf(command, args, options) === 0;
}

/** Ends with the program where that did not end well. */
export function run(command, args, env) {
  const status = statusOf(command, args, { env });
  if (status !== 0) process.exit(status);
}

function statusOf(command, args, { cwd, env } = {}) {
  const options = { cwd, stdio: 'inherit', env: { ...process.env, ...env } };
  return spawnSync(command, args, options).status ?? 1;
}

export function program(name) {
  return `node_modules/.bin/${name}`;
}
