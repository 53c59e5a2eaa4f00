import { describe, expect, it } from 'vitest';
import type { CheckoutErrorCode } from '../contract/checkout-error.ts';
import { LOCALES } from '../contract/locale.ts';
import { userMessage } from './user-message.ts';

type Advice = 'correct' | 'other card' | 'again' | 'unavailable';

/** Codes by what a buyer is to do about them. */
const CODES: { [code in CheckoutErrorCode]?: Advice } = {
  THREEDS_EXPIRED: 'again',
  THREEDS_FAILED: 'other card',
  THREEDS_SDK_UNAVAILABLE: 'again',
  INVALID_ARGUMENT: 'again',
  INVALID_CARD: 'correct',
  CONTAINER_NOT_FOUND: 'again',
  ALREADY_MOUNTED: 'again',
  DESTROYED: 'again',
  ABORTED: 'again',
  TIMEOUT: 'again',
  NETWORK: 'again',
  FRAME_UNAVAILABLE: 'again',
  FRAME_VERSION_MISMATCH: 'again',
  FRAME_LOST: 'again',
  CHANNEL_FLOODED: 'again',
  CALL_NOT_ALLOWED: 'again',
  SCRIPT_UNAVAILABLE: 'again',
  PAYMENT_ENDPOINT_FAILED: 'again',
  UNSUPPORTED: 'again',
  INTERNAL: 'again',
  INVALID_DATA: 'correct',
  REJECTED_BY_RISK: 'other card',
  UNAUTHORIZED: 'again',
  INVALID_CREDENTIALS: 'again',
  FORBIDDEN: 'again',
  NOT_FOUND: 'again',
  KYC_NOT_APPROVED: 'unavailable',
  COMPANY_BLOCKED: 'unavailable',
  METHOD_NOT_ENABLED: 'unavailable',
  RATE_LIMITED: 'again',
  PROVIDER_ERROR: 'again',
  UNAVAILABLE: 'again',
};

const SIGNS = {
  'pt-BR': {
    correct: /Confira os dados/,
    'other card': /outro cartão/,
    again: /tente de novo/,
    unavailable: /não está disponível/,
  },
  en: {
    correct: /Check the card details/,
    'other card': /another card/,
    again: /try again/,
    unavailable: /not available/,
  },
  es: {
    correct: /Revisa los datos/,
    'other card': /otra tarjeta/,
    again: /inténtalo de nuevo/,
    unavailable: /no está disponible/,
  },
};

const entries = Object.entries(CODES) as [CheckoutErrorCode, Advice][];

describe.each(LOCALES)('what a buyer is told in %s', (locale) => {
  it.each(entries)('about %s is what to do: %s', (code, advice) => {
    expect(userMessage(code, locale)).toMatch(SIGNS[locale][advice]);
  });

  it('about a code of a newer service is to try again', () => {
    const code = 'SOMETHING_NEW' as CheckoutErrorCode;
    expect(userMessage(code, locale)).toMatch(SIGNS[locale].again);
  });

  it('never names a code, a number or a machine', () => {
    for (const [code] of entries) {
      expect(userMessage(code, locale)).not.toMatch(/[A-Z]{3}|_|\d|https?:/);
    }
  });
});
