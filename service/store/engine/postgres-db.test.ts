import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deferred } from '../../../contract/deferred.cases.ts';
import type { Queryable } from '../../base/shared/db.ts';
import { DbUnavailable, refusalOf } from '../../base/shared/db.ts';
import { opened, STORY } from '../../testing/opened.ts';
import { emptyPostgresSchema, postgresTestDatabase } from '../../testing/test-db.ts';
import { dbCases } from './db.cases.ts';
import { openPostgresDb } from './postgres-db.ts';

const hasServer = process.env.TEST_DATABASE_URL !== undefined;

describe.skipIf(!hasServer)('the PostgreSQL engine', { tags: 'needs-postgres' }, () => {
  dbCases(postgresTestDatabase.openEmpty);
});

describe.skipIf(!hasServer)('a PostgreSQL server', { ...STORY, tags: 'needs-postgres' }, () => {
  const run = <Row>(on: Queryable, text: string) => on.query<Row>({ name: '', text, values: [] });
  const add = (on: Queryable, id: string) =>
    on.query<{ amount: number }>({
      name: 'add_one',
      text: 'UPDATE counters SET amount = amount + 1 WHERE id = $1 RETURNING amount',
      values: [id],
    });

  const schema = opened(emptyPostgresSchema);
  const db = opened(() => openPostgresDb(schema.url));
  beforeAll(async () => {
    await run(db, 'CREATE TABLE counters (id text PRIMARY KEY, amount integer NOT NULL)');
    await run(db, "INSERT INTO counters (id, amount) VALUES ('a', 0), ('b', 0)");
  });
  afterAll(() => schema.drop());

  it('keeps its connection through transactions that fail, however many', async () => {
    const one = await openPostgresDb(schema.url, { maxConnections: 1 });
    const server = () => run(one, 'SELECT pg_backend_pid() AS id');
    const before = await server();
    for (let times = 0; times < 120; times += 1) {
      const work = one.transaction((tx) => run(tx, 'SELECT 1 / 0'));
      await expect(work).rejects.toMatchObject({ code: '22012' });
    }
    expect(await server()).toEqual(before);
    await one.close();
  });

  it('runs in a session what is refused inside a transaction, however often', async () => {
    const answers = await db.session(
      async (session) => {
        const all: unknown[] = [];
        for (let times = 0; times < 220; times += 1) {
          all.push(await run(session, 'DROP INDEX CONCURRENTLY IF EXISTS counters_none'));
        }
        return all;
      },
      { deadlineMs: 60_000 },
    );
    expect(answers).toHaveLength(220);
  });

  it('does not keep the plans of an empty table for a full one', async () => {
    const one = await openPostgresDb(schema.url, { maxConnections: 1 });
    await run(
      one,
      'CREATE TABLE parcels (shop text, id text, label char(2000), PRIMARY KEY (shop, id))',
    );
    await run(one, 'CREATE UNIQUE INDEX parcels_label ON parcels (shop, label)');
    const change = () =>
      one.query({
        name: 'parcel_change',
        text: 'UPDATE parcels SET label = label WHERE shop = $1 AND id = $2 AND label <> $3',
        values: ['one', '7', ''],
      });
    const planOf = () => run(one, "explain (costs off) execute parcel_change('one', '7', '')");
    // A plan for any values is made once there were five for given ones.
    for (let times = 0; times < 6; times += 1) await change();
    await run(
      one,
      `INSERT INTO parcels (shop, id, label)
        SELECT 'one', number::text, number::text FROM generate_series(1, 2000) number`,
    );
    for (let times = 0; times < 100; times += 1) await run(one, 'SELECT 1');
    expect(JSON.stringify(await planOf())).toContain('parcels_pkey');
    await one.close();
  });

  /** Resolves once `count` callers have arrived. */
  const barrier = (count: number) => {
    let arrived = 0;
    const { promise: opened, resolve: open } = deferred();
    return async () => {
      arrived += 1;
      if (arrived === count) open();
      await opened;
    };
  };

  it('runs transactions at the same time, each seeing only what was committed', async () => {
    // Nobody commits before both have read what the other wrote.
    const bothWrote = barrier(2);
    const bothRead = barrier(2);
    const amounts = await Promise.all(
      ['a', 'b'].map((id) =>
        db.transaction(async (tx) => {
          await add(tx, id);
          await bothWrote();
          const other = id === 'a' ? 'b' : 'a';
          const rows = await run<{ amount: number }>(
            tx,
            `SELECT amount FROM counters WHERE id = '${other}'`,
          );
          await bothRead();
          return rows;
        }),
      ),
    );
    expect(amounts).toEqual([[{ amount: 0 }], [{ amount: 0 }]]);
  });

  it('ends a deadlock by starting one of the two again', async () => {
    const [before] = await run<{ total: number }>(db, 'SELECT sum(amount) AS total FROM counters');
    const meet = barrier(2);
    let tries = 0;
    await Promise.all(
      [
        ['a', 'b'],
        ['b', 'a'],
      ].map(([first = '', second = '']) =>
        db.transaction(async (tx) => {
          tries += 1;
          await add(tx, first);
          await meet();
          await add(tx, second);
        }),
      ),
    );
    expect(tries).toBeGreaterThan(2);
    const [after] = await run<{ total: number }>(db, 'SELECT sum(amount) AS total FROM counters');
    expect(after!.total - before!.total).toBe(4);
  });

  it('starts a transaction again that could not be put in order with another', async () => {
    const meet = barrier(2);
    let tries = 0;
    const work = async (tx: Queryable) => {
      tries += 1;
      await run(tx, 'set transaction isolation level serializable');
      await run(tx, "SELECT amount FROM counters WHERE id = 'a'");
      await meet();
      await add(tx, 'a');
    };
    await Promise.all([db.transaction(work), db.transaction(work)]);
    expect(tries).toBe(3);
  });

  it('fails a transaction whose connection was cut, and goes on with the next', async () => {
    const cut = db.transaction(async (tx) => {
      await add(tx, 'a');
      const [{ pid } = { pid: 0 }] = await run<{ pid: number }>(
        tx,
        'SELECT pg_backend_pid() AS pid',
      );
      const killer = await openPostgresDb(schema.url, { maxConnections: 1 });
      await run(killer, `SELECT pg_terminate_backend(${pid})`);
      await killer.close();
      await add(tx, 'a');
    });
    await expect(cut).rejects.toBeInstanceOf(DbUnavailable);
    expect(await db.isUp()).toBe(true);
    await db.transaction((tx) => add(tx, 'a'));
  });

  it('gives up a statement, or a wait for a lock, that takes too long', async () => {
    const hasty = await openPostgresDb(schema.url, { statementTimeoutMs: 50 });
    await expect(run(hasty, 'SELECT pg_sleep(5)')).rejects.toBeInstanceOf(DbUnavailable);
    await db.transaction(async (tx) => {
      await add(tx, 'a');
      await expect(add(hasty, 'a')).rejects.toBeInstanceOf(DbUnavailable);
    });
    expect(await hasty.isUp()).toBe(true);
    await hasty.close();
  });

  it('lets a transaction with a longer deadline outlast the limit of its statements', async () => {
    const hasty = await openPostgresDb(schema.url, { statementTimeoutMs: 20 });
    await hasty.transaction((tx) => run(tx, 'SELECT pg_sleep(0.1)'), { deadlineMs: 20_000 });
    await expect(run(hasty, 'SELECT pg_sleep(0.1)')).rejects.toBeInstanceOf(DbUnavailable);
    await hasty.close();
  });

  it('does not hang when every connection is taken', async () => {
    const narrow = await openPostgresDb(schema.url, { maxConnections: 1, connectTimeoutMs: 1_000 });
    const meet = barrier(2);
    const leave = barrier(2);
    const holder = narrow.transaction(async (tx) => {
      await add(tx, 'a');
      await meet();
      await leave();
    });
    await meet();
    await expect(run(narrow, 'SELECT 1')).rejects.toBeInstanceOf(DbUnavailable);
    await leave();
    await holder;
    expect(await narrow.isUp()).toBe(true);
    await narrow.close();
  });

  it('works with fewer connections than it may have, and asks for more again', async () => {
    const role = `narrow_${schema.url.slice(-16)}`;
    await run(db, `CREATE ROLE ${role} LOGIN PASSWORD 'narrow' CONNECTION LIMIT 2`);
    const clock = { ms: 0 };
    const url = Object.assign(new URL(schema.url), { username: role, password: 'narrow' }).href;
    const open = () => openPostgresDb(url, { elapsedMs: () => clock.ms, connectTimeoutMs: 1_000 });
    const narrow = await open();
    const work = (count: number, meet: () => Promise<unknown>) =>
      Promise.all(
        Array.from({ length: count }, () =>
          narrow.transaction(async (tx) => {
            await run(tx, 'SELECT 1');
            await meet();
          }),
        ),
      );
    await work(30, async () => undefined);

    // Who waits in vain for one of those, and who gets none at all, was refused by the server.
    const meet = barrier(3);
    const holding = work(2, meet);
    await expect(run(narrow, 'SELECT 1')).rejects.toMatchObject({ code: '53300' });
    await expect(open()).rejects.toMatchObject({ code: '53300' });
    await meet();
    await holding;
    await run(db, `ALTER ROLE ${role} CONNECTION LIMIT 4`);
    clock.ms = 10_000;
    await work(4, barrier(4));
    await narrow.close();
    await run(db, `DROP ROLE ${role}`);
  });

  it('lets a table grow every five seconds, and leaves nothing of it', async () => {
    const clock = { ms: 0 };
    const told: unknown[] = [];
    const grown = await openPostgresDb(schema.url, { elapsedMs: () => clock.ms });
    const isUp = () => grown.isUp((error) => told.push(refusalOf(error)));
    const sizes = `SELECT pg_relation_filepath('write_probe')::text AS file,
      pg_total_relation_size('write_probe') AS bytes, (SELECT count(*) FROM write_probe) AS rows`;
    expect(await isUp()).toBe(true);
    await run(db, 'CREATE UNLOGGED TABLE write_probe (filler integer PRIMARY KEY)');
    const before = await run(db, sizes);
    clock.ms = 5_000;
    expect([await isUp(), await run(db, sizes)]).toEqual([true, before]);

    const full = `AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$`;
    await run(db, `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql ${full}`);
    const onInsert = 'BEFORE INSERT ON write_probe EXECUTE FUNCTION refuse()';
    await run(db, `CREATE TRIGGER full_disk ${onInsert}`);
    clock.ms = 9_999;
    expect(await isUp()).toBe(true);
    clock.ms = 10_000;
    expect([await isUp(), await isUp(), told]).toEqual([false, false, ['53100', '53100']]);
    // A dump that reads it keeps nobody waiting, and proves nothing.
    await db.transaction(async (tx) => {
      await run(tx, 'SELECT filler FROM write_probe');
      expect(await isUp()).toBe(true);
    });
    clock.ms = 15_000;
    expect(await isUp()).toBe(false);
    await run(db, 'DROP TRIGGER full_disk ON write_probe');
    expect(await isUp()).toBe(true);
    await grown.close();
  });

  it('is unavailable when nothing answers at its address', async () => {
    const silent = createServer((socket) => void socket.resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const opening = openPostgresDb(`postgres://postgres@127.0.0.1:${port}/postgres`, {
      connectTimeoutMs: 50,
    });
    await expect(opening).rejects.toBeInstanceOf(DbUnavailable);
    await new Promise((resolve) => silent.close(resolve));
  });

  it('tells what a commit survives', async () => {
    const [row] = await run<{ fsync: string }>(db, "SELECT current_setting('fsync') AS fsync");
    expect(db.durability).toBe(row!.fsync === 'on' ? 'power-loss' : 'process-crash');
  });

  it('is refused when it acknowledges what it may lose', async () => {
    const url = new URL(schema.url);
    url.searchParams.set('options', '-c synchronous_commit=off');
    await expect(openPostgresDb(url.href)).rejects.toThrow(/^DATABASE_URL .*synchronous_commit/);
  });

  it('is unavailable with a wrong password, which no error repeats', async () => {
    const url = new URL(schema.url);
    url.password = 'hunter2-hunter2';
    const error = await openPostgresDb(url.href).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DbUnavailable);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('hunter2');
  });
});
