import { existsSync, readdirSync } from 'node:fs';
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
