import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LOCALES } from '../../contract/locale.ts';
import { MAX_AMOUNT_CENTAVOS } from '../../contract/money.ts';
import { formatReais } from './reais.ts';

test.each([
  [1, 'pt-BR', 'R$\u00a00,01'],
  [99, 'pt-BR', 'R$\u00a00,99'],
  [100_000, 'pt-BR', 'R$\u00a01.000,00'],
  [100_000, 'en', 'R$1,000.00'],
  [100_000, 'es', 'R$\u00a01000,00'],
  [1_000_000, 'es', 'R$\u00a010.000,00'],
] as const)('writes %i centavos in %s as %s', (amount, locale, text) => {
  expect(formatReais(amount, locale)).toBe(text);
});

test.each(LOCALES)('writes every amount as the platform does in %s, sign in front', (locale) => {
  const { format } = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'BRL',
    currencyDisplay: 'narrowSymbol',
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAX_AMOUNT_CENTAVOS }), (amount) => {
      expect(formatReais(amount, locale)).toBe(
        format(amount / 100).replace(/^(.*)\u00a0R\$$/, 'R$\u00a0$1'),
      );
    }),
  );
});
