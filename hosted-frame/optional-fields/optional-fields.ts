import type { OptionalCardField } from '../../contract/card/card-field.ts';
import type { Field, Fields } from '../card-form/fields/field.ts';
import { holderDocument } from './holder-document.ts';

// A chunk of its own, loaded where a page asks for more than the default fields. Of what the card
// document has it imports types alone.

const OPTIONAL_FIELDS: { [field in OptionalCardField]: Field } = { holderDocument };

/**
 * Behind the CVV; returns their rows. Throws `INVALID_ARGUMENT` unless `asked`, which may be
 * anything, is a list of all `required` fields and optional ones, each once.
 */
export function addOptionalFields(
  asked: readonly unknown[],
  context: {
    document: Document;
    required: readonly string[];
    toError: (code: 'INVALID_ARGUMENT', message: string, field: string) => Error;
  },
): Fields {
  const { document, required, toError } = context;
  const optional: [string, Field][] = Object.entries(OPTIONAL_FIELDS);
  const known: readonly unknown[] = [...required, ...Object.keys(OPTIONAL_FIELDS)];
  const isRight =
    required.every((field) => asked.includes(field)) &&
    asked.every((field, index) => known.includes(field) && asked.indexOf(field) === index);
  if (!isRight) {
    const must = `must be ['cvv'] alone, or ${required.join(', ')} and any of`;
    const names = Object.keys(OPTIONAL_FIELDS).join(', ');
    throw toError('INVALID_ARGUMENT', `fields ${must} ${names}`, 'fields');
  }
  const wanted = optional.filter(([field]) => asked.includes(field));
  for (const [field, { pattern, hasLetters }] of wanted) {
    addField(document, field, pattern !== undefined && !hasLetters);
  }
  return Object.fromEntries(wanted);
}

/** Made as the last one is, in a row of its own. Browsers know nothing to fill it with. */
function addField(document: Document, field: string, isNumeric: boolean): void {
  const last = [...document.querySelectorAll<HTMLElement>('[data-field]:has(input)')].at(-1);
  const lastInput = last?.querySelector('input');
  const row = last?.cloneNode(true);
  if (!lastInput || !(row instanceof HTMLElement)) return;
  const { id } = lastInput;
  row.dataset.field = field;
  row.classList.remove('half');
  // The help that the last field may have is about that field.
  row.querySelector('button')?.remove();
  for (const part of row.querySelectorAll('*')) {
    for (const attribute of part.attributes) {
      attribute.value = attribute.value.replace(id, field);
    }
  }
  const input = row.querySelector('input');
  input?.setAttribute('autocomplete', 'off');
  input?.setAttribute('inputmode', isNumeric ? 'numeric' : 'text');
  input?.setAttribute('autocapitalize', 'characters');
  lastInput.setAttribute('enterkeyhint', 'next');
  last?.after(row);
}
