import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_AMOUNT_CENTAVOS } from '../money.ts';
import { installmentsSchema, MAX_INSTALLMENTS, splitIntoInstallments } from './installment.ts';

describe('splitIntoInstallments', () => {
  it.each([
    [{ amount: 10_000, count: 3 }, [3334, 3333, 3333]],
    [{ amount: 10_000, count: 1 }, [10_000]],
    [{ amount: 12, count: 12 }, Array(12).fill(1)],
    [{ amount: 5, count: 2 }, [3, 2]],
  ])('splits %o', (plan, parts) => {
    expect(splitIntoInstallments(plan)).toEqual(parts);
  });

  it('always gives parts that sum to the amount, the remainder in the first', () => {
    const plans = fc.record({
      amount: fc.integer({ min: 1, max: MAX_AMOUNT_CENTAVOS }),
      count: fc.integer({ min: 1, max: MAX_INSTALLMENTS }),
    });
    fc.assert(
      fc.property(plans, ({ amount, count }) => {
        const [first = 0, ...rest] = splitIntoInstallments({ amount, count });
        expect(first + rest.reduce((sum, part) => sum + part, 0)).toBe(amount);
        expect(new Set(rest).size).toBeLessThanOrEqual(1);
        expect(first - (rest[0] ?? first)).toBeGreaterThanOrEqual(0);
        expect(first - (rest[0] ?? first)).toBeLessThan(count);
      }),
    );
  });
});

it.each([0, 13, 1.5, -1, '1', null, Number.NaN])('refuses %j installments', (count) => {
  expect(installmentsSchema.safeParse(count).success).toBe(false);
});
