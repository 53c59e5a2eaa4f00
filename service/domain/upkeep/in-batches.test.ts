import { describe, expect, it } from 'vitest';
import { inBatches } from './in-batches.ts';

/** What is left of so many rows after a look, and how many calls it took. */
async function look(rows: number) {
  let [left, calls] = [rows, 0];
  await inBatches(async (limit) => {
    calls += 1;
    const taken = Math.min(limit, left);
    left -= taken;
    return taken;
  });
  return { left, calls };
}

describe('work in batches', () => {
  it('ends with the first batch that is not full', async () => {
    expect(await look(0)).toEqual({ left: 0, calls: 1 });
    expect(await look(999)).toEqual({ left: 0, calls: 1 });
    expect(await look(2_500)).toEqual({ left: 0, calls: 3 });
  });

  it('leaves what is too much for one look to the next', async () => {
    expect(await look(25_000)).toEqual({ left: 5_000, calls: 20 });
  });

  it('fails as a batch does', async () => {
    await expect(inBatches(() => Promise.reject(new Error('no database')))).rejects.toThrow(
      'no database',
    );
  });
});
