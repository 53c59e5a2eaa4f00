import { expect, it } from 'vitest';
import { formatMoney } from './money.ts';

function plain(text: string) {
  return text.replace(/\u00a0/g, ' ');
}

it('writes centavos as reais', () => {
  expect(plain(formatMoney(8580))).toBe('R$ 85,80');
  expect(plain(formatMoney(123_456_789))).toBe('R$ 1.234.567,89');
});
