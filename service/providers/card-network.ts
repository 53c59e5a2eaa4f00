import type { CardBrand } from '../../contract/card/card-brand.ts';

/** The networks that have codes of their own; Hiper and Hipercard have Mastercard's. */
export type CardNetwork = 'elo' | 'visa' | 'mastercard' | 'amex';

/** Null for one whose codes nobody publishes. */
export function networkOf(brand: CardBrand): CardNetwork | null {
  switch (brand) {
    case 'visa':
    case 'elo':
    case 'amex':
      return brand;
    case 'mastercard':
    case 'maestro':
    case 'hiper':
    case 'hipercard':
      return 'mastercard';
    default:
      return null;
  }
}

/** A code in one form: `05` and `5` are one code, as `r0` and `R0` are. */
export function toNetworkCode(code: string): string {
  return code
    .trim()
    .toUpperCase()
    .replace(/^0+(?=\d)/, '');
}
