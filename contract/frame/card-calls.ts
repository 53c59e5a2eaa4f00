import type * as z from 'zod/mini';
import type { Appearance } from '../appearance.ts';
import type { CardLayout } from '../card-layout.ts';
import { isInstallments } from '../installment.ts';
import { isLocale, type Locale } from '../locale.ts';
import { type Centavos, isCentavos } from '../money.ts';
import { isReferenceId } from '../reference-id.ts';
import { custom, object, optional } from './call-schema.ts';

/** The fields of the card element, in tab order. */
export const CARD_FIELDS = ['holderName', 'number', 'expiry', 'cvv', 'installments'] as const;
export type CardField = (typeof CARD_FIELDS)[number];

const amount = custom<Centavos>(isCentavos, 'must be an integer in centavos');
const installments = custom<number>(isInstallments, 'must be an integer from 1 to 12');
const referenceId = custom<string>(isReferenceId, 'is required');
const locale = custom<Locale>(isLocale, 'must be pt-BR, en or es');

/**
 * What the page says of looks and words. Labels and placeholders stand in place of ours, one field
 * at a time: one line of at most 40 characters; a label is never empty. No part of this schema: it
 * is read entry by entry where a page has any, so that a plain form loads none of that.
 */
export type CardLook = {
  appearance?: Appearance | undefined;
  layout?: CardLayout | undefined;
  labels?: { [field in CardField]?: string | undefined } | undefined;
  placeholders?: { [field in Exclude<CardField, 'installments'>]?: string | undefined } | undefined;
};

/**
 * With `fields`, which is `['cvv']` then, the CVV of a card on file is asked for and nothing else:
 * `token` names it, `card` is what the page wants shown of it. Read where a page has any, as looks
 * are.
 */
export type SavedCardOptions = {
  fields?: readonly ['cvv'] | undefined;
  token?: string | undefined;
  card?: { brand: string; last4: string } | undefined;
};

/**
 * Everything the card frame needs to show and tokenize. `amount` in centavos. The select of
 * installments is shown when `maxInstallments` is above 1 and starts at `installments`.
 */
export const cardOptionsSchema = object({
  amount,
  installments,
  maxInstallments: installments,
  referenceId,
  locale,
});
export type CardOptions = z.infer<typeof cardOptionsSchema> & CardLook & SavedCardOptions;

/** Any of the options, while the element is shown. */
export const cardUpdateSchema = object({
  amount: optional(amount),
  installments: optional(installments),
  maxInstallments: optional(installments),
  referenceId: optional(referenceId),
  locale: optional(locale),
});
export type CardUpdate = z.infer<typeof cardUpdateSchema> & CardLook;

export const focusSchema = object({
  field: optional(
    custom<CardField>((value) => CARD_FIELDS.some((field) => field === value), 'must be a field'),
  ),
});
export const noArgumentSchema = object({});

/** Why a field is not good. The text the buyer sees is the frame's, by locale. */
export type FieldProblem = 'required' | 'incomplete' | 'invalid' | 'expired' | 'unsupported';

/**
 * What the page may know while the buyer types: never a digit.
 * `complete`: every field valid. `empty`: every field empty. `brand`: as typed so far, or null.
 */
export type CardState = {
  complete: boolean;
  empty: boolean;
  brand: string | null;
  installments: number;
  fields: {
    [field in CardField]: { empty: boolean; valid: boolean; problem: FieldProblem | null };
  };
};

/** What a successful submit gives the page. */
export type CardSubmitResult = {
  token: string;
  brand: string;
  last4: string;
  installments: number;
  antifraud: { skipped: boolean; sessionId: string | null };
};

/** The calls the card frame serves, by name, with what each takes and gives. */
export type CardCalls = {
  configure: {
    argument: CardOptions;
    /** `flow`: when the account wants 3-D Secure; null where it does not. */
    result: { height: number; state: CardState; flow: 'pre-order' | 'post-order' | null };
  };
  update: { argument: CardUpdate; result: { height: number; state: CardState } };
  submit: { argument: Record<string, never>; result: CardSubmitResult };
  cancel: { argument: Record<string, never>; result: null };
  focus: { argument: { field?: CardField }; result: null };
  clear: { argument: Record<string, never>; result: null };
};

/** What the card frame tells the page unasked. `bye` is its last word, from `pagehide`. */
export type CardEvent =
  | { type: 'change'; state: CardState }
  | { type: 'focus'; field: CardField }
  | { type: 'blur'; field: CardField }
  | { type: 'submit' }
  | { type: 'resize'; height: number }
  | { type: 'flooded' }
  | { type: 'bye' };

/** The one call the page serves to its frame. */
export type PageCalls<Event> = { notify: { argument: Event; result: null } };
