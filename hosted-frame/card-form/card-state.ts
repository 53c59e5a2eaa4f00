import type { CardField, FieldProblem } from '../../contract/card/card-field.ts';
import { OPTIONAL_CARD_FIELDS } from '../../contract/card/card-field.ts';
import type { CardState, FieldState } from '../../contract/frame/card-calls.ts';
import type { InstallmentPlan } from '../../contract/published-types.ts';

const OPTIONAL: readonly CardField[] = OPTIONAL_CARD_FIELDS;

/** What the page may know: made from the fields, never holding a digit of them. */
export function toCardState(form: {
  isAsked: (field: CardField) => boolean;
  isEmpty: (field: CardField) => boolean;
  problemOf: (field: CardField) => FieldProblem | null;
  shownProblemOf: (field: CardField) => FieldProblem | null;
  brand: string | null;
  installments: number;
  installmentPlan: InstallmentPlan | null;
}): CardState {
  // Decision: `problem` tells what the buyer has been told, so that a page that repeats it does
  // not scold while the field is being filled; `valid` is the truth at any time.
  const stateOf = (field: CardField): FieldState => {
    const problem = form.shownProblemOf(field);
    const valid = problem === null && form.problemOf(field) === null;
    return { empty: form.isEmpty(field), valid, problem };
  };
  const optional: { [field in CardField]?: FieldState } = {};
  for (const field of OPTIONAL) {
    if (form.isAsked(field)) optional[field] = stateOf(field);
  }
  const typed = {
    holderName: stateOf('holderName'),
    number: stateOf('number'),
    expiry: stateOf('expiry'),
    cvv: stateOf('cvv'),
    ...optional,
  };
  const fields = { ...typed, installments: stateOf('installments') };
  return {
    complete: Object.values(fields).every(({ valid }) => valid),
    empty: Object.values(typed).every(({ empty }) => empty),
    brand: form.brand,
    installments: form.installments,
    ...(form.installmentPlan && { installmentPlan: form.installmentPlan }),
    fields,
  };
}
