import { expect, it } from 'vitest';
import type { Db } from '../shared/db.ts';
import { createHealth } from './health.ts';

function setUp() {
  const time = { ms: 0 };
  const state: { mode: 'sandbox'; isStopping: boolean } = { mode: 'sandbox', isStopping: false };
  const told = { isUp: true, writes: 0 };
  const refuse = () => Promise.reject(new Error('not asked for'));
  const db: Db = {
    engine: 'embedded',
    durability: 'power-loss',
    query: refuse,
    transaction: refuse,
    close: refuse,
    isUp: async () => {
      told.writes += 1;
      return told.isUp;
    },
  };
  const health = createHealth(db, state, () => time.ms);
  return { time, state, told, status: async () => (await health()).status };
}

it('lets the database write once a second, however many ask', async () => {
  const { time, told, status } = setUp();
  const asked = await Promise.all(Array.from({ length: 50 }, () => status()));
  expect(new Set(asked)).toEqual(new Set(['ok']));
  time.ms = 999;
  await status();
  expect(told.writes).toBe(1);
  time.ms = 1_000;
  await status();
  expect(told.writes).toBe(2);
});

it('turns when nothing can be written, and back when it can', async () => {
  const { time, told, status } = setUp();
  expect(await status()).toBe('ok');
  told.isUp = false;
  time.ms = 1_000;
  expect(await status()).toBe('unavailable');
  told.isUp = true;
  time.ms = 2_000;
  expect(await status()).toBe('ok');
});

it('turns at once where the service stops', async () => {
  const { state, told, status } = setUp();
  await status();
  state.isStopping = true;
  expect(await status()).toBe('unavailable');
  expect(told.writes).toBe(1);
});
