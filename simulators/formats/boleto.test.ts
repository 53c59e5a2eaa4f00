import { describe, expect, it } from 'vitest';
import { writeBoleto } from './boleto.ts';

describe('the numbers of a boleto', () => {
  it('are those of the example that PagBank publishes', () => {
    const numbers = writeBoleto({
      bank: '033',
      free: '9853029700000356942060101',
      dueDate: '2020-05-08',
      centavos: 100,
    });
    expect(numbers.line).toBe('03399853012970000035869420601010782490000000100');
    expect(numbers.formatted).toBe('03399.85301 29700.000358 69420.601010 7 82490000000100');
    expect(numbers.barcode).toBe('03397824900000001009853029700000356942060101');
  });

  it.each([
    ['2025-02-21', '9999'],
    ['2025-02-22', '1000'],
    ['2026-11-30', '1646'],
  ])('count the days to %s as %s', (dueDate, factor) => {
    const { barcode } = writeBoleto({ bank: '033', free: '0'.repeat(25), dueDate, centavos: 1 });
    expect(barcode.slice(5, 9)).toBe(factor);
  });
});
