import { findCitus } from '../../../scripts/system/citus.mjs';
import { startCluster } from './citus.ts';

/**
 * A private cluster of Citus for the time of a test run, the address of its coordinator in
 * TEST_DATABASE_URL: the tests of PostgreSQL run on it, and those of the embedded engine do not. An
 * address that is already there is used as it is.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  process.env.TEST_DATABASE_IS_CLUSTER = 'yes';
  if (process.env.TEST_DATABASE_URL !== undefined) return undefined;
  const citus = findCitus();
  if ('reason' in citus) throw new Error(citus.reason);
  const cluster = await startCluster(citus.binaries);
  process.env.TEST_DATABASE_URL = cluster.url;
  return () => cluster.stop();
}
