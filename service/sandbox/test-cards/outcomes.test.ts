import { describe, expect, it } from 'vitest';
import { isCardNumber } from '../../../contract/card-number.ts';
import { methodOf, NUMBERS_WITH_OUTCOME, outcomeOf } from './outcomes.ts';

describe('the table of test cards', () => {
  it.each(NUMBERS_WITH_OUTCOME)('%s is a valid number', (number) => {
    expect(isCardNumber(number)).toBe(true);
  });

  it('names each number once', () => {
    expect(NUMBERS_WITH_OUTCOME).toHaveLength(35);
    expect(new Set(NUMBERS_WITH_OUTCOME).size).toBe(35);
  });

  it.each([
    '4111111111111111',
    '5555555555554444',
    '378282246310005',
    '6062820000000011',
    'toString',
  ])('authenticates %s, which it does not name', (number) => {
    expect(outcomeOf(number)).toBe('authenticated');
  });

  it('knows ranges with a method, without one, and with one that is silent', () => {
    expect(methodOf('4000000000002701')).toBe('answers');
    expect(methodOf('340000000002708')).toBe('none');
    expect(methodOf('4000000000002354')).toBe('silent');
  });
});
