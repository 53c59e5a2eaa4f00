import type { CardField, FieldProblem } from '../../../contract/card/card-field.ts';
import type { Locale } from '../../../contract/locale.ts';
import type { Brand } from '../brand.ts';
import type { FormattedText, TextEdit } from '../text-edit.ts';

/** `digits`: those of `text`, in ASCII, with its letters where the field has them. */
export type Typed = { text: string; digits: string; brand: Brand | null; now: Date };

export type Field = {
  words: { [locale in Locale]: FieldWords };
  /** Its separators, with a `0` for each digit. Without this and `format` a text stays as typed. */
  pattern?: (digits: string, brand: Brand | null) => string;
  /** Whether letters count as digits; they are capitals then. */
  hasLetters?: true;
  /** The most digits a buyer can type. What is pasted or filled stays whole, right or wrong. */
  longest?: (brand: Brand | null) => number;
  format?: (edit: TextEdit) => FormattedText;
  findProblem: (typed: Typed) => FieldProblem | null;
};

/** `problems`: `invalid` for one not named. `#`: how many digits the CVV of this card has. */
export type FieldWords = {
  label: string;
  /** How it is written, never what could pass for a value: that was taken for one. */
  placeholder?: string;
  problems: { required: string; invalid: string } & { [problem in FieldProblem]?: string };
};

export type Fields = { [field in CardField]?: Field };
