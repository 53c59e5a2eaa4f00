import type { Appearance } from '../contract/appearance.ts';
import type { CheckoutError } from '../contract/checkout-error.ts';
import type { CardOptions } from '../contract/frame/card-calls.ts';
import { type Locale, toLocale } from '../contract/locale.ts';
import type { CustomerInput } from './build-payin-payload.ts';
import { checkoutError } from './checkout-error.ts';
import type { PreparedCard } from './prepared-card.ts';

/** What `mountCardElement` takes. `amount` in centavos. */
export type CardElementOptions = {
  amount: number;
  referenceId: string;
  /** Chosen at the start; default 1. */
  installments?: number;
  /** Above 1 a select of installments is shown; default 1. */
  maxInstallments?: number;
  /** Used by 3-D Secure, never shown. */
  customer?: CustomerInput;
  /** Overrides the client's language for this element. */
  locale?: string;
  appearance?: Appearance;
  onResult?: (prepared: PreparedCard) => void;
  onError?: (error: CheckoutError) => void;
};

/** What `element.update` takes: any of these, live. */
export type CardElementUpdate = Partial<
  Pick<
    CardElementOptions,
    'amount' | 'referenceId' | 'installments' | 'maxInstallments' | 'locale' | 'appearance'
  >
>;

/**
 * The options as the frame takes them. Throws `INVALID_ARGUMENT` for what is plainly missing; the
 * frame itself parses the rest by its schema.
 */
export function toCardOptions(options: CardElementOptions, clientLocale: Locale): CardOptions {
  const locale = options?.locale === undefined ? clientLocale : toLocale(options.locale);
  const refuse = (field: string, message: string) =>
    checkoutError('INVALID_ARGUMENT', `mountCardElement: ${field} ${message}`, locale, { field });
  if (!Number.isInteger(options?.amount) || options.amount < 1) {
    throw refuse('amount', 'must be a positive integer in centavos');
  }
  if (typeof options.referenceId !== 'string' || options.referenceId.trim() === '') {
    throw refuse('referenceId', "must be the order's own reference");
  }
  return {
    amount: options.amount,
    referenceId: options.referenceId,
    installments: options.installments ?? 1,
    maxInstallments: Math.max(options.maxInstallments ?? 1, options.installments ?? 1),
    locale,
    appearance: options.appearance ?? {},
  };
}
