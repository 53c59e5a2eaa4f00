import { describe, expect, it } from 'vitest';
import { readReais } from '../../base/shared/reais.ts';
import { readHeader, readLine } from './batch-line.ts';

const HEADER = ['referencia', 'valor', 'tipo_chave', 'chave_pix', 'nome', 'documento'];
const COLUMNS = ['reference', 'amount', 'pixKeyType', 'pixKey', 'name', 'document'] as const;

describe('the first line of a batch', () => {
  it.each([
    ['in Portuguese', HEADER],
    [
      'with accents, capitals and blanks',
      ['Referência', 'VALOR', 'Tipo da chave', 'Chave PIX', 'Nome', 'Documento'],
    ],
    ['of a bank', ['Referência', 'Valor (R$)', 'Tipo de chave', 'Chave', 'Nome', 'CPF/CNPJ']],
    ['in English', ['reference', 'amount_in_reais', 'pix_key_type', 'pix_key', 'name', 'document']],
  ])('names the columns %s', (_name, cells) => {
    expect(readHeader({ line: 1, cells })).toEqual({ columns: COLUMNS });
  });

  it('may leave out name and document, and have columns in any order', () => {
    const cells = ['chave pix', 'tipo chave', '', 'valor', 'referencia'];
    const columns = ['pixKey', 'pixKeyType', null, 'amount', 'reference'];
    expect(readHeader({ line: 1, cells })).toEqual({ columns });
  });

  it('must name what is needed, and nothing that is not known or twice', () => {
    const cells = ['referencia', 'amount', 'chave pix', 'chave_pix'];
    expect(readHeader({ line: 1, cells })).toEqual({
      missing: ['amount', 'pixKeyType'],
      unknown: ['amount', 'chave_pix'],
    });
  });
});

describe('a word that every object knows', () => {
  it('names no column', () => {
    const cells = [...HEADER, 'constructor'];
    expect(readHeader({ line: 1, cells })).toEqual({ missing: [], unknown: ['constructor'] });
  });

  it('is no type of key', () => {
    const cells = ['a-1', '10,00', 'constructor', 'ana@example.com', '', ''];
    expect(readLine({ line: 2, cells }, COLUMNS)).toEqual({
      line: 2,
      problems: [{ field: 'pixKeyType', expected: 'pixKeyType' }],
    });
  });
});

describe('an amount in reais', () => {
  it.each([
    ['1.234,56', 123_456],
    ['R$ 1.234,56', 123_456],
    ['R$\u00a01.234,56', 123_456],
    ['1234,56', 123_456],
    ['1 234,56', 123_456],
    ['1234.56', 123_456],
    ['150', 15_000],
    ['150,5', 15_050],
    ['0,01', 1],
    ['999.999.999,99', 99_999_999_999],
  ])('%s is %i centavos', (text, centavos) => {
    expect(readReais(text)).toBe(centavos);
  });

  it.each(['', ...'1.234 1,234.56 1.5 12.34,56 1,234 -5,00 1e3 1.000.000.000,00 ٣ =1'.split(' ')])(
    '%j is none',
    (text) => {
      expect(readReais(text)).toBeNull();
    },
  );
});

describe('a line of a batch', () => {
  const read = (...cells: string[]) => readLine({ line: 7, cells }, COLUMNS);

  it('is a request as the API takes it', () => {
    expect(read('folha-1', '1.500,00', 'cpf', '52998224725', 'José', '52998224725')).toEqual({
      line: 7,
      request: {
        referenceId: 'folha-1',
        amount: 150_000,
        pixKeyType: 'CPF',
        pixKey: '52998224725',
        beneficiaryName: 'José',
        beneficiaryDocument: '52998224725',
      },
    });
  });

  it.each([
    ['E-mail', 'ana@example.com', 'EMAIL'],
    ['Telefone', '+5511987654321', 'PHONE'],
    ['celular', '+5511987654321', 'PHONE'],
    ['Aleatória', '00000000-0000-4000-8000-000000000403', 'EVP'],
    ['CNPJ', '11222333000181', 'CNPJ'],
  ])('takes %s for a type of key', (type, key, pixKeyType) => {
    expect(read('a', '1', type, key)).toMatchObject({ request: { pixKeyType, pixKey: key } });
  });

  it('reads CPF and CNPJ as people write them, whose zeros a spreadsheet keeps', () => {
    expect(read('a', '1', 'CPF', '529.982.247-25', 'Ana', '11.222.333/0001-81')).toMatchObject({
      request: { pixKey: '52998224725', beneficiaryDocument: '11222333000181' },
    });
    expect(read('a', '1', 'CNPJ', '11.222.333/0001-81')).toMatchObject({
      request: { pixKey: '11222333000181' },
    });
  });

  it.each<[string, string[], [string, string][]]>([
    ['no reference', ['', '1', 'CPF', '52998224725'], [['reference', 'reference']]],
    [
      'a reference that is too long',
      ['x'.repeat(101), '1', 'CPF', '52998224725'],
      [['reference', 'reference']],
    ],
    ['no amount', ['a', '', 'CPF', '52998224725'], [['amount', 'amount']]],
    ['an amount of nothing', ['a', '0,00', 'CPF', '52998224725'], [['amount', 'amount']]],
    ['an unknown type of key', ['a', '1', 'IBAN', '52998224725'], [['pixKeyType', 'pixKeyType']]],
    ['a CPF that has lost its zero', ['a', '1', 'CPF', '1234567890'], [['pixKey', 'as-text']]],
    ['a reference as one', ['1,2E+12', '1', 'CPF', '52998224725'], [['reference', 'as-text']]],
    ['a CPF as a power of ten', ['a', '1', 'CPF', '5,29982E+10'], [['pixKey', 'as-text']]],
    ['a phone that is too short', ['a', '1', 'PHONE', '98765432'], [['pixKey', 'PHONE']]],
    ['no key', ['a', '1', 'EVP', ''], [['pixKey', 'EVP']]],
    [
      'a wrong document',
      ['a', '1', 'CPF', '52998224725', 'Ana', '52998224726'],
      [['document', 'document']],
    ],
    ['a name of two lines', ['a', '1', 'CPF', '52998224725', 'Ana\nSouza'], [['name', 'name']]],
    [
      'a cell without a column',
      ['a', '1', 'CPF', '52998224725', '', '', 'x'],
      [['line', 'columns']],
    ],
    [
      'everything',
      ['', 'x', '', ''],
      [
        ['reference', 'reference'],
        ['amount', 'amount'],
        ['pixKeyType', 'pixKeyType'],
        ['pixKey', 'pixKey'],
      ],
    ],
  ])('names all that is wrong with %s', (_name, cells, problems) => {
    expect(read(...cells)).toEqual({
      line: 7,
      problems: problems.map(([field, expected]) => ({ field, expected })),
    });
  });
});
