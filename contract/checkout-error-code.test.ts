import { describe, expect, it } from 'vitest';
import type { CheckoutErrorCode } from './checkout-error-code.ts';
import { isCheckoutErrorCode, userMessage } from './checkout-error-code.ts';
import { LOCALES } from './locale.ts';

type Advice = 'correct' | 'code' | 'other card' | 'connection' | 'again' | 'unavailable';

/** Codes by what a buyer is to do about them. */
const CODES: { [code in CheckoutErrorCode]: Advice } = {
  THREEDS_EXPIRED: 'again',
  THREEDS_FAILED: 'other card',
  THREEDS_SDK_UNAVAILABLE: 'again',
  INVALID_ARGUMENT: 'again',
  INVALID_CARD: 'correct',
  CONTAINER_NOT_FOUND: 'again',
  ALREADY_MOUNTED: 'again',
  DESTROYED: 'again',
  ABORTED: 'again',
  TIMEOUT: 'connection',
  NETWORK: 'connection',
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
  PAYER_LIMIT_REJECTED: 'other card',
  INVALID_CVV: 'code',
  UNAUTHORIZED: 'again',
  INVALID_CREDENTIALS: 'again',
  FORBIDDEN: 'again',
  NOT_FOUND: 'again',
  KYC_NOT_APPROVED: 'unavailable',
  COMPANY_BLOCKED: 'unavailable',
  METHOD_NOT_ENABLED: 'unavailable',
  ORIGIN_NOT_REGISTERED: 'unavailable',
  RATE_LIMITED: 'again',
  PAYLOAD_TOO_LARGE: 'again',
  PROVIDER_ERROR: 'again',
  UNAVAILABLE: 'again',
  UNKNOWN_ANSWER: 'again',
};

const SIGNS = {
  'pt-BR': {
    correct: /Confira os dados/,
    code: /código de segurança/,
    connection: /sua conexão/,
    'other card': /outro cartão/,
    again: /tente de novo/,
    unavailable: /não está disponível/,
  },
  en: {
    correct: /Check the (card )?details/,
    code: /security code/,
    connection: /your connection/,
    'other card': /another card/,
    again: /try again/,
    unavailable: /not available/,
  },
  es: {
    correct: /Revisa los datos/,
    code: /código de seguridad/,
    connection: /tu conexión/,
    'other card': /otra tarjeta/,
    again: /inténtalo de nuevo/,
    unavailable: /no está disponible/,
  },
};

const codes = Object.keys(CODES).filter(isCheckoutErrorCode);

describe.each(LOCALES)('what a buyer is told in %s', (locale) => {
  it.each(codes)('about %s is what to do', (code) => {
    expect(userMessage(code, locale)).toMatch(SIGNS[locale][CODES[code]]);
  });

  it('about a challenge that was left is to try again, not that the bank refused the card', () => {
    const told = userMessage('THREEDS_FAILED', locale, { reason: 'cancelled' });
    expect(told).toMatch(SIGNS[locale].again);
    expect(told).not.toBe(userMessage('THREEDS_FAILED', locale, { reason: 'rejected' }));
    expect(told).not.toMatch(SIGNS[locale]['other card']);
  });

  it('blames the connection where the network failed, and nowhere else', () => {
    const blaming = codes.filter((code) =>
      SIGNS[locale].connection.test(userMessage(code, locale)),
    );
    expect(blaming.sort()).toEqual(['NETWORK', 'TIMEOUT']);
  });

  it('never names a code, a number or a machine', () => {
    expect(codes).toHaveLength(Object.keys(CODES).length);
    for (const code of codes) {
      expect(userMessage(code, locale)).not.toMatch(/[A-Z]{3}|_|\d|https?:/);
    }
  });
});
