import {
  CARD_FIELDS,
  type CardField,
  type CardState,
  type FieldProblem,
} from '../../contract/frame/card-calls.ts';
import { TEXT_FIELDS } from './form-parts.ts';

/** What the page may know: made from the fields, never holding a digit of them. */
export function toCardState(form: {
  isEmpty: (field: CardField) => boolean;
  problemOf: (field: CardField) => FieldProblem | null;
  shownProblemOf: (field: CardField) => FieldProblem | null;
  brand: string | null;
  installments: number;
}): CardState {
  // Decision: `problem` tells what the buyer has been told, so that a page that repeats it does
  // not scold while the field is being filled; `valid` is the truth at any time.
  const stateOf = (field: CardField) => {
    const problem = form.shownProblemOf(field);
    const valid = problem === null && form.problemOf(field) === null;
    return { empty: form.isEmpty(field), valid, problem };
  };
  const fields = {
    holderName: stateOf('holderName'),
    number: stateOf('number'),
    expiry: stateOf('expiry'),
    cvv: stateOf('cvv'),
    installments: stateOf('installments'),
  };
  return {
    complete: CARD_FIELDS.every((field) => fields[field].valid),
    empty: TEXT_FIELDS.every((field) => fields[field].empty),
    brand: form.brand,
    installments: form.installments,
    fields,
  };
}
