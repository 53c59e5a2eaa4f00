import { describe, expect, it } from 'vitest';
import { CheckoutError } from '../../contract/checkout-error.ts';
import type { CardPaymentInput } from './card-input.ts';
import { toCardRequest } from './card-input.ts';

const CARD = { holderName: 'Ana Souza', number: '4111111111111111', cvv: '937' };
const SPLIT = { expirationMonth: '01', expirationYear: '2030' };

/** A payment whose card is as given; a page without types may give any shape. */
function payment(card: unknown) {
  return { amount: 15_990, referenceId: 'order-1', installments: 2, card } as CardPaymentInput;
}

function refusalOf(card: unknown): CheckoutError {
  try {
    toCardRequest(payment(card));
  } catch (thrown) {
    if (thrown instanceof CheckoutError) return thrown;
    throw thrown;
  }
  throw new Error('it was not refused');
}

describe('toCardRequest', () => {
  it('takes the expiry in two fields', () => {
    expect(toCardRequest(payment({ ...CARD, ...SPLIT }))).toEqual({
      amount: 15_990,
      referenceId: 'order-1',
      installments: 2,
      card: { ...CARD, ...SPLIT },
    });
  });

  it.each([
    ['01/30', '01', '2030'],
    ['12/2031', '12', '2031'],
    [' 01 / 30 ', '01', '2030'],
    ['01 /2030', '01', '2030'],
  ])('reads the expiry %s', (expiry, expirationMonth, expirationYear) => {
    const { card } = toCardRequest(payment({ ...CARD, expiry }));
    expect(card).toEqual({ ...CARD, expirationMonth, expirationYear });
  });

  it.each([
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    ' 4111111111111111 ',
    '4111\t11111111 1111',
  ])('drops what stands between the digits of a number ', (number) => {
    expect(toCardRequest(payment({ ...CARD, ...SPLIT, number })).card.number).toBe(CARD.number);
  });

  it('trims name and code', () => {
    const spaced = { ...CARD, ...SPLIT, holderName: ' Ana Souza ', cvv: ' 937 ' };
    expect(toCardRequest(payment(spaced)).card).toMatchObject({
      holderName: 'Ana Souza',
      cvv: '937',
    });
  });

  it('charges at once where no number of installments is told', () => {
    const { installments: _, ...rest } = payment({ ...CARD, ...SPLIT });
    expect(toCardRequest(rest as CardPaymentInput).installments).toBe(1);
  });

  it('passes on nothing of the card but its five fields', () => {
    const { card } = toCardRequest(payment({ ...CARD, ...SPLIT, note: 'x', pin: '1234' }));
    expect(Object.keys(card).sort()).toEqual([
      'cvv',
      'expirationMonth',
      'expirationYear',
      'holderName',
      'number',
    ]);
  });

  it('leaves its input as it was', () => {
    const given = payment({ ...CARD, number: '4111 1111 1111 1111', expiry: '01/30' });
    toCardRequest(given);
    expect(given).toEqual(payment({ ...CARD, number: '4111 1111 1111 1111', expiry: '01/30' }));
  });

  it.each([
    ['no card', undefined, 'card'],
    ['a null card', null, 'card'],
    ['a card that is a text', '4111111111111111', 'card'],
    ['no name', { ...SPLIT, ...CARD, holderName: undefined }, 'card.holderName'],
    ['no number', { ...SPLIT, ...CARD, number: undefined }, 'card.number'],
    ['a number that is a number', { ...SPLIT, ...CARD, number: 4111111111111111 }, 'card.number'],
    ['no code', { ...SPLIT, ...CARD, cvv: undefined }, 'card.cvv'],
    ['a code that is a number', { ...SPLIT, ...CARD, cvv: 937 }, 'card.cvv'],
    ['no expiry', CARD, 'card.expiry'],
    ['half an expiry', { ...CARD, expirationMonth: '01' }, 'card.expiry'],
    ['an expiry in numbers', { ...CARD, expirationMonth: 1, expirationYear: 2030 }, 'card.expiry'],
    ['an expiry without slash', { ...CARD, expiry: '0130' }, 'card.expiry'],
    ['an expiry of one digit', { ...CARD, expiry: '1/30' }, 'card.expiry'],
    ['an expiry in the last century', { ...CARD, expiry: '01/1930' }, 'card.expiry'],
    ['an expiry with a day', { ...CARD, expiry: '01/01/30' }, 'card.expiry'],
    ['an expiry that is a number', { ...CARD, expiry: 130 }, 'card.expiry'],
  ])('refuses %s, names the field and tells no value', (_what, card, field) => {
    const error = refusalOf(card);
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.details).toEqual({ field });
    expect(`${error.message}${JSON.stringify(error.details)}`).not.toMatch(/4111|937|Ana|30\b/);
  });
});
