import { beforeEach, describe, expect, it } from 'vitest';
import type { Db, Statement } from '../../base/shared/db.ts';
import { DbUnavailable } from '../../base/shared/db.ts';
import { readOfReplica } from './replica.ts';

const LIST: Statement = { name: 'list', text: 'SELECT', values: [] };

/** A server that says where its log is and otherwise its name. */
function server(name: string) {
  const asked: string[] = [];
  const state = { bytes: 0 as number | null, isDown: false, refuses: false };
  const db = {
    async query(statement: Statement) {
      asked.push(statement.name);
      if (state.isDown) throw new DbUnavailable(new Error('down'));
      if (statement.name.startsWith('replica_')) return [{ bytes: state.bytes }];
      if (state.refuses) throw new Error('canceling statement due to conflict with recovery');
      return [{ name }];
    },
    close: async () => void asked.push('close'),
  } as unknown as Db;
  const looks = () => asked.filter((statement) => statement.startsWith('replica_')).length;
  return { db, state, asked, looks };
}

describe('reads of a replica', () => {
  let nowMs = 0;
  let primary: ReturnType<typeof server>;
  let replica: ReturnType<typeof server>;
  let opened = 0;
  let cannotOpen = false;
  let made: ReturnType<typeof readOfReplica>;

  beforeEach(() => {
    nowMs = 0;
    opened = 0;
    cannotOpen = false;
    primary = server('primary');
    replica = server('replica');
    made = readOfReplica(
      primary.db,
      async () => {
        opened += 1;
        if (cannotOpen) throw new DbUnavailable(new Error('nobody is there'));
        return replica.db;
      },
      () => nowMs,
    );
  });

  const readAt = async (atMs: number) => {
    nowMs = atMs;
    const [row] = await made.reads.query<{ name: string }>(LIST);
    return row?.name;
  };

  it('come from it once it has all that was written at a moment', async () => {
    [primary.state.bytes, replica.state.bytes] = [100, 99];
    expect(await readAt(0)).toBe('primary');
    [primary.state.bytes, replica.state.bytes] = [200, 100];
    // It has what was written at 0, which is less than five seconds ago.
    expect(await readAt(600)).toBe('replica');
  });

  it('come from the primary where it is more than five seconds behind, and come back', async () => {
    [primary.state.bytes, replica.state.bytes] = [100, 100];
    expect(await readAt(0)).toBe('replica');
    primary.state.bytes = 200;
    expect(await readAt(5_000)).toBe('replica');
    expect(await readAt(5_600)).toBe('primary');
    replica.state.bytes = 200;
    expect(await readAt(6_200)).toBe('replica');
  });

  it('ask how far it is twice a second at most, and many readers once', async () => {
    const all = await Promise.all([readAt(0), readAt(0), readAt(0)]);
    expect(all).toEqual(['replica', 'replica', 'replica']);
    expect([await readAt(499), primary.looks(), replica.looks()]).toEqual(['replica', 1, 1]);
    expect([await readAt(500), primary.looks(), replica.looks()]).toEqual(['replica', 2, 2]);
  });

  it('come from the primary once it has been promoted', async () => {
    expect(await readAt(0)).toBe('replica');
    replica.state.bytes = null;
    expect(await readAt(500)).toBe('primary');
  });

  it.each([
    ['is gone', { isDown: true }],
    ['refuses the statement', { refuses: true }],
  ])('come from the primary where it %s, which is left alone for a while', async (_how, state) => {
    expect(await readAt(0)).toBe('replica');
    Object.assign(replica.state, state);
    expect(await readAt(100)).toBe('primary');
    const before = replica.asked.length;
    expect([await readAt(5_000), replica.asked.length]).toEqual(['primary', before]);
    Object.assign(replica.state, { isDown: false, refuses: false });
    expect(await readAt(5_100)).toBe('replica');
  });

  it('do without one that cannot be opened, and try again', async () => {
    cannotOpen = true;
    expect(await readAt(0)).toBe('primary');
    expect([await readAt(4_999), opened]).toEqual(['primary', 1]);
    cannotOpen = false;
    expect([await readAt(5_000), opened]).toEqual(['replica', 2]);
  });

  it('fail as the primary fails', async () => {
    primary.state.isDown = true;
    await expect(readAt(0)).rejects.toBeInstanceOf(DbUnavailable);
  });

  it('leave batches to the primary', async () => {
    expect(await readAt(0)).toBe('replica');
    expect(await made.reads.query(LIST, { batchKey: 'b' })).toEqual([{ name: 'primary' }]);
  });

  it('close it, and not the primary', async () => {
    await readAt(0);
    await made.close();
    expect([replica.asked.at(-1), primary.asked.includes('close')]).toEqual(['close', false]);
  });
});
