import { expect, it } from 'vitest';
import { deferred } from '../../../contract/deferred.cases.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import { until } from '../../testing/until.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { createPayoutFollower } from './payout-follower.ts';

const KEY = { companyId: 'co_1', id: 'po_1' };

/** A follower of a payout that is answered by a test; it has ended, so nobody is asked for more. */
function openFollower(find: () => Promise<object | null> = async () => ({ status: 'COMPLETED' })) {
  const { timers, runAll } = manualTimers();
  const errors: unknown[] = [];
  let looks = 0;
  const services = {
    timers,
    accounts: { find: async () => ({}) },
    payouts: {
      find: () => {
        looks += 1;
        return find();
      },
    },
  };
  const follower = createPayoutFollower(services as unknown as PayoutDependencies, (error) =>
    errors.push(error),
  );
  return { ...follower, runAll, errors, looks: () => looks };
}

/** Ends one wait after the other, and tells how long each was, until none comes any more. */
async function waitsOf({ runAll }: Pick<ReturnType<typeof openFollower>, 'runAll'>) {
  const waits: number[] = [];
  for (let round = runAll(); round.length > 0; round = runAll()) {
    waits.push(...round);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return waits;
}

it('looks three times, each a while after the one before, and then leaves it to others', async () => {
  let advanced = 0;
  const payout = {
    get status() {
      advanced += 1;
      return 'COMPLETED';
    },
  };
  const follower = openFollower(async () => payout);
  follower.follow(KEY);
  expect(await waitsOf(follower)).toEqual([150, 600, 600]);
  expect([follower.looks(), advanced]).toEqual([3, 3]);
});

it('calls off what waits when it is stopped, and follows nothing more', async () => {
  const follower = openFollower();
  follower.follow(KEY);
  await follower.stop();
  follower.follow(KEY);
  expect(await waitsOf(follower)).toEqual([]);
  expect(follower.looks()).toBe(0);
});

it('is stopped once what runs has ended', async () => {
  const { promise, resolve: answer } = deferred<null>();
  const follower = openFollower(() => promise);
  follower.follow(KEY);
  follower.runAll();
  await until(() => follower.looks() === 1);
  let isStopped = false;
  const stopping = follower.stop().then(() => {
    isStopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isStopped).toBe(false);
  answer(null);
  await stopping;
  expect(follower.runAll()).toEqual([]);
  expect(follower.errors).toEqual([]);
});

it('tells what failed, and goes no further with that payout', async () => {
  const failure = new Error('no database');
  const follower = openFollower(() => Promise.reject(failure));
  follower.follow(KEY);
  expect(await waitsOf(follower)).toEqual([150]);
  expect(follower.errors).toEqual([failure]);
});
