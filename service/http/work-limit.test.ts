import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { deferred } from '../../contract/deferred.cases.ts';
import type { WorkSlot } from '../base/shared/work-slot.ts';
import { withoutSlot } from '../base/shared/work-slot.ts';
import { manualTimers } from '../testing/test-timers.ts';
import { turn } from '../testing/until.ts';
import type { WorkSlots } from './work-limit.ts';
import { createWorkSlots } from './work-limit.ts';

const WAIT_MS = 1_000;
const ADDRESS = '192.0.2.1';

let clock: ReturnType<typeof manualTimers>;
let places: WorkSlots;
beforeEach(() => {
  clock = manualTimers();
  places = createWorkSlots({ atOnce: 2, waitMs: WAIT_MS, timers: clock.timers });
});

/** Asks for so many places; `got` has what each was given so far, by its number. */
function ask(count: number, address = ADDRESS) {
  const got = new Map<number, WorkSlot | null>();
  const gone: (() => void)[] = [];
  for (let number = 1; number <= count; number += 1) {
    const answer = new EventEmitter();
    gone.push(() => answer.emit('close'));
    void Promise.resolve(places.take(address, answer)).then((place) => got.set(number, place));
  }
  const end = (number: number) => got.get(number)?.end();
  return { got, gone, end };
}

async function placeOf({ got }: ReturnType<typeof ask>, number: number): Promise<WorkSlot> {
  await turn();
  const place = got.get(number);
  if (!place) throw new Error(`request ${number} has no place`);
  return place;
}

/** How many more would get one now; they are given up again. */
async function freeSlots(): Promise<number> {
  const { got, gone, end } = ask(5, 'nobody');
  await turn();
  const free = got.size;
  for (const giveUp of gone) giveUp();
  for (let number = 1; number <= free; number += 1) end(number);
  await turn();
  return free;
}

describe('places of requests', () => {
  it('are as many as there may be, and go to who has waited longest', async () => {
    const { got, end } = ask(4);
    await turn();
    expect([...got.keys()]).toEqual([1, 2]);
    end(2);
    await turn();
    expect([...got.keys()]).toEqual([1, 2, 3]);
    end(1);
    await turn();
    expect([...got.keys()]).toEqual([1, 2, 3, 4]);
    expect([...got.values()]).not.toContain(null);
  });

  it('are not to be had after the wait, and whoever gave up takes none later', async () => {
    const { got, end } = ask(3);
    await turn();
    clock.run(WAIT_MS);
    await turn();
    expect(got.get(3)).toBeNull();
    end(1);
    end(2);
    expect(await freeSlots()).toBe(2);
  });

  it('go round the addresses that wait: who sends many waits for himself', async () => {
    const working = ask(2);
    const many = ask(50, '198.51.100.1');
    const one = ask(1, '198.51.100.2');
    const another = ask(1, '198.51.100.3');
    await turn();
    for (const number of [1, 2]) working.end(number);
    await turn();
    expect([many.got.size, one.got.size, another.got.size]).toEqual([1, 1, 0]);
    many.end(1);
    one.end(1);
    await turn();
    expect([many.got.size, one.got.size, another.got.size]).toEqual([2, 1, 1]);
    expect([...many.got.keys()]).toEqual([1, 2]);
  });

  it('are listened for at an answer no longer than it waits, however often it does', async () => {
    const { end } = ask(2);
    const answer = new EventEmitter();
    await turn();
    const waiting = places.take(ADDRESS, answer);
    expect(answer.listenerCount('close')).toBe(1);
    end(1);
    expect(await waiting).not.toBeNull();
    expect(answer.listenerCount('close')).toBe(0);
  });

  it('are not for those who have gone: nothing is worked on that nobody waits for', async () => {
    const working = ask(2);
    const { got, gone } = ask(3, '198.51.100.1');
    await turn();
    gone[0]?.();
    gone[1]?.();
    await turn();
    expect([...got]).toEqual([
      [1, null],
      [2, null],
    ]);
    working.end(1);
    expect(await placeOf({ got, gone, end: () => undefined }, 3)).toBeTruthy();
    // It went while it was worked on, which changes nothing.
    gone[2]?.();
    working.end(2);
    expect(await freeSlots()).toBe(1);
  });

  it('are free while a caller is waited for, who then works on without a wait', async () => {
    const asked = ask(3);
    const slow = await placeOf(asked, 1);
    const party = deferred();
    const asking = withoutSlot({ slot: slow }, () => party.promise);
    await turn();
    expect(asked.got.get(3)).toBeTruthy();
    // Three work then, for whom there are two places: no other begins until two of them are done.
    party.resolve();
    await asking;
    asked.end(3);
    expect(await freeSlots()).toBe(0);
    asked.end(2);
    expect(await freeSlots()).toBe(1);
  });

  it('are free once, however many are waited for at a time', async () => {
    const asked = ask(2);
    const slow = await placeOf(asked, 1);
    const parties = [deferred(), deferred()];
    const waiting = (party: Promise<void>) => withoutSlot({ slot: slow }, () => party);
    const asking = Promise.all(
      parties.map(({ promise }) => withoutSlot({ slot: slow }, () => waiting(promise))),
    );
    expect(await freeSlots()).toBe(1);
    parties[0]?.resolve();
    expect(await freeSlots()).toBe(1);
    parties[1]?.resolve();
    await asking;
    expect(await freeSlots()).toBe(0);
  });

  it('are no more than before where a party still answers after the request is over', async () => {
    const asked = ask(2);
    const slow = await placeOf(asked, 1);
    const party = deferred();
    const asking = withoutSlot({ slot: slow }, () => party.promise);
    slow.end();
    expect(await freeSlots()).toBe(1);
    party.resolve();
    await asking;
    expect(await freeSlots()).toBe(1);
    // What such work waits for next has no place to give.
    const next = deferred();
    const going = withoutSlot({ slot: slow }, () => next.promise);
    expect(await freeSlots()).toBe(1);
    next.resolve();
    await going;
    asked.end(2);
    expect(await freeSlots()).toBe(2);
  });
});
