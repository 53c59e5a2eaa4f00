import type { Brand } from './brand.ts';
import { formatCardNumber, longestCardNumber } from './card-number.ts';
import { formatExpiry } from './expiry.ts';
import { longestCvv } from './field-problem.ts';
import type { FormParts, TextField } from './form-parts.ts';
import {
  deleteThroughSeparator,
  type FormattedText,
  type TextEdit,
  toDigits,
} from './text-edit.ts';

/**
 * Formats the inputs as they are typed into. It keeps no digits, only how many each field had,
 * which is enough to know that a deletion took nothing but a separator.
 */
export function createMaskedInputs({ inputs }: FormParts, brand: () => Brand | null) {
  const digitCounts = new Map<TextField, number>();

  /** Formats what an event of this `inputType` left in the field. */
  function edit(field: TextField, inputType: string) {
    const { value, selectionStart } = inputs[field];
    const caret = selectionStart ?? value.length;
    show(field, format(field, readEdit(field, { text: value, caret }, inputType)));
  }

  function readEdit(field: TextField, left: FormattedText, inputType: string): TextEdit {
    const digitsBefore = digitCounts.get(field) ?? 0;
    if (inputType.startsWith('delete')) {
      const forward = inputType.endsWith('Forward');
      return deleteThroughSeparator({ ...left, kind: 'delete' }, { digitsBefore, forward });
    }
    if (inputType !== 'insertText') return { ...left, kind: 'replace' };
    return { ...withoutSurplus(field, left, digitsBefore), kind: 'insert' };
  }

  /** Drops the digit that was typed into a full field; what was pasted or filled stays whole. */
  function withoutSurplus(field: TextField, { text, caret }: FormattedText, digitsBefore: number) {
    const longest = longestOf(field);
    if (digitsBefore > longest || toDigits(text).length <= longest) return { text, caret };
    return { text: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 };
  }

  function longestOf(field: TextField): number {
    if (field === 'number') return longestCardNumber(brand());
    return field === 'cvv' ? longestCvv(brand()) : Number.POSITIVE_INFINITY;
  }

  function format(field: TextField, left: TextEdit): FormattedText {
    if (field === 'number') return formatCardNumber(left, brand());
    if (field === 'expiry') return formatExpiry(left);
    if (field === 'holderName') return left;
    return { text: toDigits(left.text), caret: toDigits(left.text.slice(0, left.caret)).length };
  }

  function show(field: TextField, { text, caret }: FormattedText) {
    const input = inputs[field];
    if (text !== input.value) {
      input.value = text;
      // Only where the buyer is: elsewhere it would pull the focus in some engines.
      if (input.ownerDocument.activeElement === input) input.setSelectionRange(caret, caret);
    }
    digitCounts.set(field, toDigits(text).length);
  }

  return { edit };
}
