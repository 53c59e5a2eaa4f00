import { beforeEach, describe, expect, it } from 'vitest';
import type { WorkPlace } from '../shared/work-place.ts';
import { inPlace, withoutPlace } from '../shared/work-place.ts';
import { manualTimers } from '../testing/test-timers.ts';
import type { WorkPlaces } from './work-limit.ts';
import { createWorkPlaces } from './work-limit.ts';

const WAIT_MS = 1_000;

let clock: ReturnType<typeof manualTimers>;
let places: WorkPlaces;
beforeEach(() => {
  clock = manualTimers();
  places = createWorkPlaces({ atOnce: 2, waitMs: WAIT_MS, timers: clock.timers });
});

/** Asks for so many places; `got` has what each was given so far, by its number. */
function ask(count: number) {
  const got = new Map<number, WorkPlace | null>();
  for (let number = 1; number <= count; number += 1) {
    void Promise.resolve(places.take()).then((place) => got.set(number, place));
  }
  const leave = (number: number) => got.get(number)?.leave();
  return { got, leave };
}

/** What is done in one turn of the event loop is over. */
function turn() {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('places of requests', () => {
  it('are as many as there may be, and go to who has waited longest', async () => {
    const { got, leave } = ask(4);
    await turn();
    expect([...got.keys()]).toEqual([1, 2]);
    leave(2);
    await turn();
    expect([...got.keys()]).toEqual([1, 2, 3]);
    leave(1);
    await turn();
    expect([...got.keys()]).toEqual([1, 2, 3, 4]);
    expect([...got.values()]).not.toContain(null);
  });

  it('are not to be had after the wait, and whoever gave up takes none later', async () => {
    const { got, leave } = ask(3);
    await turn();
    clock.run(WAIT_MS);
    await turn();
    expect(got.get(3)).toBeNull();
    leave(1);
    leave(2);
    const again = ask(3);
    await turn();
    expect([...again.got.keys()]).toEqual([1, 2]);
  });

  it('are free while a caller is waited for, who then works on without a wait', async () => {
    const { got } = ask(3);
    await turn();
    const slow = got.get(1);
    let answer: () => void = () => undefined;
    const party = new Promise<void>((resolve) => {
      answer = resolve;
    });
    if (!slow) throw new Error('the first has a place');
    const asking = inPlace(slow, () => withoutPlace(() => party));
    await turn();
    expect(got.get(3)).toBeTruthy();
    // Three work then, for whom there are two places: no other begins until two of them are done.
    answer();
    await asking;
    const later = ask(1);
    got.get(3)?.leave();
    await turn();
    expect(later.got.size).toBe(0);
    got.get(2)?.leave();
    await turn();
    expect(later.got.get(1)).toBeTruthy();
  });
});
