import type { CardField, TypedCardField } from '../../contract/card/card-field.ts';
import type { Locale } from '../../contract/locale.ts';
import type { Fields } from './fields/field.ts';
import type { FormParts } from './form-parts.ts';
import { MESSAGES } from './messages.ts';

/** `typed`: those of `asked` that are inputs. */
export function writeFormWords(
  document: Document,
  parts: FormParts,
  known: {
    fields: Fields;
    asked: readonly CardField[];
    typed: readonly TypedCardField[];
    locale: Locale;
  },
): void {
  const { fields, asked, typed, locale } = known;
  const { title, installments, cvvHelp } = MESSAGES[locale];
  document.documentElement.lang = locale;
  document.title = title;
  parts.cvvHelp.setAttribute('aria-label', cvvHelp);
  for (const field of asked) {
    parts.label(field).textContent = fields[field]?.words[locale].label ?? installments;
  }
  for (const field of typed) {
    parts.input(field).placeholder = fields[field]?.words[locale].placeholder ?? '';
  }
}
