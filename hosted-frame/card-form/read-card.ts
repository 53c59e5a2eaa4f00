import type { Card } from '../../contract/card.ts';
import { CARD_FIELDS, type CardField, type FieldProblem } from '../../contract/frame/card-calls.ts';
import { readExpiry } from './expiry.ts';
import { readHolderName } from './field-problem.ts';
import type { FormParts } from './form-parts.ts';
import { toDigits } from './text-edit.ts';

export type WrongField = { field: CardField; problem: FieldProblem };

/** The card as it stands in the inputs, in the shapes of the contract, or what is wrong with it. */
export function readCard(
  { inputs }: FormParts,
  problemOf: (field: CardField) => FieldProblem | null,
): Card | WrongField[] {
  const wrong = CARD_FIELDS.flatMap((field) => {
    const problem = problemOf(field);
    return problem ? [{ field, problem }] : [];
  });
  const expiry = readExpiry(inputs.expiry.value);
  if (wrong.length > 0 || !expiry) return wrong;
  return {
    holderName: readHolderName(inputs.holderName.value),
    number: toDigits(inputs.number.value),
    ...expiry,
    cvv: inputs.cvv.value,
  };
}
