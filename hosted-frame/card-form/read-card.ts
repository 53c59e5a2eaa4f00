import type { Card } from '../../contract/card/card.ts';
import type { OptionalCardField, TypedCardField } from '../../contract/card/card-field.ts';
import { OPTIONAL_CARD_FIELDS } from '../../contract/card/card-field.ts';
import { readExpiry } from './fields/expiry.ts';
import type { Fields } from './fields/field.ts';
import { readHolderName } from './fields/holder-name.ts';
import type { FormParts } from './form-parts.ts';
import { toDigits } from './text-edit.ts';

export type OptionalValues = { [field in OptionalCardField]?: string };

const OPTIONAL: readonly TypedCardField[] = OPTIONAL_CARD_FIELDS;

/** In the shapes of the contract, of the fields that are asked for, once nothing is wrong. */
export function readCard({ input }: FormParts): Card {
  return {
    holderName: readHolderName(input('holderName').value),
    number: toDigits(input('number').value),
    expirationMonth: '',
    expirationYear: '',
    ...readExpiry(input('expiry').value),
    cvv: input('cvv').value,
  };
}

/** What stands in the optional fields that are asked for: digits where a field has a pattern. */
export function readOptional({ input }: FormParts, fields: Fields): OptionalValues {
  const asked = OPTIONAL.filter((field) => field in fields);
  return Object.fromEntries(
    asked.map((field) => {
      const { value } = input(field);
      const { pattern, hasLetters } = fields[field] ?? {};
      return [field, pattern ? toDigits(value, hasLetters) : value.trim()];
    }),
  );
}
