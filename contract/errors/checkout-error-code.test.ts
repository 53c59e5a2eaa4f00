import { describe, expect, it } from 'vitest';
import { LOCALES } from '../locale.ts';
import type { CheckoutErrorCode } from './checkout-error-code.ts';
import {
  ADVICE,
  adviceOf,
  classOf,
  isCheckoutErrorCode,
  userMessage,
} from './checkout-error-code.ts';

type Advice =
  | 'correct card'
  | 'correct details'
  | 'code'
  | 'other card'
  | 'connection'
  | 'again'
  | 'unavailable'
  | 'wait'
  | 'paid';

/** Codes by what a buyer is to do about them. */
const CODES: { [code in CheckoutErrorCode]: Advice } = {
  THREEDS_EXPIRED: 'again',
  THREEDS_FAILED: 'other card',
  THREEDS_SDK_UNAVAILABLE: 'again',
  INVALID_ARGUMENT: 'unavailable',
  INVALID_CARD: 'correct card',
  CONTAINER_NOT_FOUND: 'unavailable',
  ALREADY_MOUNTED: 'unavailable',
  DESTROYED: 'unavailable',
  ABORTED: 'again',
  TIMEOUT: 'connection',
  NETWORK: 'connection',
  FRAME_UNAVAILABLE: 'again',
  FRAME_VERSION_MISMATCH: 'unavailable',
  FRAME_LOST: 'again',
  CHANNEL_FLOODED: 'unavailable',
  CALL_NOT_ALLOWED: 'unavailable',
  SCRIPT_UNAVAILABLE: 'again',
  PAYMENT_ENDPOINT_FAILED: 'unavailable',
  PAYMENT_DECLINED: 'other card',
  UNSUPPORTED: 'unavailable',
  INTERNAL: 'again',
  INVALID_DATA: 'correct details',
  REJECTED_BY_RISK: 'other card',
  PAYER_LIMIT_REJECTED: 'other card',
  INVALID_CVV: 'code',
  UNAUTHORIZED: 'unavailable',
  INVALID_CREDENTIALS: 'unavailable',
  FORBIDDEN: 'unavailable',
  NOT_FOUND: 'unavailable',
  KYC_NOT_APPROVED: 'unavailable',
  COMPANY_BLOCKED: 'unavailable',
  METHOD_NOT_ENABLED: 'unavailable',
  ORIGIN_NOT_REGISTERED: 'unavailable',
  RATE_LIMITED: 'again',
  PAYLOAD_TOO_LARGE: 'unavailable',
  PROVIDER_ERROR: 'again',
  UNAVAILABLE: 'again',
  UNKNOWN_ANSWER: 'unavailable',
};

const SIGNS: { [locale in (typeof LOCALES)[number]]: { [advice in Advice]: RegExp } } = {
  'pt-BR': {
    'correct card': /Confira os dados do cartão/,
    'correct details': /corrija/,
    wait: /Não pague de novo/,
    paid: /já foi pago/,
    code: /código de segurança/,
    connection: /sua conexão/,
    'other card': /outro cartão/,
    again: /[Tt]ente de novo/,
    unavailable: /não está disponível/,
  },
  en: {
    'correct card': /Check the card details/,
    'correct details': /correct them/,
    wait: /Do not pay again/,
    paid: /already been paid/,
    code: /security code/,
    connection: /your connection/,
    'other card': /another card/,
    again: /[Tt]ry again/,
    unavailable: /not available/,
  },
  es: {
    'correct card': /Revisa los datos de la tarjeta/,
    'correct details': /corrígelos/,
    wait: /No vuelvas a pagar/,
    paid: /ya se pagó/,
    code: /código de seguridad/,
    connection: /tu conexión/,
    'other card': /otra tarjeta/,
    again: /[Ii]nténtalo de nuevo/,
    unavailable: /no está disponible/,
  },
};

const codes = Object.keys(CODES).filter(isCheckoutErrorCode);

/** What a sentence asks of the buyer goes with what the element does and a developer may do. */
const ROWS: { [advice in Advice]: { again: boolean; card: string | null } } = {
  'correct card': { again: true, card: 'again' },
  'correct details': { again: false, card: 'again' },
  code: { again: true, card: 'cvv' },
  'other card': { again: false, card: 'refused' },
  connection: { again: true, card: 'again' },
  again: { again: true, card: 'again' },
  unavailable: { again: false, card: 'again' },
  wait: { again: true, card: null },
  paid: { again: false, card: 'approved' },
};

describe.each(Object.entries(ADVICE))('the row %s', (_name, row) => {
  it.each(LOCALES)('says in %s what it lets be done', (locale) => {
    const told = Object.entries(SIGNS[locale]).flatMap(([advice, sign]) =>
      sign.test(row[locale]) && (advice !== 'again' || !/connection|conex/.test(row[locale]))
        ? [advice]
        : [],
    );
    // What is to be corrected, or typed again, is tried again afterwards.
    const most = told.length > 1 ? told.filter((advice) => advice !== 'again') : told;
    const allowed = Object.entries(ROWS).filter(([advice]) => most.includes(advice));
    expect([{ again: row.again, card: row.card }]).toEqual(allowed.map(([, may]) => may));
  });
});

describe('the advice about an error', () => {
  const cancelled = { reason: 'cancelled' };
  it.each([
    ['of a challenge that was left', adviceOf('THREEDS_FAILED', cancelled), 'cancelled'],
    ['of a provider that failed', adviceOf('THREEDS_FAILED', { reason: 'error' }), 'again'],
    ['of a bank that refused', adviceOf('THREEDS_FAILED', { reason: 'rejected' }), 'otherCard'],
    [
      'of a refusal that was passed on',
      adviceOf('PAYMENT_ENDPOINT_FAILED', { apiCode: 'INVALID_DATA' }),
      'checkDetails',
    ],
    [
      'of a refusal that nobody knows',
      adviceOf('PAYMENT_ENDPOINT_FAILED', { apiCode: 'toString' }),
      'unavailable',
    ],
    ['of an unknown outcome', adviceOf('THREEDS_FAILED', cancelled, 'unknown'), 'confirming'],
    ['of an order that was paid', adviceOf('NETWORK', {}, 'charged'), 'paid'],
  ])('%s', (_what, advice, expected) => {
    expect(advice).toBe(expected);
  });

  it('makes an error retryable, and no other column does', () => {
    expect(classOf('THREEDS_FAILED', cancelled)).toEqual({ type: 'customer', retryable: true });
    expect(classOf('INVALID_DATA').retryable).toBe(false);
    expect(classOf('INVALID_DATA', {}, 'unknown').retryable).toBe(true);
    expect(classOf('NETWORK', {}, 'charged').retryable).toBe(false);
  });
});

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
