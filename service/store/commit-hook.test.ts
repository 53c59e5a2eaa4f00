import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withAfterCommit } from './commit-hook.ts';
import type { Db } from './db.ts';
import { SqlError } from './db.ts';
import { testDatabases } from './test-db.ts';

describe.each(testDatabases())('work put off until a commit on $engine', (database) => {
  let plain: Db;
  let watched: ReturnType<typeof withAfterCommit>;
  let done: string[] = [];

  beforeAll(async () => {
    plain = await database.openEmpty();
    watched = withAfterCommit(plain);
  });
  afterAll(() => plain.close());

  it('is done after it, in order', async () => {
    done = [];
    await watched.db.transaction(async (tx) => {
      watched.afterCommit(tx, () => done.push('first'));
      watched.afterCommit(tx, () => done.push('second'));
      expect(done).toEqual([]);
    });
    expect(done).toEqual(['first', 'second']);
  });

  it('is not done where the transaction is rolled back', async () => {
    done = [];
    const failing = watched.db.transaction(async (tx) => {
      watched.afterCommit(tx, () => done.push('never'));
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(done).toEqual([]);
  });

  it('is done once where the transaction is tried again', async () => {
    done = [];
    let tries = 0;
    await watched.db.transaction(async (tx) => {
      tries += 1;
      watched.afterCommit(tx, () => done.push(`try ${tries}`));
      if (tries === 1) throw new SqlError({ code: '40001', statement: '', constraint: null });
    });
    expect(done).toEqual(['try 2']);
  });

  it('is done at once outside of a transaction', () => {
    done = [];
    watched.afterCommit(watched.db, () => done.push('now'));
    expect(done).toEqual(['now']);
  });
});
