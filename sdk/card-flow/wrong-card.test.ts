import { describe, expect, it } from 'vitest';
import { CheckoutError, errorData, toErrorData } from '../../contract/errors/checkout-error.ts';
import { asCardError } from './wrong-card.ts';

function refused(...paths: string[]) {
  const fields = paths.map((path) => ({ path, message: 'must be right' }));
  const details = { phase: 'token', status: 400, fields };
  return new CheckoutError(errorData('INVALID_DATA', 'Some fields are not valid.', details));
}

describe('a token that the service refused', () => {
  it.each([
    ['card.number', 'number'],
    ['card.holderName', 'holderName'],
    ['card.expirationMonth', 'expiry'],
    ['card.expirationYear', 'expiry'],
    ['card.cvv', 'cvv'],
    ['holderDocument', 'holderDocument'],
    ['installmentPlan.totalAmount', 'installments'],
  ])('for its %s is for the buyer to correct', (path, field) => {
    expect(toErrorData(asCardError(refused(path)))).toMatchObject({
      code: 'INVALID_CARD',
      type: 'customer',
      details: { phase: 'validate', fields: [{ field, problem: 'invalid' }] },
    });
  });

  it('for month and year names the expiry once', () => {
    const error = toErrorData(asCardError(refused('card.expirationMonth', 'card.expirationYear')));
    expect(error.details).toMatchObject({ fields: [{ field: 'expiry' }] });
  });

  it.each([
    ['what is no card', refused('amount')],
    ['more than the card', refused('card.number', 'referenceId')],
    ['a card of another kind', refused('card.token')],
    ['nothing by name', refused()],
    ['what nobody understands', new CheckoutError(errorData('INVALID_DATA', 'no'))],
    ['a failure of the network', new CheckoutError(errorData('NETWORK', 'no'))],
    ['a failure that is not ours', new Error('no')],
  ])('for %s stays as it is', (_what, error) => {
    expect(asCardError(error)).toBe(error);
  });
});
