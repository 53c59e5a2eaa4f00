import { describe, expect, it } from 'vitest';
import { toErrorData } from '../../contract/errors/checkout-error.ts';
import { readThreeDSPayer } from './three-d-secure-payer.ts';

const ADDRESS = { street: 'Rua A', number: '10', city: 'Recife', state: 'PE', zipCode: '50010000' };
const PAYER = { name: 'Ana', email: 'a@example.com', phone: '5581987654321', address: ADDRESS };

function refusal(customer: unknown) {
  try {
    return readThreeDSPayer(customer);
  } catch (thrown) {
    const { code, details } = toErrorData(thrown);
    return [code, (details as { field?: string }).field];
  }
}

describe('who pays, for a 3-D Secure script', () => {
  it('is that part of the customer which it asks for', () => {
    const more = { document: '39053344705', address: { ...ADDRESS, neighborhood: 'Boa Vista' } };
    expect(readThreeDSPayer({ ...PAYER, ...more })).toEqual(PAYER);
    const address = { ...ADDRESS, complement: 'Sala 1' };
    expect(readThreeDSPayer({ ...PAYER, address })).toEqual({ ...PAYER, address });
  });

  it.each([
    ['name', 150],
    ['email', 254],
    ['phone', 20],
    ['address.street', 200],
    ['address.number', 20],
    ['address.city', 100],
    ['address.state', 2],
    ['address.zipCode', 9],
  ])('has a %s of at most %d characters', (name, most) => {
    const withText = (text: string) => {
      const [, member = name] = name.split('.');
      return member === name
        ? { ...PAYER, [name]: text }
        : { ...PAYER, address: { ...ADDRESS, [member]: text } };
    };
    const longest = withText('1'.repeat(most));
    expect(readThreeDSPayer(longest)).toEqual(longest);
    expect(refusal(withText('1'.repeat(most + 1)))).toEqual([
      'INVALID_ARGUMENT',
      `customer.${name}`,
    ]);
  });

  it.each([
    [undefined, 'customer.name'],
    [null, 'customer.name'],
    ['Ana', 'customer.name'],
    [{ ...PAYER, email: '' }, 'customer.email'],
    [{ ...PAYER, phone: 5_581_987_654_321 }, 'customer.phone'],
    [{ ...PAYER, address: undefined }, 'customer.address.street'],
    [{ ...PAYER, address: { ...ADDRESS, state: 'Pernambuco' } }, 'customer.address.state'],
    [{ ...PAYER, address: { ...ADDRESS, zipCode: ' ' } }, 'customer.address.zipCode'],
  ])('that is missing is told by its name: %j', (customer, field) => {
    expect(refusal(customer)).toEqual(['INVALID_ARGUMENT', field]);
  });
});
