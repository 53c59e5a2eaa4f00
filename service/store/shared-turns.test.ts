import { afterEach, describe, expect, it, vi } from 'vitest';
import { DbUnavailable } from './db.ts';
import { SharedTurns } from './shared-turns.ts';

/** Works that are told when to end; `started` names those that run or ran, in order. */
function stage(turns: SharedTurns) {
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const run = (name: string, label: string) =>
    turns.run(name, () => {
      started.push(label);
      return new Promise<string>((resolve, reject) => {
        ends.set(label, (error) => (error === undefined ? resolve(label) : reject(error)));
      });
    });
  return { started, run, end: (label: string, error?: Error) => ends.get(label)?.(error) };
}

describe('SharedTurns', () => {
  it('runs as many works of a name at once as are allowed, then one for each that ends', async () => {
    const { started, run, end } = stage(new SharedTurns(2, 60_000));
    const works = ['a', 'b', 'c', 'd'].map((label) => run('one', label));
    expect(started).toEqual(['a', 'b']);
    end('b');
    await works[1];
    expect(started).toEqual(['a', 'b', 'c']);
    end('a');
    await works[0];
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('lets another name go on', async () => {
    const { started, run } = stage(new SharedTurns(1, 60_000));
    void run('one', 'a');
    void run('one', 'b');
    void run('two', 'c');
    expect(started).toEqual(['a', 'c']);
  });

  it('gives the turn of a work that failed to the next, and the failure to its caller', async () => {
    const { started, run, end } = stage(new SharedTurns(1, 60_000));
    const failing = run('one', 'a');
    const next = run('one', 'b');
    end('a', new Error('it failed'));
    await expect(failing).rejects.toThrow('it failed');
    expect(started).toEqual(['a', 'b']);
    end('b');
    expect(await next).toBe('b');
    const later = run('one', 'c');
    expect(started).toEqual(['a', 'b', 'c']);
    end('c');
    expect(await later).toBe('c');
  });

  it('does not let a newcomer pass those who wait', async () => {
    const { started, run, end } = stage(new SharedTurns(1, 60_000));
    const first = run('one', 'a');
    void run('one', 'b');
    end('a');
    await first;
    void run('one', 'c');
    expect(started).toEqual(['a', 'b']);
  });

  it('gives up for one that has waited too long, and goes on with those behind it', async () => {
    vi.useFakeTimers();
    const { started, run, end } = stage(new SharedTurns(1, 1_000));
    const first = run('one', 'a');
    const tired = run('one', 'b');
    const refused = expect(tired).rejects.toBeInstanceOf(DbUnavailable);
    await vi.advanceTimersByTimeAsync(500);
    void run('one', 'c');
    await vi.advanceTimersByTimeAsync(500);
    await refused;
    end('a');
    await first;
    expect(started).toEqual(['a', 'c']);
  });
});

afterEach(() => {
  vi.useRealTimers();
});
