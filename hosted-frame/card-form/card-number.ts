import { passesLuhn } from '../../contract/card-number.ts';
import type { FieldProblem } from '../../contract/frame/card-calls.ts';
import type { Brand } from './brand.ts';
import { caretBehindDigits, type FormattedText, type TextEdit, toDigits } from './text-edit.ts';

const AMEX_GAPS = [4, 10];
const GAPS = [4, 8, 12, 16];

export function formatCardNumber(edit: TextEdit, brand: Brand | null): FormattedText {
  const gaps = brand?.name === 'amex' ? AMEX_GAPS : GAPS;
  const text = [...toDigits(edit.text)]
    .map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit))
    .join('');
  const before = toDigits(edit.text.slice(0, edit.caret)).length;
  return { text, caret: caretBehindDigits(text, before, edit.kind) };
}

/** The most digits a buyer can type. What is pasted or filled stays whole, right or wrong. */
export function longestCardNumber(brand: Brand | null): number {
  return brand?.longest ?? 19;
}

// Decision: without its brand, or for a scheme we do not know, a number is 13 to 19 digits. The
// brand only raises the shortest length: lengths between are left to Luhn, as on the service.
export function findCardNumberProblem(text: string, brand: Brand | null): FieldProblem | null {
  const digits = toDigits(text);
  if (digits === '') return 'required';
  if (digits.length < Math.max(13, brand?.shortest ?? 0)) return 'incomplete';
  return digits.length <= longestCardNumber(brand) && passesLuhn(digits) ? null : 'invalid';
}
