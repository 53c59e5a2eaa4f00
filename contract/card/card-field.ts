/** The fields that every card is asked for, in tab order. */
export const DEFAULT_CARD_FIELDS = ['holderName', 'number', 'expiry', 'cvv'] as const;

/** Follow the CVV, in this order, each in a row of its own; required where a page asks for them. */
export const OPTIONAL_CARD_FIELDS = ['holderDocument'] as const;

export const TYPED_CARD_FIELDS = [...DEFAULT_CARD_FIELDS, ...OPTIONAL_CARD_FIELDS] as const;

/** The fields of the card element, in tab order. */
export const CARD_FIELDS = [...TYPED_CARD_FIELDS, 'installments'] as const;

export type DefaultCardField = (typeof DEFAULT_CARD_FIELDS)[number];
export type OptionalCardField = (typeof OPTIONAL_CARD_FIELDS)[number];
export type TypedCardField = (typeof TYPED_CARD_FIELDS)[number];
export type CardField = (typeof CARD_FIELDS)[number];

export function isCardField(value: unknown): value is CardField {
  return CARD_FIELDS.some((field) => field === value);
}

/** Source: HTML, "Autofill". */
const AUTOCOMPLETE: { [field in CardField]?: string } = {
  holderName: 'cc-name',
  number: 'cc-number',
  expiry: 'cc-exp',
  cvv: 'cc-csc',
};

/** `off` where browsers know nothing to fill it with. */
export function autocompleteOf(field: CardField): string {
  return AUTOCOMPLETE[field] ?? 'off';
}

/** In the frame's document: its autocomplete token, or else its name. */
export function cardFieldId(field: CardField): string {
  return AUTOCOMPLETE[field] ?? field;
}

/** Why a field is not good, in the frame's words by language. `refused`: by the bank, as a CVV is. */
export type FieldProblem =
  | 'required'
  | 'incomplete'
  | 'invalid'
  | 'expired'
  | 'unsupported'
  | 'refused';
