import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import { emptyPostgresSchema, statementDatabases } from '../../testing/test-db.ts';
import type { Migration } from '../migrations/migrations.ts';
import { migrate, requireMigrated, UnknownSchema } from './migrate.ts';
import { openPostgresDb } from './postgres-db.ts';

const hasServer = process.env.TEST_DATABASE_URL !== undefined;

const shops: Migration = {
  id: 1,
  name: 'shops',
  statements: ['CREATE TABLE shops (id text PRIMARY KEY)', "INSERT INTO shops (id) VALUES ('one')"],
};
const carts: Migration = {
  id: 2,
  name: 'carts',
  statements: ['CREATE TABLE carts (id text PRIMARY KEY)'],
};

const cartIndex: Migration = {
  id: 3,
  name: 'index of carts',
  statements: ['CREATE UNIQUE INDEX CONCURRENTLY carts_owner ON carts (owner)'],
};
const owners: Migration = {
  id: 2,
  name: 'carts with owners',
  statements: ['CREATE TABLE carts (id text PRIMARY KEY, owner text)'],
};

/** Two rows a batch, each committed by itself; a row that was moved is left. */
const moving: Migration = {
  id: 3,
  name: 'owners of carts',
  statements: [],
  async move(db) {
    for (let rows: unknown[] = ['first']; rows.length > 0; ) {
      rows = await run(
        db,
        `UPDATE carts SET owner = 'ana' WHERE owner IS NULL AND id IN (
          SELECT id FROM carts WHERE owner IS NULL ORDER BY id LIMIT 2) RETURNING id`,
      );
    }
  },
};

function run(db: Db, text: string) {
  return db.query({ name: '', text, values: [] });
}
async function owned(db: Db): Promise<number> {
  const text = 'SELECT count(owner) AS owned FROM carts';
  const [row] = await db.query<{ owned: number }>({ name: '', text, values: [] });
  return row?.owned ?? 0;
}
function recorded(db: Db) {
  return run(db, 'SELECT id, name FROM schema_migrations WHERE id > 0 ORDER BY id');
}

describe.each(statementDatabases())('migrating the $engine engine', ({ openEmpty }) => {
  let db: Db;
  beforeEach(async () => {
    db = await openEmpty();
  });
  afterEach(() => db.close());

  it('applies each migration once, in order', async () => {
    expect(await migrate(db, [shops])).toEqual([1]);
    expect(await migrate(db, [shops, carts])).toEqual([2]);
    expect(await migrate(db, [shops, carts])).toEqual([]);
    expect(await run(db, 'SELECT id FROM shops')).toEqual([{ id: 'one' }]);
    expect(await recorded(db)).toEqual([
      { id: 1, name: 'shops' },
      { id: 2, name: 'carts' },
    ]);
  });

  it('is refused to who only reads, with what was found and what to do', async () => {
    const read = () => requireMigrated(db, [shops, carts]);
    await expect(read()).rejects.toThrow(
      /^The database has no tables yet, and this build needs 2:/,
    );
    await migrate(db, [shops]);
    await expect(read()).rejects.toThrow(
      /^The database is at migration 1, and this build needs 2:/,
    );
    expect(await recorded(db)).toEqual([{ id: 1, name: 'shops' }]);
    await migrate(db, [shops, carts]);
    await read();
  });

  it('has nothing to do for an empty list', async () => {
    expect(await migrate(db, [])).toEqual([]);
    expect(await recorded(db)).toEqual([]);
  });

  it('stops when an applied migration was edited', async () => {
    await migrate(db, [shops]);
    const edited = { ...shops, statements: [...shops.statements, 'SELECT 1'] };
    await expect(migrate(db, [edited, carts])).rejects.toThrow(new UnknownSchema(1));
    expect(await recorded(db)).toEqual([{ id: 1, name: 'shops' }]);
  });

  it('stops on a database that is from before the first of them', async () => {
    await migrate(db, [shops, carts]);
    const first = { ...carts, id: 3 };
    await expect(migrate(db, [first])).rejects.toThrow(new UnknownSchema(2));
    await expect(migrate(db, [{ ...carts, name: 'first' }, first])).rejects.toThrow(
      new UnknownSchema(1),
    );
    expect(await recorded(db)).toHaveLength(2);
  });

  it('lets an applied migration be renamed', async () => {
    await migrate(db, [shops]);
    expect(await migrate(db, [{ ...shops, name: 'merchants' }])).toEqual([]);
  });

  it('leaves nothing of a migration that fails, and all of those before it', async () => {
    const failing = { ...carts, statements: [...carts.statements, 'SELECT 1 / 0'] };
    await expect(migrate(db, [shops, failing])).rejects.toMatchObject({ code: '22012' });
    expect(await recorded(db)).toEqual([{ id: 1, name: 'shops' }]);
    await expect(run(db, 'SELECT id FROM carts')).rejects.toMatchObject({ code: '42P01' });
    expect(await migrate(db, [shops, carts])).toEqual([2]);
  });

  it('leaves a database of a newer build as it is', async () => {
    await migrate(db, [shops, carts]);
    expect(await migrate(db, [shops])).toEqual([]);
    expect(await recorded(db)).toHaveLength(2);
  });

  it('applies a migration once when several start at the same time', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => migrate(db, [shops, carts])));
    expect(answers.flat().sort()).toEqual([1, 2]);
  });

  it('makes and drops an index beside those who write, once', async () => {
    await migrate(db, [owners, cartIndex]);
    expect(await indexes(db)).toEqual([{ name: 'carts_owner', valid: true }]);
    const dropping = { id: 4, name: 'no', statements: ['DROP INDEX CONCURRENTLY carts_owner'] };
    expect(await migrate(db, [owners, cartIndex, dropping])).toEqual([4]);
    expect(await indexes(db)).toEqual([]);
    expect(await migrate(db, [owners, cartIndex, dropping])).toEqual([]);
  });

  it('makes no index a second time that another process has made, and a later one dropped', async () => {
    await migrate(db, [owners]);
    await run(db, 'INSERT INTO carts (id, owner) VALUES (1, 1)');
    const dropped = { id: 4, name: 'no', statements: ['DROP INDEX CONCURRENTLY carts_owner'] };
    const all = [owners, cartIndex, dropped];
    const answers = await Promise.all([migrate(db, all), migrate(db, all), migrate(db, all)]);
    expect(answers.flat().sort()).toEqual([3, 4]);
    expect(await indexes(db)).toEqual([]);
  });

  it('knows an index again that was made while all writers waited', async () => {
    const text = 'CREATE UNIQUE INDEX carts_owner ON carts (owner)';
    await migrate(db, [owners, { ...cartIndex, statements: [text] }]);
    expect(await migrate(db, [owners, cartIndex])).toEqual([]);
  });

  it('moves rows by batches before it is done, and goes on where it was stopped', async () => {
    await migrate(db, [owners]);
    await run(db, `INSERT INTO carts (id) SELECT n::text FROM generate_series(1, 5) n`);
    let left = 1;
    const dying: Db = {
      ...db,
      query: (statement) => {
        if (/UPDATE carts/.test(statement.text) && --left < 0) throw new Error('stopped');
        return db.query(statement);
      },
    };
    await expect(migrate(dying, [owners, moving])).rejects.toThrow('stopped');
    expect(await owned(db)).toBe(2);
    expect(await recorded(db)).toHaveLength(1);
    expect(await migrate(db, [owners, moving])).toEqual([3]);
    expect(await owned(db)).toBe(5);
    expect(await migrate(db, [owners, moving])).toEqual([]);
  });

  it('moves rows once right where several start at the same time', async () => {
    await migrate(db, [owners]);
    await run(db, `INSERT INTO carts (id) SELECT n::text FROM generate_series(1, 50) n`);
    const all = [owners, moving];
    const answers = await Promise.all([1, 2, 3].map(() => migrate(db, all)));
    expect(answers.flat()).toEqual([3]);
    expect(await owned(db)).toBe(50);
  });

  it.each([
    ['come twice', [shops, { ...carts, id: 1 }]],
    ['go down', [carts, shops]],
    ['start at nought', [{ ...shops, id: 0 }]],
    ['are fractions', [{ ...shops, id: 1.5 }]],
  ])('refuses a list whose ids %s', async (_name, list) => {
    await expect(migrate(db, list)).rejects.toThrow('Migration ids ascend from 1');
    await expect(recorded(db)).rejects.toMatchObject({ code: '42P01' });
  });
});

function indexes(db: Db) {
  return run(
    db,
    `SELECT c.relname::text AS name, i.indisvalid AS valid FROM pg_index i
      JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = current_schema() AND c.relname LIKE 'carts_o%'`,
  );
}

describe.skipIf(!hasServer)('migrating from two processes', { tags: 'needs-postgres' }, () => {
  it('applies each migration once', async () => {
    const { url, drop } = await emptyPostgresSchema();
    const processes = await Promise.all([1, 2, 3].map(() => openPostgresDb(url)));
    const answers = await Promise.all(processes.map((db) => migrate(db, [shops, carts])));
    expect(answers.flat().sort()).toEqual([1, 2]);
    await Promise.all(processes.map((db) => db.close()));
    await drop();
  });

  it('makes an index once, and both have it', async () => {
    const { url, drop } = await emptyPostgresSchema();
    const processes = await Promise.all([1, 2, 3].map(() => openPostgresDb(url)));
    const [first] = processes as [Db, Db, Db];
    await migrate(first, [owners]);
    const soon = async () => undefined;
    const answers = await Promise.all(
      processes.map((db) => migrate(db, [owners, cartIndex], { wait: soon })),
    );
    expect(answers.flat()).toEqual([3]);
    expect(await indexes(first)).toEqual([{ name: 'carts_owner', valid: true }]);
    await Promise.all(processes.map((db) => db.close()));
    await drop();
  });
});

describe.skipIf(!hasServer)('migrating PostgreSQL in use', { tags: 'needs-postgres' }, () => {
  let db: Db;
  let other: Db;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    const schema = await emptyPostgresSchema();
    drop = schema.drop;
    db = await openPostgresDb(schema.url);
    other = await openPostgresDb(schema.url);
    await migrate(db, [owners]);
  });
  afterEach(async () => {
    await Promise.all([db.close(), other.close()]);
    await drop();
  });

  it('drops an index that was left half made, and makes it again', async () => {
    await run(db, "INSERT INTO carts (id, owner) VALUES ('one', 'ana'), ('two', 'ana')");
    await expect(migrate(db, [owners, cartIndex])).rejects.toThrow();
    expect(await indexes(db)).toEqual([{ name: 'carts_owner', valid: false }]);
    await run(db, "DELETE FROM carts WHERE id = 'two'");
    expect(await migrate(db, [owners, cartIndex])).toEqual([3]);
    expect(await indexes(db)).toEqual([{ name: 'carts_owner', valid: true }]);
  });

  it('steps back from a table that somebody holds, lets others pass, and comes again', async () => {
    const column = { id: 4, name: 'column', statements: ['ALTER TABLE carts ADD COLUMN size int'] };
    let letGo = () => undefined as unknown;
    const untilLetGo = new Promise((resolve) => {
      letGo = () => resolve(undefined);
    });
    let isHeld = () => undefined as unknown;
    const untilHeld = new Promise((resolve) => {
      isHeld = () => resolve(undefined);
    });
    const holding = other.transaction(async (tx) => {
      await tx.query({ name: '', text: 'SELECT id FROM carts', values: [] });
      isHeld();
      await untilLetGo;
    });
    await untilHeld;
    const pauses: number[] = [];
    const wait = async (milliseconds: number) => {
      pauses.push(milliseconds);
      await run(db, "INSERT INTO carts (id) VALUES ('meanwhile')");
      letGo();
      await holding;
    };
    expect(await migrate(db, [owners, column], { wait })).toEqual([4]);
    expect(pauses).toEqual([2_000]);
  });

  it('refuses a migration that makes an index so and does something else', async () => {
    const both = { ...cartIndex, statements: [...cartIndex.statements, 'SELECT 1'] };
    await expect(migrate(db, [owners, both])).rejects.toThrow('does nothing else');
    expect(await indexes(db)).toEqual([]);
  });
});
