import { randomBytes } from 'node:crypto';
import { distributeTables } from '../maintenance/distribution.ts';
import type { Db } from '../shared/db.ts';
import { DbUnavailable } from '../shared/db.ts';
import type { EmbeddedDb } from '../store/engine/embedded-db.ts';
import { openMemoryDb } from '../store/engine/embedded-db.ts';
import { migrate } from '../store/engine/migrate.ts';
import { openPostgresDb } from '../store/engine/postgres-db.ts';
import { migrations } from '../store/migrations/migrations.ts';
import { createDistribution } from '../store/table-distribution.ts';
import { embeddedTemplate } from './embedded-template.ts';

/**
 * Databases for tests. `close` a database when done with it: its tables are dropped, and an
 * embedded engine is kept for the next one of the same test file.
 */
export type TestDatabase = {
  engine: Db['engine'];
  openEmpty(): Promise<Db>;
  /** With all migrations applied. */
  openMigrated(): Promise<Db>;
};

/**
 * The engines of this machine: the embedded one always, PostgreSQL where there is a server; where
 * that one is a cluster, it alone.
 */
export function testDatabases(): TestDatabase[] {
  if (isCluster()) return [postgresTestDatabase];
  return process.env.TEST_DATABASE_URL === undefined
    ? [embeddedTestDatabase]
    : [embeddedTestDatabase, postgresTestDatabase];
}

function toTestDatabase(engine: Db['engine'], openEmpty: () => Promise<Db>): TestDatabase {
  return {
    engine,
    openEmpty,
    openMigrated: async () => {
      const db = await openEmpty();
      await migrate(db, migrations);
      return db;
    },
  };
}

// A conflict is tried again at once: nothing else is there to get out of the way of.
async function wait(): Promise<void> {
  return undefined;
}

const idle: EmbeddedDb[] = [];

export const embeddedTestDatabase = toTestDatabase('embedded', async () => {
  const db = idle.pop() ?? (await openMemoryDb({ template: embeddedTemplate, wait }));
  let isClosed = false;
  const whileOpen = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    if (isClosed) throw new DbUnavailable(new Error('the database is closed'));
    return await act();
  };
  return {
    ...db,
    query: (statement, options) => whileOpen(() => db.query(statement, options)),
    transaction: (work, options) => whileOpen(() => db.transaction(work, options)),
    session: (work, options) => whileOpen(() => db.session(work, options)),
    isUp: async () => !isClosed && (await db.isUp()),
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await run(db, 'DROP SCHEMA public CASCADE');
      await run(db, 'CREATE SCHEMA public');
      await db.forgetStatements();
      idle.push(db);
    },
  };
});

/** Each database is a schema of its own on the one server of the test run. */
export const postgresTestDatabase = toTestDatabase('postgres', async () => {
  const { url, drop } = await emptyPostgresSchema();
  const db = await openPostgresDb(url, { wait });
  let isClosed = false;
  return {
    ...db,
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await db.close();
      await drop();
    },
  };
});

/** The address of an empty schema, for tests that start a process of their own with it. */
export async function emptyPostgresSchema() {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) throw new Error('TEST_DATABASE_URL is not set.');
  const schema = `test_${randomBytes(8).toString('hex')}`;
  const onServer = async (text: string): Promise<void> => {
    const admin = await openPostgresDb(server, { maxConnections: 1 });
    await run(admin, text);
    await admin.close();
  };
  await onServer(`CREATE SCHEMA ${schema}`);
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path=${schema}`);
  if (isCluster()) await spreadTables(url.href);
  return { url: url.href, drop: () => onServer(`DROP SCHEMA ${schema} CASCADE`) };
}

function isCluster(): boolean {
  return process.env.TEST_DATABASE_IS_CLUSTER !== undefined;
}

async function spreadTables(url: string): Promise<void> {
  const db = await openPostgresDb(url, { maxConnections: 2 });
  await migrate(db, migrations);
  await distributeTables(createDistribution(db), async () => undefined);
  await db.close();
}

function run(db: Db, text: string) {
  return db.query({ name: '', text, values: [] });
}
