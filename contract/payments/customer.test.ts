import { describe, expect, it } from 'vitest';
import { customerSchema, isValidPhone, isValidPostalCode } from './customer.ts';

const CUSTOMER = {
  name: 'Ana Souza',
  document: '52998224725',
  email: 'ana@example.com',
  phone: '5511987654321',
  address: {
    street: 'Rua das Flores',
    number: '10',
    zipCode: '01310100',
    city: 'São Paulo',
    state: 'SP',
  },
};

describe('isValidPhone', () => {
  it.each(['5511987654321', '551133224455', '5599912345678', '556132103210'])(
    'takes %s',
    (phone) => {
      expect(isValidPhone(phone)).toBe(true);
    },
  );

  it.each([
    ['no country code', '11987654321'],
    ['a plus', '+5511987654321'],
    ['an area code that does not exist', '5510987654321'],
    ['another one', '5523987654321'],
    ['a mobile number that does not start with 9', '5511887654321'],
    ['a landline that starts with 6', '551163224455'],
    ['a landline of nine digits', '5511332244556'],
    ['a digit too few', '551198765432'],
    ['blanks', '55 11 987654321'],
    ['a line break after it', '5511987654321\n'],
    ['full-width digits', '５５11987654321'],
  ])('refuses one with %s', (_, phone) => {
    expect(isValidPhone(phone)).toBe(false);
  });

  it('knows the 67 area codes', () => {
    const codes = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0'));
    expect(codes.filter((code) => isValidPhone(`55${code}987654321`)).length).toBe(67);
  });
});

it.each([
  ['01310100', true],
  ['01000000', true],
  ['99999999', true],
  ['00999999', false],
  ['00000000', false],
  ['01.310-100', false],
  ['01310-100', false],
  ['0131010', false],
  ['01310100\n', false],
])('isValidPostalCode says of %j: %s', (zipCode, isValid) => {
  expect(isValidPostalCode(zipCode)).toBe(isValid);
});

describe('customerSchema', () => {
  const problems = (change: object) => {
    const result = customerSchema.safeParse({ ...CUSTOMER, ...change });
    return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.'));
  };

  it('takes a customer, with or without the optional parts of an address', () => {
    expect(problems({})).toEqual([]);
    const address = { ...CUSTOMER.address, complement: 'ap 1', neighborhood: 'Centro' };
    expect(problems({ address })).toEqual([]);
  });

  it.each([
    'joao&maria@example.com',
    'ana/b@example.com',
    'ana#1@example.com',
    'ana@münchen.de',
    'josé@exemplo.com.br',
  ])('takes the address %s', (email) => {
    expect(problems({ email })).toEqual([]);
  });

  it.each<[string, object]>([
    ['name', { name: '' }],
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(151) }],
    ['name', { name: 'Ana\nSouza' }],
    ...[
      'ana@',
      'ana',
      'a b@x.com',
      'ana@x',
      'ana@-x.com',
      '<ana@x.com>',
      'a@b@x.com',
      'ana@x.com\n',
    ].map((email): [string, object] => ['email', { email }]),
    ['email', { email: `${'a'.repeat(250)}@x.com` }],
    ['address', { address: undefined }],
    ['address.state', { address: { ...CUSTOMER.address, state: 'sp' } }],
    ['address.state', { address: { ...CUSTOMER.address, state: 'XX' } }],
    ['address.street', { address: { ...CUSTOMER.address, street: 5 } }],
  ])('refuses a wrong %s', (path, change) => {
    expect(problems(change)).toContain(path);
  });
});
