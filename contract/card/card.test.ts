import { describe, expect, it } from 'vitest';
import { cardSchema } from './card.ts';
import { isExpired } from './card-expiry.ts';
import { isCardNumber } from './card-number.ts';

const CARD = {
  holderName: 'ANA SOUZA',
  number: '4111111111111111',
  expirationMonth: '12',
  expirationYear: '2030',
  cvv: '123',
};

describe('isCardNumber', () => {
  it.each([
    '4111111111111111',
    '5555555555554444',
    '2223000048400011',
    '378282246310005',
    '5066991111111118',
    '6362970000457013',
    '6062828888666688',
    '6062825624254001',
    '36227206271667',
  ])('takes %s', (number) => {
    expect(isCardNumber(number)).toBe(true);
  });

  it.each([
    ['a wrong last digit', '4111111111111112'],
    ['blanks', '4111 1111 1111 1111'],
    ['twelve digits', '411111111116'],
    ['twenty digits', '41111111111111111112'],
    ['letters', '411111111111111a'],
    ['full-width digits', '４111111111111111'],
    ['nothing', ''],
  ])('refuses one with %s', (_, number) => {
    expect(isCardNumber(number)).toBe(false);
  });

  it('notices any one digit changed', () => {
    for (let index = 0; index < CARD.number.length; index += 1) {
      const digit = (Number(CARD.number[index]) + 1) % 10;
      const changed = `${CARD.number.slice(0, index)}${digit}${CARD.number.slice(index + 1)}`;
      expect(isCardNumber(changed)).toBe(false);
    }
  });
});

describe('isExpired', () => {
  const expiry = { expirationMonth: '11', expirationYear: '2026' };

  it.each([
    ['in its month', '2026-11-20T10:00:00Z', false],
    ['on its last day', '2026-11-30T23:59:59Z', false],
    ['while it is still that day somewhere', '2026-12-01T11:59:59Z', false],
    ['once the month is over everywhere', '2026-12-01T12:00:00Z', true],
    ['a year later', '2027-11-01T00:00:00Z', true],
  ])('%s', (_, now, expected) => {
    expect(isExpired(expiry, new Date(now))).toBe(expected);
  });
});

it.each([
  ['holderName', ''],
  ['holderName', 'x'.repeat(101)],
  ['number', '4111 1111 1111 1111'],
  ['number', 4111111111111111],
  ['expirationMonth', '00'],
  ['expirationMonth', '13'],
  ['expirationMonth', '7'],
  ['expirationYear', '30'],
  ['expirationYear', '1999'],
  ['cvv', '12'],
  ['cvv', '12345'],
  ['cvv', '12a'],
  ['cvv', undefined],
])('cardSchema refuses the %s %j and does not repeat it', (field, value) => {
  const result = cardSchema.safeParse({ ...CARD, [field]: value });
  expect(result.error?.issues.map((issue) => issue.path.join('.'))).toContain(field);
  const messages = result.error?.issues.map((issue) => issue.message).join(' ') ?? '';
  if (value !== undefined && value !== '') expect(messages).not.toContain(String(value));
});
