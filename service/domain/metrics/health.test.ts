import { expect, it } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import { createHealth } from './health.ts';

function setUp() {
  const time = { ms: 0 };
  const state: Parameters<typeof createHealth>[1] = {
    mode: 'sandbox',
    isStopping: false,
    unreadableRecords: () => 0,
  };
  const told = { isUp: true, refusesMost: false, writes: 0 };
  const refuse = () => Promise.reject(new Error('not asked for'));
  const db: Db = {
    engine: 'embedded',
    durability: 'power-loss',
    query: refuse,
    transaction: refuse,
    session: refuse,
    close: refuse,
    isUp: async () => {
      told.writes += 1;
      return told.isUp;
    },
    refusesMost: () => told.refusesMost,
  };
  const providers = { toCheck: 0, isBroken: false };
  const countProviders = async () => {
    if (providers.isBroken) throw new Error('the database is gone');
    return providers.toCheck;
  };
  const served = { share: 1 };
  const share = async () => served.share;
  const health = createHealth(db, state, () => time.ms, countProviders, share);
  return {
    time,
    state,
    told,
    providers,
    served,
    health,
    status: async () => (await health()).status,
  };
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

it('tells how many records cannot be opened', async () => {
  const { state, health } = setUp();
  expect(await health()).toMatchObject({ status: 'ok', unreadableRecords: 0 });
  state.unreadableRecords = () => 2;
  expect(await health()).toMatchObject({ status: 'ok', unreadableRecords: 2 });
});

it('tells how many providers want an operator, counted once a minute', async () => {
  const { time, providers, health } = setUp();
  expect(await health()).toMatchObject({ status: 'ok', providersToCheck: 0 });
  providers.toCheck = 2;
  time.ms = 59_999;
  expect(await health()).toMatchObject({ providersToCheck: 0 });
  time.ms = 60_000;
  expect(await health()).toMatchObject({ status: 'ok', providersToCheck: 2 });
  providers.isBroken = true;
  time.ms = 120_000;
  expect(await health()).toMatchObject({ status: 'ok', providersToCheck: 2 });
});

it('turns where most of the work is refused, unless a machine is away, which is why', async () => {
  const { told, served, health } = setUp();
  told.refusesMost = true;
  expect(await health()).toMatchObject({ status: 'unavailable', companiesServed: 0 });
  served.share = 0.5;
  expect(await health()).toMatchObject({ status: 'ok', companiesServed: 0.5 });
});

it('turns at once where the service stops', async () => {
  const { state, told, status } = setUp();
  await status();
  state.isStopping = true;
  expect(await status()).toBe('unavailable');
  expect(told.writes).toBe(1);
});

it('tells which share of the companies can be served, and turns where none can', async () => {
  const { time, told, served, health } = setUp();
  expect(await health()).toMatchObject({ status: 'ok', companiesServed: 1 });
  served.share = 0.5;
  expect(await health()).toMatchObject({ status: 'ok', companiesServed: 0.5 });
  served.share = 0;
  expect(await health()).toMatchObject({ status: 'unavailable', companiesServed: 0 });
  served.share = 1;
  told.isUp = false;
  time.ms = 1_000;
  expect(await health()).toMatchObject({ status: 'unavailable', companiesServed: 0 });
});
