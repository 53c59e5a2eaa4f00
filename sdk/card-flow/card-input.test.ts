import { describe, expect, it } from 'vitest';
import { CheckoutError } from '../../contract/errors/checkout-error.ts';
import type { CardPaymentInput } from './card-input.ts';
import { toCardRequest } from './card-input.ts';

const CARD = { holderName: 'Ana Souza', number: '4111111111111111', cvv: '937' };
const NOW = new Date('2026-11-20T12:00:00Z');
const SPLIT = { expirationMonth: '01', expirationYear: '2030' };

/** A payment whose card is as given; a page without types may give any shape. */
function payment(card: unknown) {
  return { amount: 15_990, referenceId: 'order-1', installments: 2, card } as CardPaymentInput;
}

function refusalOf(card: unknown): CheckoutError {
  return failureOf(() => toCardRequest(payment(card), NOW));
}
function codeAndDetails(work: () => unknown) {
  const { code, details } = failureOf(work);
  return [code, details];
}
function failureOf(work: () => unknown): CheckoutError {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof CheckoutError) return thrown;
    throw thrown;
  }
  throw new Error('it was not refused');
}

describe('toCardRequest', () => {
  it('takes the expiry in two fields', () => {
    expect(toCardRequest(payment({ ...CARD, ...SPLIT }), NOW)).toEqual({
      amount: 15_990,
      referenceId: 'order-1',
      installments: 2,
      card: { ...CARD, ...SPLIT },
    });
  });

  it('tells the total of a plan with interest that the buyer was shown', () => {
    const installmentPlan = { totalAmount: 16_647 };
    const input = { ...payment({ ...CARD, ...SPLIT }), installmentPlan };
    expect(toCardRequest(input, NOW)).toMatchObject({ installmentPlan });
  });

  it.each([
    ['01/30', '01', '2030'],
    ['12/2031', '12', '2031'],
    [' 01 / 30 ', '01', '2030'],
    ['01 /2030', '01', '2030'],
    ['12-30', '12', '2030'],
    ['12\u221230', '12', '2030'],
    ['0130', '01', '2030'],
    ['1/30', '01', '2030'],
    ['2030-12', '12', '2030'],
    ['\u200e12/30', '12', '2030'],
    ['١٢/٣٠', '12', '2030'],
  ])('reads the expiry %s', (expiry, expirationMonth, expirationYear) => {
    const { card } = toCardRequest(payment({ ...CARD, expiry }), NOW);
    expect(card).toEqual({ ...CARD, expirationMonth, expirationYear });
  });

  it.each([
    '4111 1111 1111 1111',
    '4111-1111|1111\u22121111',
    '4111\t11111111 1111',
    '4111.1111.1111.1111',
    '4111\u200b1111\u20131111\u00ad1111\u200e',
    '４１１１ １１１１ １１１１ １１１１',
    '٤١١١ ١١١١ ११११ ११११',
  ])('drops what stands between the digits of the number %j', (number) => {
    expect(toCardRequest(payment({ ...CARD, ...SPLIT, number }), NOW).card.number).toBe(
      CARD.number,
    );
  });

  it.each([
    ['1', '2030'],
    ['01', '30'],
  ])('reads the month %s and the year %s', (expirationMonth, expirationYear) => {
    const { card } = toCardRequest(payment({ ...CARD, expirationMonth, expirationYear }), NOW);
    expect(card).toMatchObject({ expirationMonth: '01', expirationYear: '2030' });
  });

  it('trims name and code', () => {
    const spaced = { ...CARD, ...SPLIT, holderName: ' Ana Souza ', cvv: ' 937 ' };
    expect(toCardRequest(payment(spaced), NOW).card).toMatchObject({
      holderName: 'Ana Souza',
      cvv: '937',
    });
  });

  it('charges at once where no number of installments is told', () => {
    const { installments: _, ...rest } = payment({ ...CARD, ...SPLIT });
    expect(toCardRequest(rest, NOW).installments).toBe(1);
  });

  it('passes on nothing of the card but its five fields', () => {
    const { card } = toCardRequest(payment({ ...CARD, ...SPLIT, note: 'x', pin: '1234' }), NOW);
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
    toCardRequest(given, NOW);
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
    ['an expiry that is undefined', { ...CARD, expiry: undefined }, 'card.expiry'],
    ['half an expiry', { ...CARD, expirationMonth: '01' }, 'card.expiry'],
    ['an expiry in numbers', { ...CARD, expirationMonth: 1, expirationYear: 2030 }, 'card.expiry'],
    ['an expiry that is a number', { ...CARD, expiry: 130 }, 'card.expiry'],
  ])('refuses %s, names the field and tells no value', (_what, card, field) => {
    const error = refusalOf(card);
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.details).toEqual({ field });
    expect(`${error.message}${JSON.stringify(error.details)}`).not.toMatch(/4111|937|Ana|30\b/);
  });

  it.each([
    ['an amount in reais', { amount: 159.9 }, 'amount'],
    ['an amount of nothing', { amount: 0 }, 'amount'],
    ['an amount as text', { amount: '15990' }, 'amount'],
    ['no order', { referenceId: undefined }, 'referenceId'],
    ['an empty order', { referenceId: ' ' }, 'referenceId'],
    ['an order of 101 characters', { referenceId: 'x'.repeat(101) }, 'referenceId'],
    ['no installments at all', { installments: 0 }, 'installments'],
    ['13 installments', { installments: 13 }, 'installments'],
  ])('refuses %s and names it', (_what, change, field) => {
    const given = { ...payment({ ...CARD, ...SPLIT }), ...change } as CardPaymentInput;
    expect(codeAndDetails(() => toCardRequest(given, NOW))).toEqual([
      'INVALID_ARGUMENT',
      { field },
    ]);
  });

  it('takes an expiry in two fields beside one that is undefined', () => {
    const { card } = toCardRequest(payment({ ...CARD, ...SPLIT, expiry: undefined }), NOW);
    expect(card).toEqual({ ...CARD, ...SPLIT });
  });

  it.each([
    ['no name', { holderName: ' ' }, 'holderName', 'required'],
    ['a number as the name', { holderName: '4111 1111 1111' }, 'holderName', 'invalid'],
    ['a name of 101 characters', { holderName: 'x'.repeat(101) }, 'holderName', 'invalid'],
    ['no number', { number: '' }, 'number', 'required'],
    ['half a number', { number: '41111111' }, 'number', 'incomplete'],
    ['a number with a wrong digit', { number: '4111111111111112' }, 'number', 'invalid'],
    ['letters as the number', { number: '4111x11111111111' }, 'number', 'invalid'],
    ['no CVV', { cvv: '' }, 'cvv', 'required'],
    ['a short CVV', { cvv: '93' }, 'cvv', 'incomplete'],
    ['a long CVV', { cvv: '93712' }, 'cvv', 'invalid'],
    ['no expiry', { expiry: '' }, 'expiry', 'required'],
    ['a month that is none', { expiry: '13/30' }, 'expiry', 'invalid'],
    ['a month that is over', { expiry: '10/26' }, 'expiry', 'expired'],
    ['an expiry in the last century', { expiry: '01/1930' }, 'expiry', 'invalid'],
    ['an expiry with a day', { expiry: '01/01/30' }, 'expiry', 'invalid'],
  ])('leaves %s to the buyer to correct, and tells no value', (_what, change, field, problem) => {
    const error = refusalOf({ ...CARD, expiry: '01/30', ...change });
    expect(error.code).toBe('INVALID_CARD');
    expect(error.details).toEqual({ phase: 'validate', fields: [{ field, problem }] });
    expect(error.message).toBe(`the buyer has to correct: ${field}`);
  });

  it('names every field that is to be corrected at once', () => {
    const { details } = refusalOf({ holderName: '', number: '', expiry: '', cvv: '' });
    expect(details).toMatchObject({
      fields: ['holderName', 'number', 'expiry', 'cvv'].map((field) => ({ field })),
    });
  });

  it.each(['11/26', '12/26'])('takes a card that is good until %s', (expiry) => {
    expect(toCardRequest(payment({ ...CARD, expiry }), NOW).card.expirationYear).toBe('2026');
  });
});
