/** Reais as its bodies have them: a JSON number with at most two places, of whole centavos. */
export function toReais(centavos: number): number {
  if (!Number.isSafeInteger(centavos) || centavos < 0 || centavos > 999_999_999_999) {
    throw new Error('the amount does not fit');
  }
  const digits = String(centavos).padStart(3, '0');
  // A number is written as the shortest text that is read as it, so exactly these digits arrive.
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

/** The centavos of a JSON number: by the digits that it is written with, never by a product. */
export function toCentavos(reais: number): number {
  const [, whole = '', places = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(String(reais)) ?? [];
  if (whole === '') throw new Error('Mercado Pago tells an amount that is none');
  return Number(`${whole}${places.padEnd(2, '0')}`);
}
