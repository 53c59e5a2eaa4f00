import { inspect } from 'node:util';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deferred } from '../../../contract/deferred.cases.ts';
import type { Db, Queryable, SqlValue } from '../../base/shared/db.ts';
import { DbUnavailable, SqlError, UniqueViolation } from '../../base/shared/db.ts';
import { opened } from '../../testing/opened.ts';

/** What every engine must do, run unchanged on each of them. */
export function dbCases(openEmpty: () => Promise<Db>): void {
  const db = opened(openEmpty);

  const run = <Row>(on: Queryable, text: string, values: readonly SqlValue[] = []) =>
    on.query<Row>({ name: '', text, values });
  const insert = (on: Queryable, id: string, amount = 0) =>
    on.query({
      name: 'insert_item',
      text: 'INSERT INTO items (id, amount) VALUES ($1, $2)',
      values: [id, amount],
    });
  const ids = async (on: Queryable = db) =>
    (
      await on.query<{ id: string }>({
        name: 'list_items',
        text: 'SELECT id FROM items ORDER BY id',
        values: [],
      })
    ).map(({ id }) => id);
  const fail = (code: string) => `DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${code}'; END $$`;

  beforeAll(async () => {
    await run(db, 'CREATE TABLE items (id text PRIMARY KEY, amount bigint NOT NULL)');
    await run(db, 'ALTER TABLE items ADD CONSTRAINT items_amount CHECK (amount >= 0)');
  }, 60_000);
  beforeEach(() => run(db, 'DELETE FROM items'));

  describe('values', () => {
    const instant = new Date('2026-11-20T13:45:01.250Z');
    it.each<[string, SqlValue, unknown]>([
      ['text', 'São Paulo 🛒 \\ \' "', 'São Paulo 🛒 \\ \' "'],
      ['text', '', ''],
      ['text', null, null],
      ['boolean', true, true],
      ['boolean', false, false],
      ['integer', -2_147_483_648, -2_147_483_648],
      ['bigint', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
      ['bigint', Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
      ['bigint', 99_999_999_999n, 99_999_999_999],
      ['numeric', 15_990, 15_990],
      ['double precision', 0.1, 0.1],
      ['timestamptz', instant, instant],
      ['timestamptz', new Date('1999-12-31T23:59:59.999Z'), new Date('1999-12-31T23:59:59.999Z')],
      ['bytea', Uint8Array.of(0, 1, 39, 92, 255), Uint8Array.of(0, 1, 39, 92, 255)],
      ['bytea', new Uint8Array(), new Uint8Array()],
      ['bytea', Buffer.from('ab').subarray(1), Uint8Array.of(98)],
      ['jsonb', '{"a":[1,{"b":null}]}', { a: [1, { b: null }] }],
      ['jsonb', '"text"', 'text'],
      ['jsonb', 'null', null],
      ['uuid', '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0', '0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0'],
      ['date', '2026-11-20', '2026-11-20'],
    ])('gives back a %s %s', async (type, value, expected) => {
      const [row] = await run<{ value: unknown }>(db, `SELECT $1::${type} AS value`, [value]);
      expect(row).toStrictEqual({ value: expected });
    });

    it('gives counts and sums as numbers', async () => {
      await insert(db, 'a', 1_500);
      await insert(db, 'b', 90);
      expect(await run(db, 'SELECT count(*) AS n, sum(amount) AS total FROM items')).toStrictEqual([
        { n: 2, total: 1_590 },
      ]);
    });

    it('gives every column of an empty result no row', async () => {
      expect(await run(db, 'SELECT id, amount FROM items')).toStrictEqual([]);
    });

    it('gives the rows a statement returns', async () => {
      const text = 'INSERT INTO items (id, amount) VALUES ($1, 5) RETURNING id, amount';
      expect(await run(db, text, ['a'])).toStrictEqual([{ id: 'a', amount: 5 }]);
    });

    it('reads an instant in any zone the server writes', async () => {
      const rows = await db.transaction(async (tx) => {
        await run(tx, "SET LOCAL TIME ZONE 'America/Sao_Paulo'");
        const first = await run(tx, 'SELECT $1::timestamptz AS at', [instant]);
        await run(tx, "SET LOCAL TIME ZONE 'Asia/Kolkata'");
        return [...first, ...(await run(tx, 'SELECT $1::timestamptz AS at', [instant]))];
      });
      expect(rows).toStrictEqual([{ at: instant }, { at: instant }]);
    });

    it.each([
      ['an integer past the safe ones', '9007199254740992::bigint'],
      ['an integer before the safe ones', '(-9007199254740992)::bigint'],
      ['a sum past the safe integers', "'90071992547409920'::numeric"],
      ['a fraction where money is counted', '0.5::numeric'],
      ['an instant without end', "'infinity'::timestamptz"],
    ])('throws for %s instead of rounding it', async (_name, expression) => {
      await expect(run(db, `SELECT ${expression} AS value`)).rejects.toThrow(
        /column value has no exact JavaScript value/,
      );
    });

    it.each<[string, unknown]>([
      ['not a number', Number.NaN],
      ['an endless number', Number.POSITIVE_INFINITY],
      ['an unsafe integer', 2 ** 53],
      ['an invalid date', new Date(Number.NaN)],
      ['nothing', undefined],
      ['an object', { secret: '4111111111111111' }],
    ])('refuses %s as a value and does not repeat it', async (_name, value) => {
      const refused = run(db, 'SELECT $1::text AS value', [value as SqlValue]);
      await expect(refused).rejects.toThrow(/value 1 is/);
      await expect(refused).rejects.not.toThrow(/4111/);
    });
  });

  describe('refusals', () => {
    it('names the violated unique key', async () => {
      await insert(db, 'a');
      const error = await insert(db, 'a').catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(UniqueViolation);
      expect(error).toMatchObject({ constraint: 'items_pkey' });
    });

    it('names a unique index of part of a table', async () => {
      await run(db, 'CREATE UNIQUE INDEX items_one_big ON items ((1)) WHERE amount > 100');
      await insert(db, 'a', 101);
      await expect(insert(db, 'b', 102)).rejects.toMatchObject({ constraint: 'items_one_big' });
      await run(db, 'DROP INDEX items_one_big');
    });

    it('names a violated check and its code', async () => {
      const error = await insert(db, 'a', -1).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SqlError);
      expect(error).toMatchObject({ code: '23514', constraint: 'items_amount' });
    });

    const number = '4111111111111111';
    it.each([
      ['a text for an integer', 'SELECT $1::integer AS n', `n${number}`, '22P02'],
      ['a number too big for its type', 'SELECT $1::integer AS n', number, '22003'],
      ['a zero byte in a text', 'SELECT $1::text AS t', `${number}\0`, '22021'],
      ['an unknown table', 'SELECT $1::text FROM nowhere', number, '42P01'],
      ['a text that is no SQL', 'selekt $1', number, '42601'],
    ])('gives the code of %s and nothing of the values', async (_name, text, value, code) => {
      const error = await run(db, text, [value]).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SqlError);
      expect(error).toMatchObject({ code });
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(number);
    });

    it('refuses a name used for two texts', async () => {
      await db.query({ name: 'twice', text: 'SELECT 1 AS n', values: [] });
      await expect(
        db.transaction(async (tx) => {
          await tx.query({ name: 'twice', text: 'SELECT 1 AS n', values: [] });
          await tx.query({ name: 'twice', text: 'SELECT 2 AS n', values: [] });
        }),
      ).rejects.toThrow('two statements have the name twice');
    });

    it('goes on after a refusal, with the same prepared statement', async () => {
      await insert(db, 'a');
      await expect(insert(db, 'a')).rejects.toBeInstanceOf(UniqueViolation);
      await insert(db, 'b');
      expect(await ids()).toEqual(['a', 'b']);
    });

    it('prepares a statement anew that could not be prepared before', async () => {
      const late = { name: 'late', text: 'SELECT n FROM late_table', values: [] };
      await expect(db.query(late)).rejects.toMatchObject({ code: '42P01' });
      await run(db, 'CREATE TABLE late_table (n integer)');
      expect(await db.query(late)).toEqual([]);
      await run(db, 'DROP TABLE late_table');
    });
  });

  describe('transaction', () => {
    it('gives what the work gives, and its rows are there', async () => {
      const result = await db.transaction(async (tx) => {
        await insert(tx, 'a');
        return await ids(tx);
      });
      expect(result).toEqual(['a']);
      expect(await ids()).toEqual(['a']);
    });

    it('may ask for nothing', async () => {
      expect(await db.transaction(async () => 'done')).toBe('done');
      await expect(
        db.transaction(async () => {
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
    });

    it('is whole whichever statement it begins with fails', async () => {
      await insert(db, 'a');
      const work = db.transaction((tx) => insert(tx, 'a'));
      await expect(work).rejects.toBeInstanceOf(UniqueViolation);
      await db.transaction((tx) => insert(tx, 'b'));
      expect(await ids()).toEqual(['a', 'b']);
    });

    it('leaves nothing when the work throws', async () => {
      const cause = new Error('no');
      const work = db.transaction(async (tx) => {
        await insert(tx, 'a');
        throw cause;
      });
      await expect(work).rejects.toBe(cause);
      expect(await ids()).toEqual([]);
    });

    it('leaves nothing when a statement fails, even if the work catches that', async () => {
      const work = db.transaction(async (tx) => {
        await insert(tx, 'a');
        await insert(tx, 'a').catch(() => undefined);
        return 'done';
      });
      await expect(work).rejects.toBeInstanceOf(UniqueViolation);
      expect(await ids()).toEqual([]);
    });

    it('leaves nothing when a value that cannot be read was written', async () => {
      const work = db.transaction(async (tx) => {
        await insert(tx, 'a');
        await run(tx, 'SELECT 9007199254740992 AS n').catch(() => undefined);
      });
      await expect(work).rejects.toThrow(RangeError);
      expect(await ids()).toEqual([]);
    });

    it('refuses a statement after its end', async () => {
      let kept: Queryable | undefined;
      await db.transaction(async (tx) => {
        kept = tx;
      });
      await expect(insert(kept!, 'late')).rejects.toThrow('after its transaction');
      expect(await ids()).toEqual([]);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['query', () => db.query({ name: '', text: 'SELECT 1', values: [] })],
      ['transaction', () => db.transaction(async () => undefined)],
    ])('throws at once when the work calls %s of the database', async (_name, call) => {
      const work = db.transaction(async (tx) => {
        await insert(tx, 'a');
        await call();
      });
      await expect(work).rejects.toThrow('must not be called inside its own transaction');
      expect(await ids()).toEqual([]);
    });

    it('lets what the work started use the database once the transaction has ended', async () => {
      const { promise: ended, resolve: end } = deferred();
      let later: Promise<string[]> | undefined;
      await db.transaction(async (tx) => {
        await insert(tx, 'a');
        later = ended.then(() => ids());
      });
      end();
      expect(await later).toEqual(['a']);
    });

    it('gives up on work that never ends, and lets the others in', async () => {
      const stuck = db.transaction(
        async (tx) => {
          await insert(tx, 'a');
          await new Promise<never>(() => undefined);
        },
        { deadlineMs: 20 },
      );
      await expect(stuck).rejects.toBeInstanceOf(DbUnavailable);
      expect(await ids()).toEqual([]);
    });

    it('runs statements that the work starts together in their order', async () => {
      await db.transaction(async (tx) => {
        await Promise.all(['c', 'a', 'b'].map((id) => insert(tx, id)));
      });
      expect(await ids()).toEqual(['a', 'b', 'c']);
    });
  });

  describe('a transaction that commits with its last statements', () => {
    it('has written them, and what came before', async () => {
      const result = await db.transaction(async (tx) => {
        await insert(tx, 'a');
        await tx.commitWith(() => [insert(tx, 'b'), insert(tx, 'c')]);
        return 'done';
      });
      expect(result).toBe('done');
      expect(await ids()).toEqual(['a', 'b', 'c']);
    });

    it('may begin with them, or have none', async () => {
      await db.transaction((tx) => tx.commitWith(() => [insert(tx, 'a')]));
      await db.transaction((tx) => tx.commitWith(() => []));
      expect(await ids()).toEqual(['a']);
    });

    it.each([0, 1, 2])('leaves nothing when the one at place %i fails', async (place) => {
      await insert(db, 'taken');
      const names = ['b', 'c', 'd'].with(place, 'taken');
      const work = db.transaction(async (tx) => {
        await insert(tx, 'a');
        await tx.commitWith(() => names.map((id) => insert(tx, id)));
      });
      await expect(work).rejects.toBeInstanceOf(UniqueViolation);
      expect(await ids()).toEqual(['taken']);
      await db.transaction((tx) => insert(tx, 'next'));
      expect(await ids()).toEqual(['next', 'taken']);
    });

    it('leaves nothing when one failed before, even if the work caught that', async () => {
      const work = db.transaction(async (tx) => {
        await insert(tx, 'a');
        await insert(tx, 'a').catch(() => undefined);
        await tx.commitWith(() => [insert(tx, 'b')]);
      });
      await expect(work).rejects.toBeInstanceOf(UniqueViolation);
      expect(await ids()).toEqual([]);
    });

    it('refuses another statement, and another end', async () => {
      const late = db.transaction(async (tx) => {
        await tx.commitWith(() => [insert(tx, 'a')]);
        await insert(tx, 'late');
      });
      await expect(late).rejects.toThrow('after its transaction');
      const twice = db.transaction(async (tx) => {
        await tx.commitWith(() => [insert(tx, 'b')]);
        await tx.commitWith(() => []);
      });
      await expect(twice).rejects.toThrow('after its transaction');
      expect(await ids()).toEqual(['a', 'b']);
    });
  });

  describe('side by side', () => {
    it('keeps a query out of a running transaction of another caller', async () => {
      let seen: Promise<string[]> | undefined;
      const outside = { start: () => undefined as unknown };
      const started = new Promise<void>((resolve) => {
        outside.start = resolve as () => unknown;
      });
      const reader = started.then(() => {
        seen = ids();
      });
      await db.transaction(async (tx) => {
        await insert(tx, 'a');
        outside.start();
        await reader;
        await insert(tx, 'b');
      });
      // Either it waited for both rows or it saw the table as it was: never the half.
      expect([[], ['a', 'b']]).toContainEqual(await seen);
    });

    it('does not take a failed query of one caller into the transaction of another', async () => {
      await insert(db, 'a');
      const [first, second] = await Promise.allSettled([
        db.transaction(async (tx) => {
          await insert(tx, 'b');
          await insert(tx, 'c');
        }),
        insert(db, 'a'),
      ]);
      expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
      expect(await ids()).toEqual(['a', 'b', 'c']);
    });

    it('keeps every one of many transactions whole', async () => {
      await Promise.allSettled(
        Array.from({ length: 40 }, (_, index) =>
          db.transaction(async (tx) => {
            await insert(tx, `${index}-one`);
            if (index % 4 === 0) throw new Error('no');
            await insert(tx, `${index}-two`);
          }),
        ),
      );
      const kept = await ids();
      expect(kept).toHaveLength(60);
      expect(kept.filter((id) => id.endsWith('one'))).toHaveLength(30);
    });

    it('never lets a balance below zero by conditional updates from all sides', async () => {
      await insert(db, 'balance', 1_000);
      const debit = () =>
        db.transaction(async (tx) => {
          const taken = await tx.query({
            name: 'debit',
            text: `UPDATE items SET amount = amount - $2
              WHERE id = $1 AND amount >= $2 RETURNING amount`,
            values: ['balance', 100],
          });
          return taken.length;
        });
      const taken = await Promise.all(Array.from({ length: 30 }, debit));
      expect(taken.filter((count) => count === 1)).toHaveLength(10);
      expect(await run(db, 'SELECT amount FROM items')).toEqual([{ amount: 0 }]);
    });
  });

  describe('statements of one batch key', () => {
    const keep = (id: string, amount: number) =>
      db.query<{ id: string }>(
        {
          name: 'keep_item',
          text: 'INSERT INTO items (id, amount) VALUES ($1, $2) RETURNING id',
          values: [id, amount],
        },
        { batchKey: 'items' },
      );
    const names = Array.from(
      { length: 40 },
      (_, index) => `item-${String(index).padStart(2, '0')}`,
    );

    it('are each given their own rows', async () => {
      const kept = await Promise.all(names.map((name, index) => keep(name, index)));
      expect(kept).toEqual(names.map((id) => [{ id }]));
      expect(await ids()).toEqual(names);
    });

    it('share their commits', async () => {
      await Promise.all(names.map((name) => keep(name, 0)));
      const commits = await run(db, 'SELECT DISTINCT xmin::text AS number FROM items');
      expect(commits.length).toBeLessThan(names.length / 2);
    });

    it('fail each by itself', async () => {
      await insert(db, 'item-07');
      const kept = names.map((name, index) => keep(name, index === 20 ? -1 : 0));
      const outcomes = await Promise.allSettled(kept);
      const failed = outcomes.flatMap((outcome, index) =>
        outcome.status === 'rejected' ? [[index, outcome.reason]] : [],
      );
      expect(failed).toEqual([
        [7, new UniqueViolation('items_pkey')],
        [20, expect.objectContaining({ code: '23514', constraint: 'items_amount' })],
      ]);
      expect(await ids()).toEqual(names.filter((_, index) => index !== 20));
    });

    it('may be prepared by the first of them, or by one that fails', async () => {
      const late = (id: string) =>
        db.query(
          { name: 'keep_late', text: 'INSERT INTO late_items (id) VALUES ($1)', values: [id] },
          { batchKey: 'late' },
        );
      const early = await Promise.allSettled(names.map(late));
      expect(new Set(early.map(({ status }) => status))).toEqual(new Set(['rejected']));
      await run(db, 'CREATE TABLE late_items (id text PRIMARY KEY)');
      await Promise.all(names.map(late));
      expect(await run(db, 'SELECT count(*) AS count FROM late_items')).toEqual([{ count: 40 }]);
      await run(db, 'DROP TABLE late_items');
    });

    it('are refused inside a transaction, as any query', async () => {
      const inside = db.transaction(() => keep('a', 0));
      await expect(inside).rejects.toThrow('inside its own transaction');
    });
  });

  describe('conflicts', () => {
    it.each(['40001', '40P01'])('starts the work again after %s', async (code) => {
      let tries = 0;
      await db.transaction(async (tx) => {
        tries += 1;
        await insert(tx, `try-${tries}`);
        if (tries < 3) await run(tx, fail(code));
      });
      expect(await ids()).toEqual(['try-3']);
    });

    it('starts again even if the work catches the conflict', async () => {
      let tries = 0;
      await db.transaction(async (tx) => {
        tries += 1;
        if (tries === 1) await run(tx, fail('40001')).catch(() => undefined);
        else await insert(tx, 'a');
      });
      expect(await ids()).toEqual(['a']);
    });

    it('does not start again for any other failure', async () => {
      let tries = 0;
      const work = db.transaction(async (tx) => {
        tries += 1;
        await run(tx, fail('P0001'));
      });
      await expect(work).rejects.toMatchObject({ code: 'P0001' });
      expect(tries).toBe(1);
    });

    it('gives up after six tries', async () => {
      let tries = 0;
      const work = db.transaction(async (tx) => {
        tries += 1;
        await run(tx, fail('40001'));
      });
      await expect(work).rejects.toBeInstanceOf(DbUnavailable);
      expect(tries).toBe(6);
    });
  });

  describe('closing', () => {
    it('answers nothing any more, and says that it is down', async () => {
      const closing = await openEmpty();
      expect(await closing.isUp()).toBe(true);
      await closing.close();
      expect(await closing.isUp()).toBe(false);
      await expect(run(closing, 'SELECT 1')).rejects.toBeInstanceOf(DbUnavailable);
      await expect(closing.transaction(async () => 1)).rejects.toBeInstanceOf(DbUnavailable);
    });

    it('may be closed twice', async () => {
      const closing = await openEmpty();
      await closing.close();
      await expect(closing.close()).resolves.toBeUndefined();
    });
  });
}
