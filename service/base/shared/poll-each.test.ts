import { expect, it } from 'vitest';
import { PollsFailed, pollEach } from './poll-each.ts';

const OF = { companyId: 'acme', kind: 'charges' };

function subjects(count: number) {
  return Array.from({ length: count }, (_, n) => ({ id: `pay_${n}`, provider: 'cielo' }));
}

it('looks at every one, and names once each of those that failed with why', async () => {
  const seen: string[] = [];
  const look = async ({ id }: { id: string }) => {
    seen.push(id);
    if (id === 'pay_7' || id === 'pay_90') throw new Error(`no row of ${id}`);
  };
  const failed = await pollEach(subjects(120), look, OF).catch((error: unknown) => error);
  expect(new Set(seen).size).toBe(120);
  if (!(failed instanceof PollsFailed)) throw new Error('nothing was told');
  expect(failed.named).toEqual([
    { id: 'pay_7', error: new Error('no row of pay_7') },
    { id: 'pay_90', error: new Error('no row of pay_90') },
  ]);
  expect(failed.more).toBe(0);
  expect(failed.cause).toBe(failed.named[0]?.error);
});

it('names a bounded number of them and counts the others', async () => {
  const look = () => Promise.reject(new Error('no row'));
  const failed = await pollEach(subjects(250), look, OF).catch((error: unknown) => error);
  if (!(failed instanceof PollsFailed)) throw new Error('nothing was told');
  expect([failed.named.length, failed.more]).toEqual([20, 230]);
});

it('says nothing where none failed', async () => {
  await expect(pollEach(subjects(3), async () => undefined, OF)).resolves.toBeUndefined();
  await expect(pollEach([], () => Promise.reject(new Error('x')), OF)).resolves.toBeUndefined();
});
