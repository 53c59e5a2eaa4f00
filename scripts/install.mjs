import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

export function run(command, args, environment = {}) {
  const result = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

export function program(name) {
  return `node_modules/.bin/${name}`;
}
