import type { TypedCardField } from '../../contract/card/card-field.ts';
import type { Brand } from './brand.ts';
import type { Fields } from './fields/field.ts';
import type { FormParts } from './form-parts.ts';
import type { FormattedText, TextEdit } from './text-edit.ts';
import { deleteThroughSeparator, formatDigits, toDigits } from './text-edit.ts';

/** Keeps no digits, only their count, to know that a deletion took nothing but a separator. */
export function createMaskedInputs(
  parts: FormParts,
  form: { fields: () => Fields; brand: () => Brand | null },
) {
  const digitCounts = new Map<TypedCardField, number>();

  function edit(field: TypedCardField, event: InputEvent | null = null) {
    const { value, selectionStart } = parts.input(field);
    const caret = selectionStart ?? value.length;
    show(field, format(field, readEdit(field, { text: value, caret }, event)));
  }

  function readEdit(
    field: TypedCardField,
    left: FormattedText,
    event: InputEvent | null,
  ): TextEdit {
    const digitsBefore = digitCounts.get(field) ?? 0;
    const { format, pattern, hasLetters } = form.fields()[field] ?? {};
    const inputType = event?.inputType ?? '';
    // What is cut or dragged away was selected: nothing beside it is meant.
    if (/^delete(?!By)/.test(inputType)) {
      const edit: TextEdit = { ...left, kind: 'delete' };
      if (!format && !pattern) return edit;
      const forward = inputType.endsWith('Forward');
      return deleteThroughSeparator(edit, { digitsBefore, forward, hasLetters });
    }
    // A phone's keyboard may insert a whole value as if it were typed.
    const isKey = inputType === 'insertText' && event?.data?.length === 1;
    if (!isKey) return { ...left, kind: 'replace' };
    return { ...withoutSurplus(field, left, digitsBefore), kind: 'insert' };
  }

  /** Drops the digit that was typed into a full field; what was pasted or filled stays whole. */
  function withoutSurplus(
    field: TypedCardField,
    { text, caret }: FormattedText,
    digitsBefore: number,
  ) {
    const longest = form.fields()[field]?.longest?.(form.brand()) ?? Number.POSITIVE_INFINITY;
    if (digitsBefore > longest || count(field, text) <= longest) return { text, caret };
    return { text: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 };
  }

  function format(field: TypedCardField, left: TextEdit): FormattedText {
    const { format, pattern, hasLetters } = form.fields()[field] ?? {};
    if (format) return format(left);
    if (!pattern) return left;
    return formatDigits(left, (digits) => pattern(digits, form.brand()), hasLetters);
  }

  function count(field: TypedCardField, text: string): number {
    return toDigits(text, form.fields()[field]?.hasLetters).length;
  }

  function show(field: TypedCardField, { text, caret }: FormattedText) {
    const input = parts.input(field);
    if (text !== input.value) {
      input.value = text;
      // Only where the buyer is: elsewhere it would pull the focus in some engines.
      if (input.ownerDocument.activeElement === input) input.setSelectionRange(caret, caret);
    }
    digitCounts.set(field, count(field, text));
  }

  return { edit };
}
