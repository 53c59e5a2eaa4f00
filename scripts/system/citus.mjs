import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgres } from './postgres.mjs';

/** In CITUS_BIN, else where other tests have PostgreSQL. `{ binaries }` or `{ reason }`. */
export function findCitus(environment = process.env) {
  const { CITUS_BIN: named } = environment;
  const binaries = named ?? findPostgres();
  const where = named === undefined ? 'the PostgreSQL of this machine' : 'the folder in CITUS_BIN';
  if (binaries === null || !existsSync(join(binaries, 'pg_config'))) {
    return {
      reason: `There is no pg_config in ${where}: set CITUS_BIN to the folder of a PostgreSQL with Citus.`,
    };
  }
  const told = spawnSync(join(binaries, 'pg_config'), ['--pkglibdir'], { encoding: 'utf8' });
  if (told.status !== 0 || !existsSync(join(told.stdout.trim(), 'citus.so'))) {
    return {
      reason: `There is no Citus in ${where}: set CITUS_BIN to the folder of a PostgreSQL that has it.`,
    };
  }
  return { binaries };
}
