import creditCardType from 'credit-card-type';
import { LRUCache } from 'lru-cache';
import type { CardBrand } from '../../../contract/card/card-brand.ts';
import { MISSING_ELO_RANGES } from '../../../contract/card/card-brand.ts';

const BRAND_BY_TYPE: Readonly<Record<string, CardBrand>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  elo: 'elo',
  'american-express': 'amex',
  hipercard: 'hipercard',
  hiper: 'hiper',
  'diners-club': 'diners',
  discover: 'discover',
  jcb: 'jcb',
  maestro: 'maestro',
  unionpay: 'unionpay',
  mir: 'mir',
};

/** No scheme is told apart by more digits than these, which a card may show to anyone. */
const TELLING_DIGITS = 8;

const brandByPrefix = new LRUCache<string, CardBrand>({ max: 1_000 });

export function cardBrandOf(number: string): CardBrand {
  const prefix = number.slice(0, TELLING_DIGITS);
  const known = brandByPrefix.get(prefix);
  if (known !== undefined) return known;
  const brand = brandOfPrefix(prefix);
  brandByPrefix.set(prefix, brand);
  return brand;
}

export function isCvvOf(brand: CardBrand, cvv: string): boolean {
  if (brand === 'unknown') return true;
  return cvv.length === (brand === 'amex' ? 4 : 3);
}

function brandOfPrefix(prefix: string): CardBrand {
  const bin = Number(prefix.slice(0, 6));
  if (MISSING_ELO_RANGES.some(([first, last]) => bin >= first && bin <= last)) return 'elo';
  const types = creditCardType(prefix);
  const type = types.length === 1 ? types[0]?.type : undefined;
  return BRAND_BY_TYPE[type ?? ''] ?? 'unknown';
}
