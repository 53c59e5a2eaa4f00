import type { CardField, FieldProblem } from '../../../contract/card/card-field.ts';
import type { Locale } from '../../../contract/locale.ts';
import type { Brand } from '../brand.ts';
import type { FormattedText, TextEdit } from '../text-edit.ts';

/**
 * What stands in a field and what is known beside it. `digits`: those of `text`, in ASCII, with its
 * letters where the field has them.
 */
export type Typed = { text: string; digits: string; brand: Brand | null; now: Date };

/** What the form has to know of a field that the buyer types into. */
export type Field = {
  words: { [locale in Locale]: FieldWords };
  /**
   * Of a field of digits: where its separators stand, with a `0` for each digit. Without it, and
   * without `format`, a text stays as it was typed.
   */
  pattern?: (digits: string, brand: Brand | null) => string;
  /** Whether letters count as digits; they are capitals then. */
  hasLetters?: true;
  /** The most digits a buyer can type. What is pasted or filled stays whole, right or wrong. */
  longest?: (brand: Brand | null) => number;
  /** Of a field that is formatted in a way of its own. */
  format?: (edit: TextEdit) => FormattedText;
  /** Why what was typed cannot be submitted, or null. */
  findProblem: (typed: Typed) => FieldProblem | null;
};

/**
 * `problems`: what the buyer is told, in the field's own words; where one is not named, the
 * sentence of `invalid`. `#` stands for how many digits the CVV of this card has.
 */
export type FieldWords = {
  label: string;
  /** How it is written, never what could pass for a value: that was taken for one. */
  placeholder?: string;
  problems: { required: string; invalid: string } & { [problem in FieldProblem]?: string };
};

export type Fields = { [field in CardField]?: Field };
