/** Card schemes we name. `unknown` is a valid number of a scheme we do not know. */
export const CARD_BRANDS = [
  'visa',
  'mastercard',
  'elo',
  'amex',
  'hipercard',
  'hiper',
  'diners',
  'discover',
  'jcb',
  'maestro',
  'unionpay',
  'mir',
  'unknown',
] as const;

export type CardBrand = (typeof CARD_BRANDS)[number];

/**
 * Elo ranges (first six digits, inclusive) that the BIN library's release does not know yet.
 * They are data: drop a row when the library carries it (a test says so).
 */
export const MISSING_ELO_RANGES: readonly (readonly [number, number])[] = [
  [650057, 650081],
  [651680, 651704],
];
