import { describe, expect, it } from 'vitest';
import { CheckoutError } from '../../contract/errors/checkout-error.ts';
import type { InitOptions } from './client-settings.ts';
import { readClientSettings } from './client-settings.ts';

const SERVED = { checkoutUrl: 'https://checkout.test' };
const NPM = { checkoutUrl: null };
const GOOD: InitOptions = { publicKey: 'pk_test_no3ds', apiBaseUrl: 'https://api.test' };

/** Runs with options of any shape, as a page without types may give them. */
function refusalOf(options: unknown, defaults: { checkoutUrl: string | null } = SERVED) {
  try {
    readClientSettings(options as InitOptions, defaults);
  } catch (thrown) {
    if (thrown instanceof CheckoutError) return thrown;
    throw thrown;
  }
  throw new Error('it was not refused');
}

describe('readClientSettings', () => {
  it('takes a public key and an address, and knows the rest', () => {
    expect(readClientSettings(GOOD, SERVED)).toMatchObject({
      publicKey: 'pk_test_no3ds',
      apiBaseUrl: 'https://api.test',
      checkoutUrl: 'https://checkout.test',
      locale: 'pt-BR',
    });
  });

  it.each([
    ['https://api.test/', 'https://api.test'],
    ['https://api.test///', 'https://api.test'],
    ['https://api.test/v1/', 'https://api.test/v1'],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
    ['HTTPS://API.TEST', 'https://api.test'],
  ])('reads the address %s as %s', (apiBaseUrl, expected) => {
    expect(readClientSettings({ ...GOOD, apiBaseUrl }, SERVED).apiBaseUrl).toBe(expected);
  });

  it.each([
    ['https://pay.test/', 'https://pay.test'],
    ['https://pay.test:443/card?x=1#y', 'https://pay.test'],
    ['http://127.0.0.1:4011/card', 'http://127.0.0.1:4011'],
  ])('takes of the frame address %s its origin, %s', (checkoutUrl, expected) => {
    expect(readClientSettings({ ...GOOD, checkoutUrl }, NPM).checkoutUrl).toBe(expected);
  });

  it.each([
    [undefined, 'pt-BR'],
    ['pt', 'pt-BR'],
    ['en-US', 'en'],
    ['es-AR', 'es'],
    ['fr', 'pt-BR'],
  ] as const)('speaks, asked for %s, %s', (locale, expected) => {
    const options = locale === undefined ? GOOD : { ...GOOD, locale };
    expect(readClientSettings(options, SERVED).locale).toBe(expected);
  });

  it.each([
    ['no options', undefined, 'publicKey'],
    ['null', null, 'publicKey'],
    ['an empty object', {}, 'publicKey'],
    ['a key that is a number', { ...GOOD, publicKey: 7 }, 'publicKey'],
    ['an empty key', { ...GOOD, publicKey: '' }, 'publicKey'],
    ['a key without its environment', { ...GOOD, publicKey: 'pk_no3ds' }, 'publicKey'],
    ['a key of an unknown environment', { ...GOOD, publicKey: 'pk_prod_a' }, 'publicKey'],
    ['a key with nothing after its prefix', { ...GOOD, publicKey: 'pk_live_' }, 'publicKey'],
    ['a key with a space', { ...GOOD, publicKey: 'pk_test_a b' }, 'publicKey'],
    ['a key with a slash', { ...GOOD, publicKey: 'pk_test_a/b' }, 'publicKey'],
    ['a key with a line end', { ...GOOD, publicKey: 'pk_test_a\n' }, 'publicKey'],
    ['a key that is too long', { ...GOOD, publicKey: `pk_test_${'a'.repeat(201)}` }, 'publicKey'],
    ['no address', { publicKey: 'pk_test_a' }, 'apiBaseUrl'],
    ['a relative address', { ...GOOD, apiBaseUrl: '/api' }, 'apiBaseUrl'],
    ['an address with a query', { ...GOOD, apiBaseUrl: 'https://api.test/?a=1' }, 'apiBaseUrl'],
    ['a bare host', { ...GOOD, apiBaseUrl: 'api.test' }, 'apiBaseUrl'],
    ['a script address', { ...GOOD, apiBaseUrl: 'javascript:alert(1)' }, 'apiBaseUrl'],
    ['a data address', { ...GOOD, apiBaseUrl: 'data:text/plain,a' }, 'apiBaseUrl'],
    ['an address with a user', { ...GOOD, apiBaseUrl: 'https://user:word@api.test' }, 'apiBaseUrl'],
    ['an address with a password', { ...GOOD, apiBaseUrl: 'https://:word@api.test' }, 'apiBaseUrl'],
    ['an address that is an object', { ...GOOD, apiBaseUrl: {} }, 'apiBaseUrl'],
    ['a bad frame address', { ...GOOD, checkoutUrl: 'checkout' }, 'checkoutUrl'],
    ['a frame address with a user', { ...GOOD, checkoutUrl: 'https://a@b.test' }, 'checkoutUrl'],
    ['a logger that cannot be called', { ...GOOD, logger: {} }, 'logger'],
  ])('refuses %s and names the field', (_what, options, field) => {
    expect(refusalOf(options)).toMatchObject({
      code: 'INVALID_ARGUMENT',
      type: 'merchant',
      retryable: false,
      details: { field },
    });
  });

  it('asks the npm build for the origin of the frame', () => {
    expect(refusalOf(GOOD, NPM).details).toEqual({ field: 'checkoutUrl' });
  });

  it('refuses a script that was not served by the service', () => {
    const { details } = refusalOf(GOOD, { checkoutUrl: '%CHECKOUT_URL%' });
    expect(details).toEqual({ field: 'checkoutUrl' });
  });

  it.each([
    'sk_live_very-secret',
    'sk_test_very-secret',
    'sk_',
    ' sk_live_very-secret',
    'SK_LIVE_very-secret',
  ])('refuses the secret key %s without repeating it', (publicKey) => {
    const error = refusalOf({ ...GOOD, publicKey });
    const told = JSON.stringify([error.message, error.details, error.userMessage, error.stack]);
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.details).toEqual({ field: 'publicKey' });
    expect(told).not.toContain('secret"');
    expect(told).not.toContain('very-secret');
  });

  it('says that a secret key has to be revoked', () => {
    expect(refusalOf({ ...GOOD, publicKey: 'sk_live_x' }).message).toContain('revoke');
  });
});
