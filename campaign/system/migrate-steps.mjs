import { migrate } from '../../service/store/engine/migrate.ts';
import { openPostgresDb } from '../../service/store/engine/postgres-db.ts';
import { migrations } from '../../service/store/migrations/migrations.ts';

// A program built from the service's own migrations: brings a database to those it is told, and tells
// its parent how long that took. Without a number it tells which there are.

const db = await openPostgresDb(process.argv[2]);

process.on('message', async ({ to }) => {
  if (to === undefined) {
    process.send({ all: migrations.map(({ id, name }) => ({ id, name })) });
    return;
  }
  const startedAt = performance.now();
  const applied = await migrate(
    db,
    migrations.filter(({ id }) => id <= to),
  );
  process.send({ applied, tookMs: performance.now() - startedAt });
});

process.once('disconnect', () => db.close());
process.send({ isReady: true });
