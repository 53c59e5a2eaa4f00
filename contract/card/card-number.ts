import { toAsciiDigits } from '../digits.ts';

/** Luhn mod 10 (ISO/IEC 7812-1). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/**
 * True for what may be a card's number in the name's place. Decision: other numbers stay, since cards
 * of micro-entrepreneurs and companies have a CPF, a CNPJ or a year in their names.
 */
export function hasCardNumber(name: string): boolean {
  const runs = toAsciiDigits(name).match(/\d(?:[^\d\p{L}]*\d){11,}/gu) ?? [];
  return runs.some((run) => {
    const digits = run.replace(/\D/g, '');
    // Of fourteen digits, as a CNPJ has, there are numbers of Diners Club alone.
    return digits.length !== 14 || (/^3[0689]/.test(digits) && passesLuhn(digits));
  });
}

export function isCardNumber(number: string): boolean {
  return /^\d{13,19}$/.test(number) && passesLuhn(number);
}
