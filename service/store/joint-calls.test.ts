import { describe, expect, it } from 'vitest';
import { DbUnavailable, type Statement } from './db.ts';
import { JointCalls } from './joint-calls.ts';
import { SharedTurns } from './shared-turns.ts';

const named = (name: string): Statement => ({ name, text: 'select 1', values: [] });

/** A database that answers when it is told to; each statement gets its own name as its row. */
function heldDatabase({ patienceMs = 10_000 } = {}) {
  const groups: string[][] = [];
  const answers: ((refusal?: { of: string; error: Error }) => void)[] = [];
  const turns = new SharedTurns(1, patienceMs);
  const joint = new JointCalls<Statement, never[]>((statements) => {
    const names = statements.map(({ name }) => name);
    groups.push(names);
    return new Promise((resolve, reject) => {
      answers.push((refusal) => {
        if (refusal !== undefined && names.includes(refusal.of)) reject(refusal.error);
        else resolve(names.map((name) => [name] as never[]));
      });
    });
  }, turns);
  return {
    joint,
    turns,
    groups,
    async answer(refusal?: { of: string; error: Error }) {
      answers.shift()?.(refusal);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const outcome = (running: Promise<unknown>) =>
  running.then(
    (rows) => rows,
    (error: unknown) => error,
  );

describe('joint calls', () => {
  it('sends one that comes alone at once', async () => {
    const { joint, groups, answer } = heldDatabase();
    const running = joint.run(named('a'), { together: 'q' });
    expect(groups).toEqual([['a']]);
    await answer();
    expect(await running).toEqual(['a']);
  });

  it('sends together what came while another was under way, and answers each its own', async () => {
    const { joint, groups, answer } = heldDatabase();
    const running = ['a', 'b', 'c'].map((name) => joint.run(named(name), { together: 'q' }));
    await answer();
    await answer();
    expect(groups).toEqual([['a'], ['b', 'c']]);
    expect(await Promise.all(running)).toEqual([['a'], ['b'], ['c']]);
  });

  it('lets nobody wait for a group of another name', () => {
    const { joint, groups } = heldDatabase();
    for (const name of ['q', 'r', 's', 's']) void joint.run(named(name), { together: name });
    expect(groups).toEqual([['q'], ['r'], ['s']]);
  });

  it('takes one turn for the whole of a group, with those who came while it waited', async () => {
    const { joint, turns, groups, answer } = heldDatabase();
    let end: () => void = () => undefined;
    const locked = turns.run('shop', () => new Promise<void>((resolve) => (end = resolve)));
    const running = ['a', 'b'].map((name) =>
      joint.run(named(name), { together: 'q', turnOf: 'shop' }),
    );
    expect(groups).toEqual([]);
    end();
    await locked;
    await answer();
    expect(groups).toEqual([['a', 'b']]);
    expect(await Promise.all(running)).toEqual([['a'], ['b']]);
  });

  it('gives up on all whose turn never came, and goes on with those after them', async () => {
    const { joint, turns, groups } = heldDatabase({ patienceMs: 0 });
    let end: () => void = () => undefined;
    const locked = turns.run('shop', () => new Promise<void>((resolve) => (end = resolve)));
    const late = ['a', 'b'].map((name) =>
      outcome(joint.run(named(name), { together: 'q', turnOf: 'shop' })),
    );
    for (const error of await Promise.all(late)) expect(error).toBeInstanceOf(DbUnavailable);
    expect(groups).toEqual([]);
    end();
    await locked;
    void joint.run(named('c'), { together: 'q', turnOf: 'shop' });
    expect(groups).toEqual([['c']]);
  });

  it('begins anew when a queue has become empty', async () => {
    const { joint, groups, answer } = heldDatabase();
    const first = joint.run(named('a'), { together: 'q' });
    await answer();
    await first;
    void joint.run(named('b'), { together: 'q' });
    expect(groups).toEqual([['a'], ['b']]);
  });

  it('sends at most 32 together, in the order they came', async () => {
    const { joint, groups, answer } = heldDatabase();
    for (let index = 0; index < 40; index += 1)
      void joint.run(named(`s${index}`), { together: 'q' });
    await answer();
    await answer();
    expect(groups.map(({ length }) => length)).toEqual([1, 32, 7]);
    expect(groups.flat()).toEqual(Array.from({ length: 40 }, (_, index) => `s${index}`));
  });

  it('runs each alone where one of several is refused, so that only that one fails', async () => {
    const { joint, groups, answer } = heldDatabase();
    const refusal = { of: 'b', error: new Error('refused') };
    const outcomes = ['a', 'b', 'c'].map((name) =>
      outcome(joint.run(named(name), { together: 'q' })),
    );
    await answer();
    await answer(refusal);
    await answer(refusal);
    await answer(refusal);
    expect(groups).toEqual([['a'], ['b', 'c'], ['b'], ['c']]);
    expect(await Promise.all(outcomes)).toEqual([['a'], refusal.error, ['c']]);
  });

  it('runs nothing again where it is not known whether it was committed', async () => {
    const { joint, groups, answer } = heldDatabase();
    const lost = new DbUnavailable(new Error('gone'));
    const outcomes = ['a', 'b', 'c'].map((name) =>
      outcome(joint.run(named(name), { together: 'q' })),
    );
    await answer();
    await answer({ of: 'c', error: lost });
    expect(groups).toEqual([['a'], ['b', 'c']]);
    expect(await Promise.all(outcomes)).toEqual([['a'], lost, lost]);
  });
});
