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

/** Elo ranges (first six digits, inclusive) that the BIN library lacks; a test tells which can go. */
export const MISSING_ELO_RANGES: readonly (readonly [number, number])[] = [
  [650057, 650081],
  [650923, 650923],
  [651680, 651704],
];
