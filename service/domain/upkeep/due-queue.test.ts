import { describe, expect, it } from 'vitest';
import { PollsFailed } from '../../base/shared/poll-each.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import { turn } from '../../testing/until.ts';
import { BUDGET_MS, createDueQueue, PollOverdue } from './due-queue.ts';

const TIME_MS = 90_000;
const PLACES = { inAll: 10, perCompany: 5, perParty: 8, perBoth: 4, perMinute: () => 5_000 };

type Subject = { id: string; provider: string; looks?: number };

/** A queue whose looks end when the test says so, by the order in which they began. */
function openQueue(changes: Partial<typeof PLACES> = {}) {
  const { timers, run } = manualTimers();
  const failures: [string, unknown][] = [];
  const queue = createDueQueue({
    places: { ...PLACES, ...changes },
    timeMs: TIME_MS,
    timers,
    onError: (error, companyId) => failures.push([companyId, error]),
  });
  const began: string[] = [];
  const ends = new Map<string, { done(): void; fail(error: Error): void }>();
  const add = (companyId: string, kind: string, subjects: readonly Subject[], isLast = false) =>
    queue.pollEach(
      subjects,
      ({ id }) => {
        began.push(`${companyId} ${id}`);
        return new Promise<void>((done, fail) => ends.set(`${companyId} ${id}`, { done, fail }));
      },
      { companyId, kind, isLast },
    );
  const end = async (name: string) => {
    ends.get(name)?.done();
    await turn();
  };
  const fail = async (name: string, error: Error) => {
    ends.get(name)?.fail(error);
    await turn();
  };
  return { queue, add, began, end, fail, failures, run };
}

function subjects(
  count: number,
  { prefix = 'n', provider = 'cielo', ...more }: Partial<Subject> & { prefix?: string },
) {
  return Array.from({ length: count }, (_, n) => ({ id: `${prefix}${n}`, provider, ...more }));
}

describe('the queue of looks', () => {
  it('leaves places to refunds at another provider, whichever of one is silent', async () => {
    const { add, began, end } = openQueue();
    await add('acme', 'refunds', subjects(1_000, { provider: 'cielo', prefix: 'silent' }));
    await add('acme', 'refunds', subjects(3, { provider: 'efi', prefix: 'told' }));
    for (const name of ['told0', 'told1', 'told2']) await end(`acme ${name}`);
    const told = began.filter((name) => name.includes('told'));
    expect(told).toEqual(['acme told0', 'acme told1', 'acme told2']);
    expect(began).toHaveLength(PLACES.perBoth + told.length);
  });

  it('leaves places to another company, and to another party of the same one', async () => {
    const { add, began } = openQueue();
    await add('silent', 'charges', subjects(1_000, { provider: 'cielo' }));
    expect(began).toHaveLength(PLACES.perBoth);
    await add('silent', 'payouts', subjects(1_000, { provider: 'efi', prefix: 'out' }));
    expect(began).toHaveLength(PLACES.perCompany);
    await add('other', 'charges', subjects(1, { provider: 'cielo', prefix: 'fresh' }));
    expect(began.slice(4)).toEqual(['silent out0', 'other fresh0']);
  });

  it('leaves places to another party where one keeps every company waiting', async () => {
    const { add, began } = openQueue();
    for (let n = 0; n < 100; n += 1) {
      await add(`c${n}`, 'charges', subjects(3, { provider: 'cielo' }));
    }
    expect(began).toHaveLength(PLACES.perParty);
    await add('c0', 'charges', subjects(1, { provider: 'pagbank', prefix: 'fresh' }));
    expect(began.slice(PLACES.perParty)).toEqual(['c0 fresh0']);
  });

  it('gives a free place to whoever has the fewest, then to what is new, then by turns', async () => {
    const { add, began, end } = openQueue({ inAll: 3, perCompany: 3, perParty: 3, perBoth: 3 });
    await add('one', 'charges', subjects(9, { looks: 4 }));
    await add('two', 'charges', subjects(9, { looks: 4 }));
    await add('three', 'charges', subjects(9, { looks: 4 }));
    expect(began.splice(0)).toEqual(['one n0', 'one n1', 'one n2']);
    await end('one n0');
    await end('one n1');
    expect(began.splice(0)).toEqual(['two n0', 'three n0']);
    await add('four', 'charges', subjects(1, { looks: 1, prefix: 'old' }));
    await add('five', 'charges', subjects(1, { prefix: 'fresh' }));
    await add('two', 'charges', subjects(1, { prefix: 'fresh' }));
    await end('one n2');
    await end('five fresh0');
    await end('four old0');
    await end('two n0');
    expect(began).toEqual(['five fresh0', 'four old0', 'one n3', 'two fresh0']);
  });

  it('looks at nothing twice at a time, and again once that has ended', async () => {
    const { add, began, end } = openQueue();
    await add('one', 'charges', subjects(1, {}));
    await add('one', 'charges', subjects(1, {}));
    expect(began).toEqual(['one n0']);
    await end('one n0');
    await add('one', 'charges', subjects(1, {}));
    expect(began).toEqual(['one n0', 'one n0']);
  });

  it('gives the place of one that hangs to another, tells it, and keeps off it', async () => {
    const places = { inAll: 1, perCompany: 1, perParty: 1, perBoth: 1 };
    const { add, began, end, failures, run } = openQueue(places);
    await add('one', 'charges', subjects(1, { prefix: 'hangs' }));
    await add('two', 'charges', subjects(1, {}));
    run(TIME_MS);
    await turn();
    expect(began).toEqual(['one hangs0', 'two n0']);
    expect(failures).toEqual([['one', expect.any(PollsFailed)]]);
    expect(failures[0]?.[1]).toMatchObject({
      named: [{ id: 'hangs0', error: expect.any(PollOverdue) }],
    });
    await end('two n0');
    await add('one', 'charges', subjects(1, { prefix: 'hangs' }));
    expect(began).toHaveLength(2);
    await end('one hangs0');
    await add('one', 'charges', subjects(1, { prefix: 'hangs' }));
    expect(began).toHaveLength(3);
  });

  it('begins no more at a provider within a minute than its budget, and asks all at last', async () => {
    const { queue, add, began, end, run } = openQueue({ perMinute: () => 300 });
    for (const kind of ['open', 'undecided']) {
      await add('one', kind, subjects(2_000, { provider: 'efi', prefix: kind }));
      await add('two', kind, subjects(500, { provider: 'efi', prefix: kind }));
    }
    await add('one', 'open', subjects(1, { provider: 'inter', prefix: 'other' }));
    let ended = 0;
    for (let minutes = 1; ended < 5_001; minutes += 1) {
      for (; ended < began.length; ended += 1) await end(began[ended] ?? '');
      expect(began).toContain('one other0');
      expect(began).toHaveLength(1 + Math.min(5_000, 300 * minutes));
      run(BUDGET_MS);
    }
    expect(new Set(began).size).toBe(5_001);
    await queue.stop();
  });

  it('begins what is to come last after all else, and leaves a part of the budget', async () => {
    const { queue, add, began, end } = openQueue({ perMinute: () => 6, perBoth: 1, perCompany: 1 });
    await add('one', 'returns', subjects(9, { prefix: 'last' }), true);
    await add('one', 'open', subjects(1, {}));
    for (let ended = 0; ended < began.length; ended += 1) await end(began[ended] ?? '');
    expect(began).toEqual(['one last0', 'one n0', 'one last1']);
    await add('one', 'open', subjects(9, {}));
    for (let ended = 3; ended < began.length; ended += 1) await end(began[ended] ?? '');
    expect(began).toHaveLength(6);
    await queue.stop();
  });

  it('tells once of those that failed, when all of them were looked at', async () => {
    const { queue, add, end, fail, failures } = openQueue();
    await add('one', 'charges', subjects(3, {}));
    const idle = queue.idle();
    await fail('one n1', new Error('no row'));
    await end('one n0');
    expect(failures).toEqual([]);
    await end('one n2');
    await idle;
    expect(failures).toEqual([['one', expect.any(PollsFailed)]]);
    expect(failures[0]?.[1]).toMatchObject({ named: [{ id: 'n1' }], more: 0 });
  });

  it('begins nothing once it is stopped, and waits for what it had begun', async () => {
    const places = { inAll: 1, perCompany: 1, perParty: 1, perBoth: 1 };
    const { queue, add, began, end } = openQueue(places);
    await add('one', 'charges', subjects(2, {}));
    let isStopped = false;
    const stopping = queue.stop().then(() => {
      isStopped = true;
    });
    await add('two', 'charges', subjects(1, {}));
    await turn();
    expect(isStopped).toBe(false);
    await end('one n0');
    await stopping;
    expect(began).toEqual(['one n0']);
  });
});
