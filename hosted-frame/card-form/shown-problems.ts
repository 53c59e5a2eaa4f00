import type { CardField, FieldProblem } from '../../contract/frame/card-calls.ts';
import type { Locale } from '../../contract/locale.ts';
import type { FormParts } from './form-parts.ts';
import { MESSAGES } from './messages.ts';

type Wording = { locale: Locale; cvvLength: number };

/** The problems the buyer has been told of, each in the line under its field. */
export function createShownProblems(parts: FormParts, wording: () => Wording) {
  const shown = new Map<CardField, FieldProblem>();

  /** Writes one field's line, in today's language; answers its text. */
  function write(field: CardField): string {
    const { locale, cvvLength } = wording();
    const problem = shown.get(field);
    const texts = MESSAGES[locale].problems[field];
    const text = (problem && (texts[problem] ?? texts.invalid))?.replace('#', String(cvvLength));
    parts.error(field).textContent = text ?? '';
    const control = field === 'installments' ? parts.select : parts.inputs[field];
    control.setAttribute('aria-invalid', String(problem !== undefined));
    return text ?? '';
  }

  function set(field: CardField, problem: FieldProblem | null): string {
    if (problem) shown.set(field, problem);
    else shown.delete(field);
    return write(field);
  }

  return { set, write, get: (field: CardField) => shown.get(field) ?? null };
}
