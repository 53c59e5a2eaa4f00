import { describe, expect, it } from 'vitest';
import type { Statement } from '../../base/shared/db.ts';
import { DbUnavailable } from '../../base/shared/db.ts';
import { turn } from '../../testing/until.ts';
import { Batcher } from './batcher.ts';

function named(name: string): Statement {
  return { name, text: 'SELECT 1', values: [] };
}

/** A database that answers when it is told to; each statement gets its own name as its row. */
function heldDatabase() {
  const batches: string[][] = [];
  const answers: ((refusal?: { of: string; error: Error }) => void)[] = [];
  const batcher = new Batcher<Statement, never[]>((statements) => {
    const names = statements.map(({ name }) => name);
    batches.push(names);
    return new Promise((resolve, reject) => {
      answers.push((refusal) => {
        if (refusal !== undefined && names.includes(refusal.of)) reject(refusal.error);
        else resolve(names.map((name) => [name] as never[]));
      });
    });
  });
  return {
    batcher,
    batches,
    turn,
    async answer(refusal?: { of: string; error: Error }) {
      answers.shift()?.(refusal);
      await turn();
    },
  };
}

function outcome(running: Promise<unknown>) {
  return running.then(
    (rows) => rows,
    (error: unknown) => error,
  );
}

describe('a batcher', () => {
  it('sends one that comes alone at the end of its turn', async () => {
    const { batcher, batches, turn, answer } = heldDatabase();
    const running = batcher.run(named('a'), { batchKey: 'q' });
    await turn();
    expect(batches).toEqual([['a']]);
    await answer();
    expect(await running).toEqual(['a']);
  });

  it('sends what came in the same turn as one batch, and answers each its own', async () => {
    const { batcher, batches, turn, answer } = heldDatabase();
    const running = ['a', 'b', 'c'].map((name) => batcher.run(named(name), { batchKey: 'q' }));
    await turn();
    expect(batches).toEqual([['a', 'b', 'c']]);
    await answer();
    expect(await Promise.all(running)).toEqual([['a'], ['b'], ['c']]);
  });

  it('sends what came while another was under way as the next batch', async () => {
    const { batcher, batches, turn, answer } = heldDatabase();
    const first = batcher.run(named('a'), { batchKey: 'q' });
    await turn();
    const others = ['b', 'c'].map((name) => batcher.run(named(name), { batchKey: 'q' }));
    await turn();
    expect(batches).toEqual([['a']]);
    await answer();
    await answer();
    expect(batches).toEqual([['a'], ['b', 'c']]);
    expect(await Promise.all([first, ...others])).toEqual([['a'], ['b'], ['c']]);
  });

  it('lets nobody wait for a batch of another key', async () => {
    const { batcher, batches, turn } = heldDatabase();
    for (const name of ['q', 'r', 's', 's']) void batcher.run(named(name), { batchKey: name });
    await turn();
    expect(batches).toEqual([['q'], ['r'], ['s', 's']]);
  });

  it('begins anew when a queue has become empty', async () => {
    const { batcher, batches, turn, answer } = heldDatabase();
    const first = batcher.run(named('a'), { batchKey: 'q' });
    await turn();
    await answer();
    await first;
    void batcher.run(named('b'), { batchKey: 'q' });
    await turn();
    expect(batches).toEqual([['a'], ['b']]);
  });

  it('sends at most 32 at once, in the order they came', async () => {
    const { batcher, batches, turn, answer } = heldDatabase();
    for (let index = 0; index < 40; index += 1)
      void batcher.run(named(`s${index}`), { batchKey: 'q' });
    await turn();
    await answer();
    expect(batches.map(({ length }) => length)).toEqual([32, 8]);
    expect(batches.flat()).toEqual(Array.from({ length: 40 }, (_, index) => `s${index}`));
  });

  it('runs each alone where one of several is refused, so that only that one fails', async () => {
    const { batcher, batches, turn, answer } = heldDatabase();
    const refusal = { of: 'b', error: new Error('refused') };
    const outcomes = ['a', 'b', 'c'].map((name) =>
      outcome(batcher.run(named(name), { batchKey: 'q' })),
    );
    await turn();
    for (let answered = 0; answered < 4; answered += 1) await answer(refusal);
    expect(batches).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c']]);
    expect(await Promise.all(outcomes)).toEqual([['a'], refusal.error, ['c']]);
  });

  it('runs nothing again where it is not known whether it was committed', async () => {
    const { batcher, batches, turn, answer } = heldDatabase();
    const lost = new DbUnavailable(new Error('gone'));
    const outcomes = ['b', 'c'].map((name) => outcome(batcher.run(named(name), { batchKey: 'q' })));
    await turn();
    await answer({ of: 'c', error: lost });
    expect(batches).toEqual([['b', 'c']]);
    expect(await Promise.all(outcomes)).toEqual([lost, lost]);
  });
});
