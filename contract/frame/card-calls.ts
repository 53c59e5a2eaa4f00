import type { Appearance, CardLayout } from '../appearance.ts';
import type { CardBrand } from '../card/card-brand.ts';
import type {
  CardField,
  DefaultCardField,
  FieldProblem,
  OptionalCardField,
  TypedCardField,
} from '../card/card-field.ts';
import { isCardField } from '../card/card-field.ts';
import type { CardOutcome } from '../card/card-outcome.ts';
import { CARD_OUTCOMES } from '../card/card-outcome.ts';
import { isInstallments } from '../card/installment.ts';
import type { KnownValue } from '../known-value.ts';
import { isLocale } from '../locale.ts';
import { isCentavos } from '../money.ts';
import { isReferenceId } from '../payments/reference-id.ts';
import type { InstallmentPlan } from '../published-types.ts';
import type { CallSchema } from './call-schema.ts';
import { entry, object, partial } from './call-schema.ts';

const installments = entry(isInstallments, 'must be an integer from 1 to 12');
const OPTIONS = {
  amount: entry(isCentavos, 'must be an integer in centavos'),
  installments,
  maxInstallments: installments,
  referenceId: entry(isReferenceId, 'is required'),
  locale: entry(isLocale, 'must be pt-BR, en or es'),
};

type Parsed<Schema> = Schema extends CallSchema<infer Value> ? Value : never;

/**
 * How a page wants the card element to appear and to be worded. A label or placeholder replaces
 * ours, one field at a time: one line of at most 40 characters; a label is never empty. The schemas
 * below leave all of this out: a chunk of its own reads it entry by entry, so that a page which
 * wants nothing of it does not load that either.
 */
export type CardAppearance = {
  /** Theme, variables and rules; what is not allowed is left out and named in the console. */
  appearance?: Appearance | undefined;
  /** Where the fields stand; `row` where it is left out. */
  layout?: CardLayout | undefined;
  /** Our label of a field, replaced. */
  labels?: { [field in CardField]?: string | undefined } | undefined;
  /** Our placeholder of a field, replaced; an empty one shows none. */
  placeholders?: { [field in TypedCardField]?: string | undefined } | undefined;
  /**
   * The schemes whose marks stand beside the number, as the ones that are accepted. Left out: Visa,
   * Mastercard, Elo, American Express and Hipercard. An empty list shows none. Any card can be
   * typed all the same.
   */
  brands?: readonly Exclude<CardBrand, 'unknown'>[] | undefined;
};

/**
 * What a page asks of the buyer: `fields` are the default four where it is left out, the default
 * four and some optional ones, or `['cvv']`. The last is for a card on file, whose CVV is asked for
 * and nothing else: `token` names the card, `card` is what the page wants shown of it. Not part of
 * the schemas below either: chunks of their own read it, for a page that has any.
 */
export type AskedOptions = {
  /** What is asked of the buyer; `['cvv']` needs `token`. */
  fields?: readonly TypedCardField[] | undefined;
  /** The token of the card on file whose CVV is asked for. */
  token?: string | undefined;
  /** What is shown of that card. */
  card?: { brand: KnownValue<CardBrand>; last4: string } | undefined;
};

/**
 * Everything the card frame needs to show and tokenize. `amount` in centavos. The select of
 * installments is shown when `maxInstallments` is above 1 and starts at `installments`.
 */
export const cardOptionsSchema = object(OPTIONS);
export type CardOptions = Parsed<typeof cardOptionsSchema> & CardAppearance & AskedOptions;

export const cardUpdateSchema = partial(OPTIONS);
export type CardUpdate = Parsed<typeof cardUpdateSchema> & CardAppearance;

export const focusSchema = partial({ field: entry(isCardField, 'must be a field') });
export const noArgumentSchema = object({});

export const concludeSchema = object({
  outcome: entry(
    (value): value is CardOutcome => CARD_OUTCOMES.some((outcome) => outcome === value),
    'is no outcome',
  ),
});

export type FieldState = { empty: boolean; valid: boolean; problem: FieldProblem | null };

/**
 * What the page may know while the buyer types: never a digit.
 * `complete`: every field valid. `empty`: every field empty. `brand`: as typed so far, or null.
 * `installmentPlan`: what is chosen, where it has interest. `fields`: an optional field only where
 * it is asked for.
 */
export type CardState = {
  /** Every field is valid: it can be submitted. */
  complete: boolean;
  /** Nothing is typed in any field. */
  empty: boolean;
  /** As the digits so far tell it. */
  brand: KnownValue<CardBrand> | null;
  installments: number;
  installmentPlan?: InstallmentPlan;
  fields: { [field in DefaultCardField | 'installments']: FieldState } & {
    [field in OptionalCardField]?: FieldState;
  };
};

/** What a successful submit gives the page. `installmentPlan`: where there is interest. */
export type CardSubmitResult = {
  token: string;
  brand: KnownValue<CardBrand>;
  last4: string;
  installments: number;
  installmentPlan?: InstallmentPlan;
  antifraud: { skipped: boolean; sessionId: string | null };
};

export type CardCalls = {
  configure: {
    argument: CardOptions;
    /**
     * `flow`: when the account wants 3-D Secure; true where it wants none and yet the hosted frame,
     * for the antifraud's script; null where it wants neither.
     */
    result: { height: number; state: CardState; flow: 'pre-order' | 'post-order' | true | null };
  };
  update: { argument: CardUpdate; result: { height: number; state: CardState } };
  /** The same token again while nothing was told of the payment it was made for. */
  submit: { argument: Record<string, never>; result: CardSubmitResult };
  cancel: { argument: Record<string, never>; result: null };
  focus: { argument: { field?: CardField }; result: null };
  clear: { argument: Record<string, never>; result: null };
  /** The answer is the same whether the frame has a card or not: it tells nothing. */
  conclude: { argument: { outcome: CardOutcome }; result: null };
};

/** `bye`: its last word, from `pagehide`. */
export type CardEvent =
  | { type: 'change'; state: CardState }
  | { type: 'focus'; field: CardField }
  | { type: 'blur'; field: CardField; taken?: boolean }
  | { type: 'submit' }
  | { type: 'resize'; height: number }
  | { type: 'flooded' }
  | { type: 'bye' };

/** The one call the page serves to its frame. */
export type PageCalls<Event> = { notify: { argument: Event; result: null } };
