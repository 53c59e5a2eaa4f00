import type { CardField, TypedCardField } from '../../contract/card-field.ts';
import type { Locale } from '../../contract/locale.ts';
import type { Brand } from './brand.ts';
import type { Fields } from './fields/field.ts';
import type { FormParts } from './form-parts.ts';
import { MESSAGES } from './messages.ts';

/** What the words of a form follow. */
export type FormKnown = {
  fields: () => Fields;
  /** The fields that are asked for, and those of them that are typed. */
  asked: () => readonly CardField[];
  typed: () => readonly TypedCardField[];
  locale: () => Locale;
  brand: () => Brand | null;
};

/** Writes our own title, labels and placeholders. `onWritten`: a page's own are to follow. */
export function createFormWords(
  document: Document,
  parts: FormParts,
  { fields, asked, typed, locale, brand }: FormKnown,
  onWritten: () => void,
) {
  function showPlaceholders(): void {
    for (const field of typed()) {
      const input = parts.input(field);
      const text = fields()[field]?.placeholder?.({ locale: locale(), brand: brand() }) ?? '';
      if (input.placeholder !== text) input.placeholder = text;
    }
    onWritten();
  }

  function show(): void {
    const { title, installments, cvvHelp } = MESSAGES[locale()];
    document.documentElement.lang = locale();
    document.title = title;
    parts.cvvHelp.setAttribute('aria-label', cvvHelp);
    for (const field of asked()) {
      parts.label(field).textContent = fields()[field]?.words[locale()].label ?? installments;
    }
    showPlaceholders();
  }

  return { show, showPlaceholders };
}
