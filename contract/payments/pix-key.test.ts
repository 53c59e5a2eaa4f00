import { describe, expect, it } from 'vitest';
import { isValidCnpj } from '../document-number.ts';
import type { PixKeyType } from './pix-key.ts';
import { toPixKey } from './pix-key.ts';

describe('a CNPJ', () => {
  it.each([
    '12ABC34501DE35',
    '11222333000181',
    '00000000000191',
    'A1B2C3D4E5F668',
    'ZZZZZZZZ000191',
    'B0P1X2C3D4E593',
  ])('%s is valid', (document) => {
    expect(isValidCnpj(document)).toBe(true);
  });

  it.each([
    '12ABC34501DE36',
    '12ABC34501DE3A',
    '9ZW2JIM2OWTG85',
    'A1B2C3D41A2B99',
    'AAAAAAAAAAAA45',
    '00000000000000',
    '12abc34501de35',
    '12.ABC.345/01DE-35',
    '11222333000181\n',
    '1122233300018',
    '',
  ])('%j is refused', (document) => {
    expect(isValidCnpj(document)).toBe(false);
  });
});

describe('a PIX key', () => {
  it.each<[PixKeyType, string]>([
    ['CPF', '52998224725'],
    ['CNPJ', '12ABC34501DE35'],
    ['PHONE', '+5510998765432'],
    ['PHONE', '+551133334444'],
    ['EMAIL', 'pix@bcb.gov.br'],
    ['EMAIL', `${'a'.repeat(65)}@example.com`],
    ['EVP', '123e4567-e89b-12d3-a456-426655440000'],
    ['EVP', '123e4567-e12b-12d1-a456-426655440000'],
  ])('of type %s may be %s', (type, key) => {
    expect(toPixKey(type, key)).toBe(key);
  });

  it.each<[PixKeyType, string, string]>([
    ['CPF', '529.982.247-25', '52998224725'],
    ['CPF', '\u200e529 982 247\u201325', '52998224725'],
    ['CNPJ', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['EMAIL', ' Maria@Exemplo.com.br', 'maria@exemplo.com.br'],
    ['PHONE', '+55 11 98765-4321', '+5511987654321'],
    ['PHONE', '(11) 98765-4321', '+5511987654321'],
    ['PHONE', '5511987654321', '+5511987654321'],
    ['PHONE', '\u202a+55\u00a011 98765\u20114321\u202c\n', '+5511987654321'],
    ['EVP', '123E4567-E89B-12D3-A456-426655440000', '123e4567-e89b-12d3-a456-426655440000'],
  ])('of type %s that is written %j is %s', (type, written, key) => {
    expect(toPixKey(type, written)).toBe(key);
  });

  it.each<[PixKeyType, string]>([
    ['CPF', '52998224726'],
    ['CPF', '52.9982.247-25'],
    ['CPF', '11222333000181'],
    ['CNPJ', '52998224725'],
    ['PHONE', '+5511987654'],
    ['PHONE', '+15551234567'],
    ['PHONE', '+550198765432'],
    ['EMAIL', '\ufb01x@bcb.gov.br'],
    ['EMAIL', `${'a'.repeat(66)}@example.com`],
    ['EMAIL', 'pix@'],
    ['EMAIL', 'pix@-bcb.br'],
    ['EVP', '123e4567e89b12d3a456426655440000'],
    ['EVP', ''],
  ])('of type %s may not be %j', (type, key) => {
    expect(toPixKey(type, key)).toBeNull();
  });
});
