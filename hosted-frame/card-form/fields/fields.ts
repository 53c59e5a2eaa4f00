import type { DefaultCardField } from '../../../contract/card/card-field.ts';
import { cardNumber } from './card-number.ts';
import { cvv } from './cvv.ts';
import { expiry } from './expiry.ts';
import type { Field } from './field.ts';
import { holderName } from './holder-name.ts';

/** The fields that every card is asked for. Those a page may add are in `optional-fields/`. */
export const FIELDS: { [field in DefaultCardField]: Field } = {
  holderName,
  number: cardNumber,
  expiry,
  cvv,
};
