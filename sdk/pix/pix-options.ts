import type { PixOptions } from '../../contract/frame/pix-calls.ts';
import type { Locale } from '../../contract/locale.ts';
import { toLocale } from '../../contract/locale.ts';
import { isCallback, NO_CALLBACK } from '../shared/callback.ts';
import { wrongOption } from '../shared/checkout-error.ts';
import type { PixElementOptions } from './pix-element.ts';

/** Throws `INVALID_ARGUMENT` with `details.field`: no payin, not by PIX, or without view token. */
export function toPixOptions(options: PixElementOptions, clientLocale: Locale): PixOptions {
  const locale = options?.locale === undefined ? clientLocale : toLocale(options.locale);
  const refuse = (field: string, message: string) =>
    wrongOption('mountPixElement', field, message, locale);
  const { payin, appearance = {} } = options ?? {};
  if (typeof payin !== 'object' || payin === null || typeof payin.id !== 'string') {
    throw refuse('payin', 'must be the whole answer of POST /payin');
  }
  const { paymentMethod = 'PIX', pix } = Object(payin);
  if (paymentMethod !== 'PIX') throw refuse('payin.paymentMethod', 'must be PIX');
  const viewToken: unknown = Object(pix).viewToken;
  if (typeof viewToken !== 'string' || viewToken === '') {
    throw refuse('payin.pix.viewToken', 'is missing: pass the answer of POST /payin on unchanged');
  }
  for (const field of ['onPaid', 'onExpired', 'onError'] as const) {
    if (!isCallback(options[field])) throw refuse(field, NO_CALLBACK);
  }
  return { viewToken, locale, appearance };
}
