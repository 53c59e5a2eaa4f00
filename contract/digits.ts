/**
 * The digits of every script in ASCII, as keyboards and assistants give them: `٤١١١`, `४१११` and
 * `４１１１` are `4111`. All else stays as it is. Source: Unicode, general category Nd.
 */
export function toAsciiDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    // Ten in a row begin where the last hexadecimal place of the code is 0, or else 6.
    const start = code & ~15;
    return String(code - (/\p{Nd}/u.test(String.fromCodePoint(start)) ? start : start + 6));
  });
}

/** With ASCII digits and hyphens, without direction marks, zero-width blanks and blanks around it. */
export function toPlainSigns(text: string): string {
  return toAsciiDigits(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim();
}
