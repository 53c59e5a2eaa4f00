import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Finds PostgreSQL's server programs, or installs them where that is possible without asking: as
 * root on a Debian-like system. Gives `{ binaries }`, the folder of `initdb` and `postgres`, or
 * `{ reason }`, a sentence on why there are none.
 */
export function ensurePostgres() {
  const installed = findPostgres();
  if (installed !== null) return { binaries: installed };
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !hasProgram('apt-get')) {
    return { reason: 'no PostgreSQL server is installed, and only root on Debian can install one' };
  }
  console.log('Installing a PostgreSQL server for the tests (apt-get install postgresql) ...');
  // Without the policy Debian would start a server of its own beside ours.
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'postgresql']]) {
    const patience = ['-o', 'DPkg::Lock::Timeout=60'];
    const result = spawnSync('apt-get', [...patience, ...args], {
      env: environment,
      encoding: 'utf8',
    });
    if (result.status !== 0) {
      const lastLine = result.stderr?.trim().split('\n').at(-1) ?? '';
      return { reason: `apt-get ${args[0]} failed: ${lastLine}` };
    }
  }
  const binaries = findPostgres();
  return binaries === null
    ? { reason: 'the postgresql package has no server for this machine' }
    : { binaries };
}

/** The folder of the server programs that are installed; null where there are none. */
export function findPostgres() {
  return candidates().find((folder) => hasServer(folder)) ?? null;
}

function hasServer(folder) {
  return existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'));
}

function hasProgram(name) {
  return searchPath().some((folder) => existsSync(join(folder, name)));
}

function candidates() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  return [
    ...versions
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => join(debian, version, 'bin')),
    '/usr/local/bin',
    '/opt/homebrew/bin',
    ...searchPath(),
  ];
}

function searchPath() {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
}
