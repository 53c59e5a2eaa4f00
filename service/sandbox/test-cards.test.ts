import { describe, expect, it } from 'vitest';
import { hasOutcome, methodOf, outcomeOf } from './test-cards.ts';

describe('the table of test cards', () => {
  it.each(['4000000000002701', '340000000002872', '6505290000002265'])('names %s', (number) => {
    expect(hasOutcome(number)).toBe(true);
  });

  it.each([
    '4111111111111111',
    '5555555555554444',
    '378282246310005',
    '6062820000000011',
    'toString',
  ])('authenticates %s, which it has no outcome for', (number) => {
    expect(hasOutcome(number)).toBe(false);
    expect(outcomeOf(number)).toBe('authenticated');
  });

  it('knows ranges with a method, without one, and with one that is silent', () => {
    expect(methodOf('4000000000002701')).toBe('answers');
    expect(methodOf('340000000002708')).toBe('none');
    expect(methodOf('4000000000002354')).toBe('silent');
  });
});
