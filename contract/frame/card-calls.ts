import * as z from 'zod/mini';
import { appearanceSchema } from '../appearance.ts';
import { isInstallments } from '../installment.ts';
import { isLocale, type Locale } from '../locale.ts';
import { type Centavos, isCentavos } from '../money.ts';
import { isReferenceId } from '../reference-id.ts';

/** The fields of the card element, in tab order. */
export const CARD_FIELDS = ['holderName', 'number', 'expiry', 'cvv', 'installments'] as const;
export type CardField = (typeof CARD_FIELDS)[number];

// Every kind of schema costs the frame bytes before a buyer can type: objects, optional and these
// leaves are all it needs.
const amount = z.custom<Centavos>(isCentavos, 'must be an integer in centavos');
const installments = z.custom<number>(isInstallments, 'must be an integer from 1 to 12');
const referenceId = z.custom<string>(isReferenceId, 'is required');
const locale = z.custom<Locale>(isLocale, 'must be pt-BR, en or es');

/**
 * Everything the card frame needs to show and tokenize. `amount` in centavos. The select of
 * installments is shown when `maxInstallments` is above 1 and starts at `installments`.
 */
export const cardOptionsSchema = z.object({
  amount,
  installments,
  maxInstallments: installments,
  referenceId,
  locale,
  appearance: appearanceSchema,
});
export type CardOptions = z.infer<typeof cardOptionsSchema>;

/** Any of the options, while the element is shown. */
export const cardUpdateSchema = z.object({
  amount: z.optional(amount),
  installments: z.optional(installments),
  maxInstallments: z.optional(installments),
  referenceId: z.optional(referenceId),
  locale: z.optional(locale),
  appearance: z.optional(appearanceSchema),
});
export type CardUpdate = z.infer<typeof cardUpdateSchema>;

export const focusSchema = z.object({
  field: z.optional(z.custom<CardField>((value) => CARD_FIELDS.some((field) => field === value))),
});
export const noArgumentSchema = z.object({});

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
