import { expect, it } from 'vitest';
import { manualTimers } from '../../testing/test-timers.ts';
import { createServedShare } from './served-companies.ts';

type Node = { host: string; companies: number };

function setUp(counted: Node[]) {
  const state = { nodes: counted, isCountable: true, away: new Set<string>(), counts: 0, looks: 0 };
  /** Where set, a machine answers once it is resolved. */
  const slow: { until: Promise<void> | null } = { until: null };
  const time = { ms: 0 };
  const { timers, run } = manualTimers();
  const share = createServedShare<Node>(
    {
      count: async () => {
        state.counts += 1;
        if (!state.isCountable) throw new Error('the coordinator is gone');
        return state.nodes;
      },
      isUp: async ({ host }) => {
        state.looks += 1;
        const isUp = !state.away.has(host);
        await slow.until;
        return isUp;
      },
    },
    { elapsedMs: () => time.ms, timers },
  );
  return { state, slow, time, share, run };
}

const TWO = [
  { host: 'one', companies: 2 },
  { host: 'two', companies: 1 },
];

it('is all of them where there is one machine', async () =>
  expect(await setUp([]).share()).toBe(1));

it('is all of them where there are none', async () => {
  const { state, share } = setUp([{ host: 'one', companies: 0 }]);
  state.away.add('one');
  expect(await share()).toBe(1);
});

it('leaves out those of a machine that is away, until it is back', async () => {
  const { state, time, share } = setUp(TWO);
  expect(await share()).toBe(1);
  state.away.add('two');
  time.ms = 1_000;
  expect(await share()).toBe(0.666);
  state.away.add('one');
  time.ms = 2_000;
  expect(await share()).toBe(0);
  state.away.clear();
  time.ms = 3_000;
  expect(await share()).toBe(1);
});

it('is never all of them while one is left out', async () => {
  const { state, share } = setUp([
    { host: 'one', companies: 99_999 },
    { host: 'two', companies: 1 },
  ]);
  state.away.add('two');
  expect(await share()).toBe(0.999);
});

it('looks once a second and counts once a minute, however many ask', async () => {
  const { state, time, share } = setUp(TWO);
  await Promise.all(Array.from({ length: 50 }, () => share()));
  time.ms = 999;
  await share();
  expect(state).toMatchObject({ looks: 2, counts: 1 });
  time.ms = 59_999;
  await share();
  expect(state).toMatchObject({ looks: 4, counts: 1 });
  state.isCountable = false;
  state.away.add('one');
  time.ms = 60_999;
  // What was counted last stands.
  expect(await share()).toBe(0.333);
  expect(state).toMatchObject({ looks: 6, counts: 2 });
});

it('does not wait for a machine that does not answer, and looks once at a time', async () => {
  const { state, slow, time, share, run } = setUp(TWO);
  await share();
  const answers: (() => void)[] = [];
  slow.until = new Promise((resolve) => {
    answers.push(resolve);
  });
  state.away.add('two');
  time.ms = 1_000;
  const asked = share();
  run(1_000);
  expect(await asked).toBe(1);
  time.ms = 2_000;
  const again = share();
  expect(state.looks).toBe(4);
  for (const answer of answers) answer();
  expect(await again).toBe(0.666);
});
