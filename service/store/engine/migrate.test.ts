import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../shared/db.ts';
import { emptyPostgresSchema, testDatabases } from '../../testing/test-db.ts';
import type { Migration } from '../migrations/migrations.ts';
import { migrate } from './migrate.ts';
import { openPostgresDb } from './postgres-db.ts';

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

function run(db: Db, text: string) {
  return db.query({ name: '', text, values: [] });
}
function recorded(db: Db) {
  return run(db, 'SELECT id, name FROM schema_migrations WHERE id > 0 ORDER BY id');
}

describe.each(testDatabases())('migrating the $engine engine', ({ openEmpty }) => {
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

  it('has nothing to do for an empty list', async () => {
    expect(await migrate(db, [])).toEqual([]);
    expect(await recorded(db)).toEqual([]);
  });

  it('stops when an applied migration was edited', async () => {
    await migrate(db, [shops]);
    const edited = { ...shops, statements: [...shops.statements, 'SELECT 1'] };
    await expect(migrate(db, [edited, carts])).rejects.toThrow(
      'Migration 1 (shops) was edited after it had been applied.',
    );
    expect(await recorded(db)).toEqual([{ id: 1, name: 'shops' }]);
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

describe.skipIf(process.env.TEST_DATABASE_URL === undefined)('migrating from two processes', () => {
  it('applies each migration once', async () => {
    const { url, drop } = await emptyPostgresSchema();
    const processes = await Promise.all([1, 2, 3].map(() => openPostgresDb(url)));
    const answers = await Promise.all(processes.map((db) => migrate(db, [shops, carts])));
    expect(answers.flat().sort()).toEqual([1, 2]);
    await Promise.all(processes.map((db) => db.close()));
    await drop();
  });
});
