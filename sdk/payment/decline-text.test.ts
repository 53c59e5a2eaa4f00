import { describe, expect, it } from 'vitest';
import { DECLINE_REASONS } from '../../contract/errors/decline-reason.ts';
import { LOCALES } from '../../contract/locale.ts';
import { declineText, findDecline } from './decline-text.ts';
import { assertNotDeclined } from './declined.ts';

describe('declineText', () => {
  it.each([
    [{ status: 'REFUSED', declineReason: 'insufficient_funds' }, 'other-card', /limite/],
    [{ status: 'REFUSED', declineReason: 'invalid_cvv' }, 'cvv', /código de segurança/],
    [{ status: 'REFUSED', declineReason: 'invalid_card' }, 'same-card', /dados do cartão/],
    [{ status: 'REFUSED', declineReason: 'issuer_unavailable' }, 'wait', /não está respondendo/],
    [{ status: 'REFUSED', declineReason: 'suspected_fraud' }, 'other-method', /não autorizou/],
    [{ status: 'REFUSED', declineReason: 'of_a_newer_release' }, 'other-card', /não autorizou/],
    [{ status: 'FAILED' }, 'same-card', /Tente de novo/],
    [{ status: 'EXPIRED' }, 'other-method', /Tente de novo/],
    [{ error: { code: 'INVALID_CVV' } }, 'cvv', /código de segurança/],
    [{ code: 'PAYMENT_ENDPOINT_FAILED', details: { apiCode: 'INVALID_CVV' } }, 'cvv', /código/],
    [{ error: { code: 'REJECTED_BY_RISK' } }, 'other-method', /não autorizou/],
    [{}, 'other-card', /não autorizou/],
  ] as const)('of %o says what helps', (answer, next, sentence) => {
    expect(declineText(answer)).toEqual({ next, userMessage: expect.stringMatching(sentence) });
  });

  it('has a sentence for each reason in each language', () => {
    for (const declineReason of DECLINE_REASONS) {
      const said = LOCALES.map((locale) => declineText({ declineReason }, locale).userMessage);
      expect(new Set(said).size, declineReason).toBe(LOCALES.length);
    }
  });
});

it.each([
  { status: 'APPROVED', declineReason: null },
  { status: 'PENDING' },
  { code: 'NETWORK', outcome: 'unknown' },
  {},
])('what tells of no refusal %o has no text', (answer) => {
  expect(findDecline(answer)).toBeNull();
});

describe('a payin that was refused', () => {
  const CARD = { id: 'pay_1', paymentMethod: 'CREDIT_CARD' } as const;

  it('is an error with the payin, why, and what the buyer reads', () => {
    const payin = { ...CARD, status: 'REFUSED', declineReason: 'invalid_cvv' } as const;
    expect(() => assertNotDeclined(payin, 'en')).toThrow(
      expect.objectContaining({
        code: 'PAYMENT_DECLINED',
        details: { payinId: 'pay_1', declineReason: 'invalid_cvv' },
        userMessage: 'Check the security code and try again.',
        outcome: 'not-charged',
        payin,
      }),
    );
  });

  it.each(['APPROVED', 'PENDING', 'PENDING_3DS', 'OF_A_NEWER_RELEASE'])(
    'is not one that is %s',
    (status) => {
      expect(() => assertNotDeclined({ ...CARD, status }, 'en')).not.toThrow();
    },
  );
});
