import type { CardField, FieldProblem } from '../../contract/card/card-field.ts';
import { isCardField } from '../../contract/card/card-field.ts';
import { CheckoutError, errorData, toErrorData } from '../../contract/errors/checkout-error.ts';

export type WrongField = { field: CardField; problem: FieldProblem };

/** The one error for a card that the buyer has to correct, wherever it was typed. */
export function wrongCard(fields: readonly WrongField[]): CheckoutError {
  const names = fields.map(({ field }) => field).join(', ');
  const message = `the buyer has to correct: ${names}`;
  return new CheckoutError(errorData('INVALID_CARD', message, { phase: 'validate', fields }));
}

/** The refusal of a token as that error, where all the service refused is fields of the card. */
export function asCardError(thrown: unknown): unknown {
  const { code, details } = toErrorData(thrown);
  if (code !== 'INVALID_DATA' || !Array.isArray(details.fields)) return thrown;
  const fields = details.fields.map((detail: { path?: unknown }) => {
    const name = String(detail?.path)
      .replace('card.', '')
      .replace(/^expiration.*/, 'expiry')
      // What the installments cost has changed since the buyer was shown them.
      .replace('installmentPlan.totalAmount', 'installments');
    return isCardField(name) ? name : undefined;
  });
  if (fields.length === 0 || !fields.every((field) => field !== undefined)) return thrown;
  return wrongCard([...new Set(fields)].map((field) => ({ field, problem: 'invalid' })));
}
