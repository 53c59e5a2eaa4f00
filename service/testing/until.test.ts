import { expect, it, vi } from 'vitest';
import { until } from './until.ts';

it('gives what there is once there is something', async () => {
  const looks = [null, undefined, false, 'this', 'that'];
  expect(await until(async () => looks.shift())).toBe('this');
});

it('says what it waited for in vain', async () => {
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    time += 10_000;
    return time;
  });
  const neverSo = () => time < 0;
  await expect(until(neverSo)).rejects.toThrow(/never so in 30000 ms: .*time < 0/);
  vi.restoreAllMocks();
});
