import type { Card } from '../../contract/card.ts';
import type { CardField, FieldProblem } from '../../contract/frame/card-calls.ts';
import { readExpiry } from './expiry.ts';
import { readHolderName } from './field-problem.ts';
import type { FormParts } from './form-parts.ts';
import { toDigits } from './text-edit.ts';

export type WrongField = { field: CardField; problem: FieldProblem };

/**
 * The card as it stands in the inputs, in the shapes of the contract: those fields of it that are
 * asked for. Nothing is wrong with them.
 */
export function readCard({ inputs }: FormParts): Card {
  return {
    holderName: readHolderName(inputs.holderName.value),
    number: toDigits(inputs.number.value),
    expirationMonth: '',
    expirationYear: '',
    ...readExpiry(inputs.expiry.value),
    cvv: inputs.cvv.value,
  };
}
