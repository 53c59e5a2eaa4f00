import type { CardField, FieldProblem } from '../../contract/frame/card-calls.ts';
import type { Brand } from './brand.ts';
import { findCardNumberProblem } from './card-number.ts';
import { findExpiryProblem } from './expiry.ts';
import { toDigits } from './text-edit.ts';

type Known = { brand: Brand | null; now: Date };

/** Why what stands in a field cannot be submitted, or null. */
export function findProblem(field: CardField, text: string, known: Known): FieldProblem | null {
  switch (field) {
    case 'holderName':
      return findHolderNameProblem(text);
    case 'number':
      return findCardNumberProblem(text, known.brand);
    case 'expiry':
      return findExpiryProblem(text, known.now);
    case 'cvv':
      return findCvvProblem(text, known.brand);
    case 'installments':
      return null;
  }
}

export function readHolderName(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

// Decision: a name with so many digits is a card number in the wrong field; names are kept and
// shown where numbers must never be.
function findHolderNameProblem(text: string): FieldProblem | null {
  const name = readHolderName(text);
  if (name === '') return 'required';
  const plain = name.length <= 100 && !/[\p{Cc}\p{Cs}]/u.test(name);
  return plain && toDigits(name).length < 8 ? null : 'invalid';
}

export function longestCvv(brand: Brand | null): number {
  return brand?.cvvLength ?? 4;
}

function findCvvProblem(text: string, brand: Brand | null): FieldProblem | null {
  const { length } = toDigits(text);
  if (length === 0) return 'required';
  if (length < (brand?.cvvLength ?? 3)) return 'incomplete';
  return length > longestCvv(brand) ? 'invalid' : null;
}
