import { beforeEach, expect, it } from 'vitest';
import { createSharedRead } from './shared-read.ts';

/** Reads that were begun, in order; each ends when the test says so. */
let begun: { key: string; resolve: (value: string) => void; reject: (error: Error) => void }[];
let read: (key: string) => Promise<string>;

beforeEach(() => {
  begun = [];
  read = createSharedRead(
    (key) =>
      new Promise<string>((resolve, reject) => {
        begun.push({ key, resolve, reject });
      }),
  );
});

const keys = () => begun.map(({ key }) => key);

/** Lets everything that is ready go on. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

it('reads at once for who comes alone, and anew for each who comes later', async () => {
  const first = read('a');
  expect(keys()).toEqual(['a']);
  begun[0]?.resolve('old');
  expect(await first).toBe('old');
  const second = read('a');
  expect(keys()).toEqual(['a', 'a']);
  begun[1]?.resolve('new');
  expect(await second).toBe('new');
});

it('gives nobody a read that had begun before they came', async () => {
  const first = read('a');
  const later = [read('a'), read('a')];
  begun[0]?.resolve('old');
  expect(await first).toBe('old');
  expect(keys()).toEqual(['a', 'a']);
  const latest = read('a');
  begun[1]?.resolve('new');
  expect(await Promise.all(later)).toEqual(['new', 'new']);
  await settled();
  expect(keys()).toEqual(['a', 'a', 'a']);
  begun[2]?.resolve('newest');
  expect(await latest).toBe('newest');
});

it('has who comes between two reads share the second, which has not begun', async () => {
  const first = read('a');
  let third: Promise<string> | undefined;
  // Heard before the second caller hears that the first read has ended.
  const between = first.then(() => {
    third = read('a');
  });
  const second = read('a');
  begun[0]?.resolve('old');
  await between;
  await settled();
  expect(keys()).toEqual(['a', 'a']);
  begun[1]?.resolve('new');
  expect(await Promise.all([second, third])).toEqual(['new', 'new']);
});

it('makes no key wait for another', () => {
  read('a');
  read('b');
  expect(keys()).toEqual(['a', 'b']);
});

it('tells a failure to those who shared it, and reads again for the next', async () => {
  const first = read('a');
  const second = read('a');
  begun[0]?.reject(new Error('the database is gone'));
  await expect(first).rejects.toThrow('the database is gone');
  await settled();
  begun[1]?.resolve('back');
  expect(await second).toBe('back');
});

it('remembers no key once all have ended', async () => {
  const all = [read('a'), read('a'), read('a')];
  begun[0]?.resolve('old');
  await all[0];
  await settled();
  begun[1]?.resolve('new');
  await Promise.all(all);
  const alone = read('a');
  expect(begun).toHaveLength(3);
  begun[2]?.resolve('alone');
  expect(await alone).toBe('alone');
});
