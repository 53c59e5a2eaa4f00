import { expect, it } from 'vitest';
import { centavosSchema } from './money.ts';

it.each([1, 100, 99_999_999_999])('takes %i centavos', (amount) => {
  expect(centavosSchema.parse(amount)).toBe(amount);
});

it.each([
  0,
  -1,
  -0,
  0.5,
  100_000_000_000,
  Number.POSITIVE_INFINITY,
  Number.NaN,
  9007199254740992,
  '100',
  null,
  true,
  [],
  100n,
])('refuses %s', (amount) => {
  expect(centavosSchema.safeParse(amount).success).toBe(false);
});
