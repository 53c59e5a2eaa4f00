import type { CardField, FieldProblem } from '../../contract/card/card-field.ts';
import type { FormParts } from './form-parts.ts';

/** The problems the buyer has been told of, each in the line under its field. */
export function createShownProblems(
  parts: FormParts,
  sentenceOf: (field: CardField, problem: FieldProblem) => string,
) {
  const shown = new Map<CardField, FieldProblem>();

  /** Writes one field's line in the language of now; returns its text. */
  function write(field: CardField): string {
    const problem = shown.get(field);
    const text = problem ? sentenceOf(field, problem) : '';
    parts.error(field).textContent = text;
    parts.control(field).setAttribute('aria-invalid', String(text !== ''));
    return text;
  }

  function set(field: CardField, problem: FieldProblem | null): string {
    if (problem) shown.set(field, problem);
    else shown.delete(field);
    return write(field);
  }

  return { set, write, get: (field: CardField) => shown.get(field) ?? null };
}
