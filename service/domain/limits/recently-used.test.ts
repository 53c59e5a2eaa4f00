import { expect, it } from 'vitest';
import { createRecentlyUsed } from './recently-used.ts';

it('forgets what was used longest ago, not what was put first', () => {
  const values = createRecentlyUsed<number>(2);
  values.put('a', 1);
  values.put('b', 2);
  values.put('a', 3);
  values.put('c', 4);
  expect([...values.entries()]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});

it('holds no more than its bound however many keys come', () => {
  const values = createRecentlyUsed<number>(50_000);
  let largest = 0;
  for (let nth = 0; nth < 200_000; nth += 1) {
    values.put(`address ${nth}`, nth);
    largest = Math.max(largest, values.size);
  }
  expect(largest).toBe(50_000);
  expect(values.get('address 199999')).toBe(199_999);
  expect(values.get('address 149999')).toBeUndefined();
});

it('loses nothing by putting the same key again when it is full', () => {
  const values = createRecentlyUsed<number>(3);
  for (const key of ['a', 'b', 'c', 'c', 'b', 'c']) values.put(key, 0);
  expect(values.size).toBe(3);
});
