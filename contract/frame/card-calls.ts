import * as z from 'zod/mini';
import { appearanceSchema } from '../appearance.ts';
import { installmentsSchema } from '../installment.ts';
import { LOCALES } from '../locale.ts';
import { centavosSchema } from '../money.ts';
import { referenceIdSchema } from '../reference-id.ts';

/** The fields of the card element, in tab order. */
export const CARD_FIELDS = ['holderName', 'number', 'expiry', 'cvv', 'installments'] as const;
export const cardFieldSchema = z.enum(CARD_FIELDS);
export type CardField = (typeof CARD_FIELDS)[number];

const localeSchema = z.enum(LOCALES);

/**
 * Everything the card frame needs to show and tokenize. `amount` in centavos. The select of
 * installments is shown when `maxInstallments` is above 1 and starts at `installments`.
 */
export const cardOptionsSchema = z.object({
  amount: centavosSchema,
  installments: installmentsSchema,
  maxInstallments: installmentsSchema,
  referenceId: referenceIdSchema,
  locale: localeSchema,
  appearance: appearanceSchema,
});
export type CardOptions = z.infer<typeof cardOptionsSchema>;

/** Any of the options, while the element is shown. Written out: `z.partial` weighs 0.6 KB. */
export const cardUpdateSchema = z.object({
  amount: z.optional(centavosSchema),
  installments: z.optional(installmentsSchema),
  maxInstallments: z.optional(installmentsSchema),
  referenceId: z.optional(referenceIdSchema),
  locale: z.optional(localeSchema),
  appearance: z.optional(appearanceSchema),
});
export type CardUpdate = z.infer<typeof cardUpdateSchema>;

export const focusSchema = z.object({ field: z.optional(cardFieldSchema) });
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
  configure: { argument: CardOptions; result: { height: number; state: CardState } };
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
