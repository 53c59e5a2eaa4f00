import { randomBytes } from 'node:crypto';
import { openPostgresDb } from '../../store/engine/postgres-db.ts';
import { startServer } from '../postgres-server.ts';

/** Few shards, so that each test has its tables soon; on one machine nothing is to be hidden. */
const CITUS = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  'citus.shard_count': '8',
  'citus.node_conninfo': 'sslmode=disable',
  'citus.enable_statistics_collection': 'off',
};

/**
 * A coordinator and two workers of Citus, of the programs in `binaries`. Nothing is declared yet;
 * `url` leads to the coordinator.
 */
export async function startCluster(binaries: string) {
  const password = randomBytes(16).toString('hex');
  const start = () => startServer(binaries, { password, settings: CITUS });
  const coordinator = await start();
  const workers = [await start(), await start()] as const;
  for (const { url } of [coordinator, ...workers]) await run(url, 'CREATE EXTENSION citus');
  await run(coordinator.url, `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
  for (const { port } of workers) {
    await run(coordinator.url, `SELECT citus_add_node('127.0.0.1', ${port})`);
  }
  return {
    url: coordinator.url,
    workers,
    async stop() {
      for (const server of [coordinator, ...workers]) await server.stop();
    },
  };
}

async function run(url: string, text: string): Promise<void> {
  const db = await openPostgresDb(url, { maxConnections: 1, statementTimeoutMs: 60_000 });
  try {
    await db.query({ name: '', text, values: [] });
  } finally {
    await db.close();
  }
}
