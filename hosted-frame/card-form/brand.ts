import creditCardType from 'credit-card-type';
import { CARD_BRANDS, type CardBrand, MISSING_ELO_RANGES } from '../../contract/card-brand.ts';

// This file and its library are a chunk of their own, loaded when the buyer comes to a field. It
// imports nothing of the form, so that the chunk stands alone.

/** A card scheme as its number shows it. Lengths are counts of digits. */
export type Brand = {
  name: CardBrand;
  /** The scheme's name for the buyer, in every language; empty for `unknown`. */
  label: string;
  shortest: number;
  longest: number;
  cvvLength: number;
  color: string;
};

const OUR_NAMES: Record<string, string> = {
  'american-express': 'amex',
  'diners-club': 'diners',
};

const COLORS: Partial<Record<CardBrand, string>> = {
  visa: '#1b3f94',
  mastercard: '#b3361c',
  elo: '#20262d',
  amex: '#1a6396',
  hipercard: '#a01c2c',
  hiper: '#b04a00',
  diners: '#35587a',
  discover: '#a5520a',
  jcb: '#1e6b3a',
  maestro: '#5a3ea1',
  unionpay: '#0f6570',
  mir: '#23704a',
};

const UNKNOWN: Brand = {
  name: 'unknown',
  label: '',
  shortest: 13,
  longest: 19,
  cvvLength: 3,
  color: '',
};

/**
 * The scheme of the digits typed so far: null while several are possible, `unknown` once none is
 * that we name.
 */
export function findBrand(digits: string): Brand | null {
  if (digits === '') return null;
  if (isMissingElo(digits)) return toBrand(creditCardType.getTypeInfo('elo'));
  const [match, another] = creditCardType(digits);
  if (another) return null;
  return match ? toBrand(match) : UNKNOWN;
}

function toBrand(type: ReturnType<typeof creditCardType>[number]): Brand {
  const theirs = OUR_NAMES[type.type] ?? type.type;
  const name = CARD_BRANDS.find((brand) => brand === theirs);
  if (!name) return UNKNOWN;
  return {
    name,
    label: type.niceType,
    shortest: Math.min(...type.lengths),
    longest: Math.max(...type.lengths),
    cvvLength: type.code.size,
    color: COLORS[name] ?? '',
  };
}

function isMissingElo(digits: string): boolean {
  const prefix = Number(digits.slice(0, 6));
  return MISSING_ELO_RANGES.some(([first, last]) => prefix >= first && prefix <= last);
}
