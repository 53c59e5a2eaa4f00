import { describe, expect, it, vi } from 'vitest';
import { THREEDS_FAILURE_REASONS } from '../../contract/card/three-d-secure.ts';
import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import { cardOutcomeOf, conclude } from './conclude.ts';

describe('what an answer says of the card', () => {
  it.each([
    ['an approved payin', { id: 'pay_1', status: 'APPROVED' }, 'approved'],
    ['a payin that was refunded since', { id: 'pay_1', status: 'REFUNDED' }, 'approved'],
    ['a refused payin', { id: 'pay_1', status: 'REFUSED' }, 'refused'],
    ['a payin that failed at the acquirer', { id: 'pay_1', status: 'FAILED' }, 'cvv'],
    ['a payin whose challenge ran out of time', { id: 'pay_1', status: 'CANCELED' }, 'again'],
    ['an open challenge', { status: 'PENDING', threeDSecurePending: true }, 'challenge'],
    ['a payin that waits for its challenge', { status: 'PENDING_3DS' }, 'challenge'],
    ['a challenge that is over', { status: 'PENDING', threeDSecurePending: false }, 'ended'],
    ['a payin nobody has decided', { id: 'pay_1', status: 'PENDING' }, null],
    ['a status of a newer service', { id: 'pay_1', status: 'HELD' }, null],
    ['a status that is a name of every object', { status: 'constructor' }, null],
    ['a refusal by the issuer’s limit', { error: { code: 'PAYER_LIMIT_REJECTED' } }, 'refused'],
    ['a refusal by the antifraud', { error: { code: 'REJECTED_BY_RISK' } }, 'refused'],
    ['a wrong CVV', { error: { code: 'INVALID_CVV' }, requestId: 'r' }, 'cvv'],
    ['an acquirer that is down', { error: { code: 'PROVIDER_ERROR' } }, 'again'],
    ['a code of a newer service', { error: { code: 'TOO_LATE' } }, null],
    ['a code that is a name of every object', { error: { code: 'toString' } }, null],
    ['a repeat that came too early', { error: { code: 'IN_PROGRESS' } }, null],
    ['a reference that another payin holds', { error: { code: 'DUPLICATE_REFERENCE' } }, 'again'],
    ['the code alone of a lost answer', { code: 'NETWORK' }, null],
    [
      'an error that says nothing was charged',
      { code: 'NETWORK', outcome: 'not-charged' },
      'again',
    ],
    ['an error of unknown outcome', { code: 'THREEDS_FAILED', outcome: 'unknown' }, null],
    ['an order that was paid before', { code: 'INTERNAL', outcome: 'charged' }, 'approved'],
    ['an outcome of another release', { code: 'NETWORK', outcome: 'perhaps' }, null],
    ['an empty object', {}, null],
    ['nothing', undefined, null],
    ['null', null, null],
    ['a text', 'APPROVED', null],
    ['an error without a code', new Error('REFUSED'), null],
  ])('%s', (_what, answer, outcome) => {
    expect(cardOutcomeOf(answer)).toBe(outcome);
  });

  it.each([
    ['THREEDS_EXPIRED', 'again'],
    ['THREEDS_SDK_UNAVAILABLE', 'again'],
    ['NETWORK', null],
    ['TIMEOUT', null],
    ['ABORTED', null],
    ['REJECTED_BY_RISK', 'refused'],
  ] as const)('the error %s', (code, outcome) => {
    expect(cardOutcomeOf(Object.assign(new Error('of ours'), { code, details: {} }))).toBe(outcome);
  });

  it.each(THREEDS_FAILURE_REASONS)('a bank that did not confirm the buyer: %s', (reason) => {
    const error = new CheckoutError(errorData('THREEDS_FAILED', 'no', { reason }));
    expect(cardOutcomeOf(error)).toBe(
      ['cancelled', 'error'].includes(reason) ? 'again' : 'refused',
    );
  });

  it.each([
    ['INVALID_CVV', 'cvv'],
    ['PAYER_LIMIT_REJECTED', 'refused'],
    ['PROVIDER_ERROR', 'again'],
    ['KYC_NOT_APPROVED', 'again'],
    [undefined, 'again'],
  ])('a merchant’s endpoint that passed %s on, and charged nothing', (apiCode, outcome) => {
    const details = apiCode === undefined ? {} : { apiCode };
    const error = new CheckoutError(errorData('PAYMENT_ENDPOINT_FAILED', 'no', details));
    expect(cardOutcomeOf(error)).toBe(outcome);
  });
});

describe('conclude', () => {
  it('tells the frame one word', async () => {
    const tell = vi.fn(async () => null);
    await conclude({ id: 'pay_1', status: 'REFUSED' }, tell);
    expect(tell.mock.calls).toEqual([['refused']]);
  });

  it('tells nothing where there is nothing to tell', async () => {
    const tell = vi.fn(async () => null);
    await conclude({ id: 'pay_1', status: 'PENDING' }, tell);
    expect(tell).not.toHaveBeenCalled();
  });

  it.each([
    ['an answer that was not read', { json: async () => ({ status: 'APPROVED' }) }],
    ['a status alone', 'APPROVED'],
    ['nothing', undefined],
    ['an error of another form', { error: 'refused' }],
  ])('tells the developer of %s, and the frame nothing', async (_what, answer) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const tell = vi.fn(async () => null);
    await conclude(answer, tell);
    expect(tell).not.toHaveBeenCalled();
    expect(warn.mock.calls).toEqual([[expect.stringContaining('POST /payin')]]);
    warn.mockClear();
    await conclude({ status: 'PENDING' }, tell);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it('is not disturbed by a frame that is gone', async () => {
    const tell = () => Promise.reject(new Error('gone'));
    await expect(conclude({ status: 'APPROVED' }, tell)).resolves.toBeNull();
  });
});
