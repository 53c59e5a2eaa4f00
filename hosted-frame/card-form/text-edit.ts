import { toAsciiDigits } from '../../contract/digits.ts';

/** `caret`: in UTF-16 units. `replace`: all but typing: a paste, an autofill, a new formatting. */
export type TextEdit = { text: string; caret: number; kind: 'insert' | 'delete' | 'replace' };

export type FormattedText = { text: string; caret: number };

/** In ASCII, of whatever script they are. `hasLetters`: with letters, as capitals. */
export function toDigits(text: string, hasLetters = false): string {
  const signs = toAsciiDigits(text).toUpperCase();
  return signs.replace(hasLetters ? /[^\dA-Z]/g : /\D/g, '');
}

/** `patternOf` has a `0` for each digit. `hasLetters`: a letter counts as one. */
export function formatDigits(
  edit: TextEdit,
  patternOf: (digits: string) => string,
  hasLetters = false,
): FormattedText {
  const digits = toDigits(edit.text, hasLetters);
  const pattern = patternOf(digits);
  let text = '';
  // A separator stands before the digit that follows it; digits past the pattern have none.
  for (const digit of digits) {
    text += (/^\D*/.exec(pattern.slice(text.length))?.[0] ?? '') + digit;
  }
  const before = toDigits(edit.text.slice(0, edit.caret), hasLetters).length;
  return { text, caret: caretBehindDigits(text, before, edit.kind) };
}

/** The place in `formatted` right behind its `count`-th digit, or past the separator there. */
export function caretBehindDigits(
  formatted: string,
  count: number,
  kind: TextEdit['kind'],
): number {
  const before = new RegExp(`^(\\W*\\w){${count}}`).exec(formatted)?.[0] ?? formatted;
  const caret = before.length;
  return kind !== 'delete' && /^\W\w/.test(formatted.slice(caret)) ? caret + 1 : caret;
}

/** Who deletes a separator means the digit beside it: else it comes back and the key seems dead. */
export function deleteThroughSeparator(
  edit: TextEdit,
  deletion: { digitsBefore: number; forward: boolean; hasLetters?: boolean | undefined },
): TextEdit {
  const { text, caret } = edit;
  const left = toDigits(text, deletion.hasLetters).length;
  if (edit.kind !== 'delete' || left !== deletion.digitsBefore) return edit;
  return deletion.forward
    ? { ...edit, text: text.slice(0, caret) + text.slice(caret).replace(/\w/, '') }
    : deleteDigitBehind(edit);
}

function deleteDigitBehind({ text, caret, kind }: TextEdit): TextEdit {
  const kept = text.slice(0, caret).replace(/\w(?=\W*$)/, '');
  return { text: kept + text.slice(caret), caret: kept.length, kind };
}
