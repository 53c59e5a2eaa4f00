import { CheckoutError, errorData } from './errors/checkout-error.ts';

/**
 * As `JSON.stringify`, in a page whose scripts gave every list or object a `toJSON`: Prototype 1.7
 * makes a text of a list. Throws `UNSUPPORTED` where `JSON` itself was replaced by something else.
 */
export function toJson(value: unknown): string {
  if (typeof globalThis.JSON?.stringify !== 'function') {
    const message = 'a script of this page replaced window.JSON, and it has no stringify any more';
    throw new CheckoutError(errorData('UNSUPPORTED', message, { cause: 'page' }));
  }
  return JSON.stringify(value, function (this: object, key: string, made: unknown) {
    const given: unknown = Reflect.get(this, key);
    const { toJSON } = Object(given);
    return Array.isArray(given) || toJSON === Object(Object.prototype).toJSON ? given : made;
  });
}
