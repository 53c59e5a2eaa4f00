import { expect, it } from 'vitest';
import { forEachRecord } from './each-record.ts';

it('works on every record, and throws the first failure once all are done', async () => {
  const done: number[] = [];
  const work = async (record: number) => {
    if (record === 2 || record === 3) throw new Error(`record ${record}`);
    done.push(record);
  };
  await expect(forEachRecord([1, 2, 3, 4], work)).rejects.toThrow('record 2');
  expect(done).toEqual([1, 4]);
  await forEachRecord([1, 4], work);
  await forEachRecord([], work);
  expect(done).toEqual([1, 4, 1, 4]);
});
