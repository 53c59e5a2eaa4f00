/**
 * Writes the two numbers of a boleto. Source: Febraban, layout of the bar code of "cobrança", as
 * summarised 2026-11-23. The day count began again at 1000 on 2025-02-22.
 */

export type BoletoNumbers = {
  /** The 44 digits behind the bars. */
  barcode: string;
  /** The 47 digits that people type. */
  line: string;
  /** The same with dots and spaces. */
  formatted: string;
};

const FIRST_DAY = Date.UTC(1997, 9, 7);
const DAY_MS = 24 * 60 * 60 * 1000;

/** `bank` has three digits, `free` the bank's own 25; `dueDate` is `2026-12-31`. */
export function writeBoleto({
  bank,
  free,
  dueDate,
  centavos,
}: {
  bank: string;
  free: string;
  dueDate: string;
  centavos: number;
}): BoletoNumbers {
  const days = Math.round((Date.parse(dueDate) - FIRST_DAY) / DAY_MS);
  const factor = days <= 9999 ? days : ((days - 1000) % 9000) + 1000;
  const tail = `${factor}`.padStart(4, '0') + `${centavos}`.padStart(10, '0');
  const check = elevenCheck(`${bank}9${tail}${free}`);
  const first = withTenCheck(`${bank}9${free.slice(0, 5)}`);
  const second = withTenCheck(free.slice(5, 15));
  const third = withTenCheck(free.slice(15));
  const dotted = [first, second, third].map((one) => `${one.slice(0, 5)}.${one.slice(5)}`);
  return {
    barcode: `${bank}9${check}${tail}${free}`,
    line: `${first}${second}${third}${check}${tail}`,
    formatted: [...dotted, check, tail].join(' '),
  };
}

/** With the check digit by ten: from the right, every other digit counts twice. */
function withTenCheck(digits: string): string {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += product > 9 ? product - 9 : product;
  }
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** The check digit by eleven: from the right, digits count 2 to 9 and again. */
function elevenCheck(digits: string): string {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    sum += Number(digit) * (2 + (index % 8));
  }
  const check = 11 - (sum % 11);
  return check > 9 ? '1' : `${check}`;
}
