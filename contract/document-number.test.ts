import { describe, expect, it } from 'vitest';
import { isValidCpf } from './document-number.ts';

describe('isValidCpf', () => {
  it.each(['11144477735', '52998224725', '00000000191', '12345678909'])('takes %s', (cpf) => {
    expect(isValidCpf(cpf)).toBe(true);
  });

  it.each([
    ['a wrong check digit', '11144477734'],
    ['equal digits', '11111111111'],
    ['ten digits', '1114447773'],
    ['twelve digits', '111444777350'],
    ['punctuation', '111.444.777-35'],
    ['a blank before it', ' 11144477735'],
    ['a line break after it', '11144477735\n'],
    ['full-width digits', '１１１４４４７７７３５'],
    ['nothing', ''],
  ])('refuses one with %s', (_, cpf) => {
    expect(isValidCpf(cpf)).toBe(false);
  });

  it('refuses every other pair of check digits', () => {
    const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'));
    expect(pairs.filter((pair) => isValidCpf(`111444777${pair}`))).toEqual(['35']);
  });
});
