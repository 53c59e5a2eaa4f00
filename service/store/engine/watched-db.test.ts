import { expect, it } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import { DbUnavailable, UniqueViolation } from '../../base/shared/db.ts';
import { toDbError } from './sql-failure.ts';
import { watchDb } from './watched-db.ts';

const WRITE = { name: '', text: 'INSERT INTO payins DEFAULT VALUES', values: [] };
const READ = { name: '', text: 'SELECT 1', values: [] };

function setUp() {
  const clock = { ms: 0 };
  const told: unknown[] = [];
  const next: { error: unknown; isUp: boolean } = { error: null, isUp: true };
  const answer = async () => {
    if (next.error !== null) throw next.error;
    return [];
  };
  const refuse = () => Promise.reject(new Error('not asked for'));
  const db: Db = {
    ...{ engine: 'postgres', durability: 'power-loss', session: refuse, close: refuse },
    query: answer,
    transaction: async (work) => work({ query: answer, commitWith: refuse }),
    async isUp(onRefused) {
      if (!next.isUp) onRefused?.(next.error);
      return next.isUp;
    },
  };
  const tell = (one: unknown) => told.push(one);
  const watched = watchDb(db, { elapsedMs: () => clock.ms, onRefusing: tell, onKeeping: tell });
  const ask = async (times: number, error: unknown = null, statement = WRITE) => {
    next.error = error;
    for (let asked = 0; asked < times; asked += 1) {
      await watched.query(statement).catch(() => undefined);
    }
  };
  return { clock, told, next, watched, ask, refusesMost: () => watched.refusesMost?.() };
}

function sqlstate(code: string): Error {
  return toDbError({ code, constraint: null, statement: 'payin_claim' });
}

it.each(['08006', '25006', '53100', '53200', '53300', '57P01', '57P03', '58030', 'XX000'])(
  'counts %s as a refusal',
  async (code) => {
    const { told, ask, refusesMost } = setUp();
    await ask(4, sqlstate(code));
    expect(refusesMost()).toBe(false);
    await ask(1, sqlstate(code));
    expect([refusesMost(), told]).toEqual([true, [code]]);
  },
);

it.each([
  ...['57014', '55P03', '25P03', '22P02', '42601'].map(sqlstate),
  new DbUnavailable(new Error('no place in the pool')),
  new DbUnavailable(sqlstate('40001')),
  new UniqueViolation('payins_pkey'),
  new TypeError('of undefined'),
])('counts a limit, a conflict or a mistake as none: %o', async (error) => {
  const { told, ask, refusesMost } = setUp();
  await ask(100, error);
  expect([refusesMost(), told]).toEqual([false, []]);
});

it('counts transactions, and what only reads where all work is refused', async () => {
  const { ask, next, watched, refusesMost } = setUp();
  await ask(100, sqlstate('XX001'), READ);
  await ask(4, sqlstate('53300'), READ);
  expect(refusesMost()).toBe(false);
  next.error = sqlstate('53100');
  await expect(watched.transaction((tx) => tx.query(WRITE))).rejects.toBe(next.error);
  expect(refusesMost()).toBe(true);
});

it('refuses most where it is more than half of what was written within ten seconds', async () => {
  const { clock, ask, refusesMost } = setUp();
  await ask(6);
  await ask(6, sqlstate('53100'));
  await ask(100, null, READ);
  expect(refusesMost()).toBe(false);
  await ask(1, sqlstate('53100'));
  clock.ms = 9_999;
  expect(refusesMost()).toBe(true);
  clock.ms = 10_000;
  expect(refusesMost()).toBe(false);
});

it('forgets refusals where a look has seen it down, and up again', async () => {
  const { next, watched, ask, refusesMost } = setUp();
  await ask(5, sqlstate('57P01'));
  expect([await watched.isUp(), refusesMost()]).toEqual([true, true]);
  next.isUp = false;
  expect([await watched.isUp(), refusesMost()]).toEqual([false, true]);
  next.isUp = true;
  expect([await watched.isUp(), refusesMost()]).toEqual([true, false]);
});

it('tells once when it begins, and once when nothing was refused for ten seconds', async () => {
  const { clock, told, next, watched, ask } = setUp();
  await ask(1_000, sqlstate('53100'));
  clock.ms = 4_000;
  await ask(1_000, sqlstate('57P03'));
  clock.ms = 13_999;
  await ask(1);
  expect(told).toEqual(['53100']);
  clock.ms = 14_000;
  await ask(1);
  expect(told).toEqual(['53100', 2_000]);
  Object.assign(next, { error: sqlstate('25006'), isUp: false });
  await watched.isUp();
  clock.ms = 24_000;
  next.isUp = true;
  await watched.isUp();
  expect(told).toEqual(['53100', 2_000, '25006', 1]);
});
