import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { isEveryday } from '../../scripts/checks/test-tags.ts';
import type { Db, Queryable, Statement, Transaction } from '../base/shared/db.ts';
import { DbUnavailable } from '../base/shared/db.ts';
import { distributeTables } from '../domain/upkeep/distribution.ts';
import { dropTables } from '../store/engine/drop-tables.ts';
import type { EmbeddedDb } from '../store/engine/embedded-db.ts';
import { openMemoryDb } from '../store/engine/embedded-db.ts';
import { migrate } from '../store/engine/migrate.ts';
import { openPostgresDb } from '../store/engine/postgres-db.ts';
import { migrations } from '../store/migrations/migrations.ts';
import { createDistribution } from '../store/tables/upkeep/table-distribution.ts';
import { embeddedTemplate } from './embedded-template.ts';

/**
 * Databases for tests. `close` a database when done with it: its rows or its tables are taken away,
 * and it is kept for the next one of the same process.
 */
export type TestDatabase = {
  engine: Db['engine'];
  openEmpty(): Promise<Db>;
  /** With all migrations applied. */
  openMigrated(): Promise<Db>;
};

/**
 * What a test of behaviour runs on: in `npm test` one engine, PostgreSQL where there is a server;
 * else all of `statementDatabases`, since each statement has been tried on both by its own tests.
 */
export function testDatabases(): TestDatabase[] {
  return isEveryday ? statementDatabases().slice(-1) : statementDatabases();
}

/**
 * What a test of statements runs on (store, ledger, compose, maintenance): the embedded engine
 * always, PostgreSQL where there is a server; where that one is a cluster, it alone.
 */
export function statementDatabases(): TestDatabase[] {
  if (isCluster()) return [postgresTestDatabase];
  return process.env.TEST_DATABASE_URL === undefined
    ? [embeddedTestDatabase]
    : [embeddedTestDatabase, postgresTestDatabase];
}

/**
 * An open database whose calls are refused once it is closed, and who knows what was asked of it. Inside
 * a transaction its calls are refused at once: the pool's last connection, or the only one, may be the
 * caller's own, so that a call waits for ever or reads past its own writes.
 */
function guarded(db: Db, close: (isAltered: boolean) => Promise<void>): Db {
  let isClosed = false;
  let isAltered = false;
  const around = new AsyncLocalStorage<{ isOpen: boolean }>();
  const whileOpen = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    if (isClosed) throw new DbUnavailable(new Error('the database is closed'));
    if (around.getStore()?.isOpen) {
      throw new Error('a database must not be called inside its own transaction: use tx');
    }
    return await act();
  };
  const watched = <Asked extends Queryable>(asked: Asked): Asked => ({
    ...asked,
    query: (statement: Statement) => {
      isAltered ||= ALTERS.test(statement.text);
      return asked.query(statement);
    },
  });
  const inside = <Result>(tx: Transaction, work: (tx: Transaction) => Promise<Result>) => {
    const place = { isOpen: true };
    const commitWith: Transaction['commitWith'] = async (writes) => {
      place.isOpen = false;
      await tx.commitWith(writes);
    };
    return around.run(place, async () => {
      try {
        return await work({ ...watched(tx), commitWith });
      } finally {
        place.isOpen = false;
      }
    });
  };
  return {
    ...db,
    query: (statement, options) => {
      isAltered ||= ALTERS.test(statement.text);
      return whileOpen(() => db.query(statement, options));
    },
    transaction: (work, options) =>
      whileOpen(() => db.transaction((tx) => inside(tx, work), options)),
    session: (work, options) => whileOpen(() => db.session((open) => work(watched(open)), options)),
    isUp: async (onRefused) => !isClosed && (await db.isUp(onRefused)),
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await close(isAltered);
    },
  };
}

/** What leaves more than rows behind: tables, indexes, triggers, what the planner knows. */
const ALTERS = /\b(CREATE|ALTER|DROP|ANALYZE|VACUUM|GRANT|REVOKE)\b/;

/**
 * Takes the rows out of every table but that of the migrations, and has the sequences begin anew: a
 * tenth of what it takes to make the tables. Tables that grew large are truncated, since the rows
 * that are gone would be read again and again.
 */
const EMPTY_TABLES = `DO $$
DECLARE found record;
BEGIN
  SET LOCAL session_replication_role = replica;
  FOR found IN
    SELECT oid, oid::regclass AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
      AND relname <> 'schema_migrations' AND pg_relation_size(oid) > 0
  LOOP
    IF pg_relation_size(found.oid) > 262144 THEN
      EXECUTE 'TRUNCATE ' || found.name;
    ELSE
      EXECUTE 'DELETE FROM ' || found.name;
    END IF;
  END LOOP;
  PERFORM setval(seqrelid::regclass, seqstart, false)
  FROM pg_sequence JOIN pg_class ON pg_class.oid = seqrelid
  WHERE relnamespace = current_schema()::regnamespace;
END $$`;

// A conflict is tried again at once: nothing else is there to get out of the way of.
async function wait(): Promise<void> {
  return undefined;
}

const engines: EmbeddedDb[] = [];
const migratedEngines: EmbeddedDb[] = [];

async function openEngine(): Promise<EmbeddedDb> {
  return engines.pop() ?? (await openMemoryDb({ template: embeddedTemplate, wait }));
}

async function keepEmpty(db: EmbeddedDb): Promise<void> {
  await dropTables(db);
  await db.forgetStatements();
  engines.push(db);
}

export const embeddedTestDatabase: TestDatabase = {
  engine: 'embedded',
  openEmpty: async () => {
    const db = await openEngine();
    return guarded(db, () => keepEmpty(db));
  },
  openMigrated: async () => {
    const db = migratedEngines.pop() ?? (await openEngine());
    await migrate(db, migrations);
    return guarded(db, async (isAltered) => {
      if (isAltered) return await keepEmpty(db);
      await run(db, EMPTY_TABLES);
      migratedEngines.push(db);
    });
  },
};

const migratedSchemas: Awaited<ReturnType<typeof emptyPostgresSchema>>[] = [];

/** Each database is a schema of its own on the one server of the test run. */
export const postgresTestDatabase: TestDatabase = {
  engine: 'postgres',
  openEmpty: async () => {
    const { url, drop } = await emptyPostgresSchema();
    const db = await openPostgresDb(url, { wait });
    return guarded(db, async () => {
      await db.close();
      await drop();
    });
  },
  openMigrated: async () => {
    const schema = migratedSchemas.pop() ?? (await emptyPostgresSchema());
    const db = await openPostgresDb(schema.url, { wait });
    await migrate(db, migrations);
    return guarded(db, async (isAltered) => {
      await db.close();
      if (isAltered || isCluster()) return await schema.drop();
      const admin = await openPostgresDb(schema.url, { maxConnections: 1 });
      await run(admin, EMPTY_TABLES);
      await admin.close();
      migratedSchemas.push(schema);
    });
  },
};

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
