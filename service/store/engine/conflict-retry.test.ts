import { describe, expect, it } from 'vitest';
import { DbUnavailable, SqlError, UniqueViolation } from '../../base/shared/db.ts';
import { retryConflicts } from './conflict-retry.ts';

function conflict(code = '40001') {
  return new SqlError({ code, statement: 'debit', constraint: null });
}

/** Fails with each error in turn, then succeeds; records the pauses between. */
function attemptsOf(errors: readonly Error[], random = 1) {
  const pauses: number[] = [];
  const left = [...errors];
  const result = retryConflicts(
    async () => {
      const error = left.shift();
      if (error !== undefined) throw error;
      return 'done';
    },
    {
      random: () => random,
      wait: async (milliseconds) => {
        pauses.push(milliseconds);
      },
    },
  );
  return { result, pauses, left };
}

describe('trying again after a conflict', () => {
  it('gives the result of the first attempt that succeeds', async () => {
    const { result, pauses } = attemptsOf([conflict('40001'), conflict('40P01')]);
    expect(await result).toBe('done');
    expect(pauses).toEqual([20, 40]);
  });

  it('pauses longer each time, by chance, and never two thirds of a second in all', async () => {
    const five = Array.from({ length: 5 }, () => conflict());
    const longest = attemptsOf(five, 1);
    await longest.result;
    expect(longest.pauses).toEqual([20, 40, 80, 160, 320]);
    const shortest = attemptsOf(five, 0);
    await shortest.result;
    expect(shortest.pauses).toEqual([0, 0, 0, 0, 0]);
  });

  it('is unavailable after six conflicts, and keeps the last as the cause', async () => {
    const { result, left } = attemptsOf(Array.from({ length: 7 }, () => conflict()));
    const error = await result.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DbUnavailable);
    expect(error).toMatchObject({ cause: { code: '40001' } });
    expect(left).toHaveLength(1);
  });

  it.each([
    ['a violated unique key', new UniqueViolation('payins_open_reference')],
    ['a violated check', conflict('23514')],
    ['a database that is away', new DbUnavailable(conflict())],
    ['an error of the work itself', new Error('40001')],
  ])('does not try again after %s', async (_name, error) => {
    const { result, pauses } = attemptsOf([error]);
    await expect(result).rejects.toBe(error);
    expect(pauses).toEqual([]);
  });
});
