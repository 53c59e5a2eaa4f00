import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installFromDebian, searchPath } from './debian.mjs';

/** Installs them as root on Debian. `{ binaries }`, a folder, or `{ reason }`, a sentence. */
export function ensurePostgres() {
  const installed = findPostgres();
  if (installed !== null) return { binaries: installed };
  const failure = installFromDebian(['postgresql']);
  if (failure !== null) return { reason: `no PostgreSQL server is installed, and ${failure}` };
  const binaries = findPostgres();
  return binaries === null
    ? { reason: 'the postgresql package has no server for this machine' }
    : { binaries };
}

export function findPostgres() {
  return candidates().find((folder) => hasServer(folder)) ?? null;
}

function hasServer(folder) {
  return existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'));
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

/** PostgreSQL refuses to run as root; any other account will do. Null where this is one. */
export function unprivileged() {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const line = accounts.find((entry) => entry.startsWith(`${name}:`));
    if (line === undefined) continue;
    const [, , uid, gid] = line.split(':');
    return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL needs an account other than root, postgres or nobody.');
}

/** Resolves once a server that was started, its errors piped, takes connections. */
export function isReady(child) {
  return new Promise((resolve, reject) => {
    let log = '';
    child.stderr.on('data', (chunk) => {
      log += chunk;
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
  });
}
