import type { TypedCardField } from '../../contract/card/card-field.ts';
import type { CheckoutError } from '../../contract/errors/checkout-error.ts';
import type { AskedOptions, CardAppearance, CardOptions } from '../../contract/frame/card-calls.ts';
import type { KnownValue } from '../../contract/known-value.ts';
import type { Locale } from '../../contract/locale.ts';
import { toLocale } from '../../contract/locale.ts';
import type { CustomerInput } from '../payment/customer-input.ts';
import type { PreparedCard } from '../payment/prepared-card.ts';
import { isCallback, NO_CALLBACK } from '../shared/callback.ts';
import { wrongOption } from '../shared/checkout-error.ts';
import type { CARD_ELEMENT_OPTIONS } from '../shared/known-options.ts';

/** The whole card is asked for: the default four fields and, where `fields` names them, more. */
type AskWholeCard = Omit<AskedOptions, 'fields'> & {
  /** What is asked of the buyer: the default four, and optional ones beside them. */
  fields?: readonly [TypedCardField, TypedCardField, ...TypedCardField[]] | undefined;
};

/** The CVV of a card on file is asked for, and nothing else. */
type AskCvvAlone = Omit<AskedOptions, 'fields' | 'token'> & {
  /** The CVV alone; needs `token`. */
  fields: readonly ['cvv'];
  /** The token of the card on file whose CVV is asked for. */
  token: string;
};

/** What the card is to be paid with, in the options of `mountCardElement` and of the wrappers. */
type PaymentOptions = {
  /** What the buyer pays, in centavos: `15990` is R$ 159,90. */
  amount: number;
  /** Your order's own identifier, of at most 100 characters; the token is good for it alone. */
  referenceId: string;
  /** Chosen at the start, of at most `maxInstallments`; default 1. */
  installments?: number;
  /** Above 1 a select of installments is shown; default `installments`. */
  maxInstallments?: number;
  /**
   * Who pays. Required where `needsCard` of the account's 3-D Secure says so, and then told to the
   * provider's script; never sent or shown otherwise.
   */
  customer?: CustomerInput;
  /** Overrides the client's language for this element. */
  locale?: KnownValue<Locale>;
};

/** The options of `mountCardElement` that a wrapper takes as they are. */
export type CardProps = CardAppearance & PaymentOptions & (AskWholeCard | AskCvvAlone);

/**
 * What `mountCardElement` takes. `amount` in centavos. Of `appearance`, `layout`, `labels` and
 * `placeholders` the frame leaves out what is not on its list and names it in the console.
 * `fields` may add optional fields to the default four. `fields: ['cvv']` with the `token` of a
 * card on file asks for its CVV alone; `card` is what to show of it.
 */
export type CardElementOptions = CardProps & {
  /**
   * Gets what `submit()` resolves with, also where the buyer pressed Enter. Nothing is charged yet.
   */
  onResult?: (prepared: PreparedCard) => void;
  /** Gets every failure of the element: `error.userMessage` is for the buyer. */
  onError?: (error: CheckoutError) => void;
};

/** Of the options of an element, what the page's side keeps for itself. */
export type PageOptions<Result> = {
  customer?: CustomerInput | undefined;
  onResult?: ((result: Result) => void) | undefined;
  onError?: ((error: CheckoutError) => void) | undefined;
};

export const PAGE_OPTIONS = ['customer', 'onResult', 'onError'] as const;

/** What the frame is given: each option by its name, also where it was left out. */
type EveryCardOption = { [name in keyof Required<CardOptions>]: CardOptions[name] };

/** Does not compile while the options and the list of those that are known differ. */
type Listed = (typeof CARD_ELEMENT_OPTIONS)[number];
type Taken = keyof CardOptions | (typeof PAGE_OPTIONS)[number];
type Unlisted =
  | Exclude<keyof CardElementOptions, Taken>
  | Exclude<Listed, keyof CardElementOptions>
  | Exclude<keyof CardElementOptions, Listed>;
export type EveryCardElementOptionsIsListed<Option extends never = Unlisted> = Option;

/**
 * What `element.update` takes: any of these, live. A list that is given (`variables`, `rules`,
 * `labels`, `placeholders`) takes the place of the one before.
 */
export type CardElementUpdate = CardAppearance &
  Partial<
    Pick<
      CardElementOptions,
      'amount' | 'referenceId' | 'installments' | 'maxInstallments' | 'locale'
    >
  >;

/** Throws `INVALID_ARGUMENT` for what is plainly missing; the frame parses the rest by a schema. */
export function toCardOptions(
  options: CardElementOptions,
  clientLocale: Locale,
  call = 'mountCardElement',
): EveryCardOption {
  const locale = options?.locale === undefined ? clientLocale : toLocale(options.locale);
  const refuse = (field: string, message: string) => wrongOption(call, field, message, locale);
  if (!Number.isInteger(options?.amount) || options.amount < 1) {
    throw refuse('amount', 'must be a positive integer in centavos');
  }
  if (typeof options.referenceId !== 'string' || options.referenceId.trim() === '') {
    throw refuse('referenceId', "must be the order's own reference");
  }
  for (const field of ['onResult', 'onError'] as const) {
    if (!isCallback(options[field])) throw refuse(field, NO_CALLBACK);
  }
  const { appearance = {}, layout, labels, placeholders, brands, fields, token, card } = options;
  return {
    amount: options.amount,
    referenceId: options.referenceId,
    installments: options.installments ?? 1,
    maxInstallments: options.maxInstallments ?? options.installments ?? 1,
    locale,
    appearance,
    layout,
    labels,
    placeholders,
    brands,
    fields,
    token,
    card,
  };
}
