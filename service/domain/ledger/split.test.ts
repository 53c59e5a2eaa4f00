import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSchema } from '../../../contract/payments/split.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { splitParts } from './split.ts';

const account = { companyId: 'shop' };

describe('a split', () => {
  it.each([
    [
      'percent',
      [
        { recipientId: 'a', percent: 70 },
        { recipientId: 'shop', percent: 30 },
      ],
    ],
    [
      'centavos',
      [
        { recipientId: 'a', amount: 700 },
        { recipientId: 'shop', amount: 300 },
      ],
    ],
    [
      'both',
      [
        { recipientId: 'a', percent: 70 },
        { recipientId: 'shop', amount: 300 },
      ],
    ],
  ])('is told in %s', (_name, rules) => {
    expect(splitParts(account, 1000, rules)).toEqual([
      { recipientId: 'a', amount: 700 },
      { recipientId: 'shop', amount: 300 },
    ]);
  });

  it('leaves what rounding leaves over to the merchant, named or not', () => {
    const thirds = [
      { recipientId: 'a', percent: 33.33 },
      { recipientId: 'b', percent: 33.33 },
    ];
    expect(splitParts(account, 100, [...thirds, { recipientId: 'c', percent: 33.34 }])).toEqual([
      { recipientId: 'a', amount: 33 },
      { recipientId: 'b', amount: 33 },
      { recipientId: 'c', amount: 33 },
      { recipientId: 'shop', amount: 1 },
    ]);
    expect(splitParts(account, 100, [...thirds, { recipientId: 'shop', percent: 33.34 }])).toEqual([
      { recipientId: 'a', amount: 33 },
      { recipientId: 'b', amount: 33 },
      { recipientId: 'shop', amount: 34 },
    ]);
  });

  it('gives no part to a recipient whose share is less than a centavo', () => {
    const rules = [
      { recipientId: 'a', percent: 0.01 },
      { recipientId: 'b', percent: 99.99 },
    ];
    expect(splitParts(account, 1, rules)).toEqual([{ recipientId: 'shop', amount: 1 }]);
  });

  it.each([
    ['too little', [{ recipientId: 'a', percent: 99.99 }], 'split'],
    ['too much', [{ recipientId: 'a', amount: 1001 }], 'split'],
    [
      'a recipient twice',
      [
        { recipientId: 'a', percent: 50 },
        { recipientId: 'a', percent: 50 },
      ],
      'split.1.recipientId',
    ],
  ])('is refused with %s', (_name, rules, path) => {
    let refusal: unknown;
    try {
      splitParts(account, 1000, rules);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ code: 'INVALID_DATA', details: [{ path }] });
  });

  it.each([
    ['no part', []],
    ['neither percent nor amount', [{ recipientId: 'a' }]],
    ['both percent and amount', [{ recipientId: 'a', percent: 100, amount: 1 }]],
    ['no recipient', [{ percent: 100 }]],
    ['a negative part', [{ recipientId: 'a', amount: -1 }]],
    ['three decimals', [{ recipientId: 'a', percent: 33.333 }]],
    ['a text', 'all for me'],
  ])('is not read with %s', (_name, rules) => {
    expect(splitSchema.safeParse(rules).success).toBe(false);
  });

  it('never makes or loses a centavo', () => {
    const shares = fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(shares, fc.integer({ min: 1, max: 99_999_999_999 }), (given, amount) => {
        const left = 10_000 - given.reduce((sum, share) => sum + share, 0);
        fc.pre(left > 0);
        const rules = [...given, left].map((share, index) => ({
          recipientId: `r${index}`,
          percent: share / 100,
        }));
        expect(splitSchema.safeParse(rules).success).toBe(true);
        const parts = splitParts(account, amount, rules);
        expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
        expect(parts.every((part) => part.amount > 0)).toBe(true);
      }),
    );
  });
});
