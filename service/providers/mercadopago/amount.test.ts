import { describe, expect, it } from 'vitest';
import { toCentavos, toReais } from './amount.ts';

describe('an amount at Mercado Pago', () => {
  it.each([
    [1, '0.01'],
    [10, '0.1'],
    [99, '0.99'],
    [100, '1'],
    [3705, '37.05'],
    [1_005, '10.05'],
    [99_999_999_999, '999999999.99'],
  ])('of %i centavos is written %s, and read back', (centavos, text) => {
    expect(JSON.stringify(toReais(centavos))).toBe(text);
    expect(toCentavos(JSON.parse(text))).toBe(centavos);
  });

  it('comes back as it went for every count of centavos up to 100 reais', () => {
    for (let centavos = 1; centavos <= 10_000; centavos += 1) {
      expect(toCentavos(JSON.parse(JSON.stringify(toReais(centavos))))).toBe(centavos);
    }
  });

  it.each([-1, 1.5, Number.NaN, 1_000_000_000_000])('is none: %s centavos', (centavos) => {
    expect(() => toReais(centavos)).toThrow('does not fit');
  });

  it.each([37.005, -37, 1e-7, 1e21, Number.NaN])('is none: %s reais', (reais) => {
    expect(() => toCentavos(reais)).toThrow('is none');
  });
});
