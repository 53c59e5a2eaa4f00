import { findLocale } from '../../contract/locale.ts';

// What each function takes, by name: the types are gone where a page without them is run. Each list
// is held to be its type's where that is.

export const INIT_OPTIONS = [
  'publicKey',
  'apiBaseUrl',
  'checkoutUrl',
  'locale',
  'preload',
  'logger',
] as const;

export const CARD_ELEMENT_OPTIONS = [
  'amount',
  'referenceId',
  'installments',
  'maxInstallments',
  'customer',
  'locale',
  'appearance',
  'layout',
  'labels',
  'placeholders',
  'brands',
  'fields',
  'token',
  'card',
  'onResult',
  'onError',
] as const;

export const PIX_ELEMENT_OPTIONS = [
  'payin',
  'appearance',
  'locale',
  'onPaid',
  'onExpired',
  'onError',
  'signal',
] as const;

export const PAYMENT_ELEMENT_OPTIONS = [
  'amount',
  'referenceId',
  'endpoint',
  'pay',
  'methods',
  'prices',
  'maxInstallments',
  'customerToken',
  'customer',
  'appearance',
  'locale',
  'layout',
  'onChange',
  'onPaid',
  'onPending',
  'onError',
] as const;

/** Tells the developer of options that nobody knows, by their names and never by their values. */
export type WarnOfOptions = (
  call: 'init' | 'mountCardElement' | 'mountPaymentElement' | 'mountPixElement',
  unknown: readonly string[],
) => void;

/**
 * What of `given` nobody knows: options of other names, and `locale` where it is no language of
 * ours. Naming them takes more bytes than a page has before it is ready, so the flows do that.
 */
export function unknownOptions(given: object, known: readonly string[]): string[] {
  return Object.keys(given).filter((name) => {
    const { locale } = Object(given);
    return name === 'locale' ? locale !== undefined && !findLocale(locale) : !known.includes(name);
  });
}
