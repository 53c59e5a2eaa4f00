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
  mark: string;
  color: string;
};

const OUR_NAMES: Record<string, string> = {
  'american-express': 'amex',
  'diners-club': 'diners',
};

/** The word and the colour of our own mark of each scheme; white reads well on every one. */
const MARKS: Partial<Record<CardBrand, readonly [mark: string, color: string]>> = {
  visa: ['Visa', '#1b3f94'],
  mastercard: ['Master', '#b3361c'],
  elo: ['Elo', '#20262d'],
  amex: ['Amex', '#1a6396'],
  hipercard: ['Hipercard', '#a01c2c'],
  hiper: ['Hiper', '#b04a00'],
  diners: ['Diners', '#35587a'],
  discover: ['Discover', '#a5520a'],
  jcb: ['JCB', '#1e6b3a'],
  maestro: ['Maestro', '#5a3ea1'],
  unionpay: ['UnionPay', '#0f6570'],
  mir: ['Mir', '#23704a'],
};

const UNKNOWN: Brand = {
  name: 'unknown',
  label: '',
  shortest: 13,
  longest: 19,
  cvvLength: 3,
  mark: '',
  color: '',
};

/**
 * The scheme of the digits typed so far: null while several are possible, `unknown` once none is
 * that we name.
 */
export function findBrand(digits: string): Brand | null {
  if (digits === '') return null;
  if (mayBeMissingElo(digits)) {
    return digits.length < 6 ? null : toBrand(creditCardType.getTypeInfo('elo'));
  }
  const [match, another] = creditCardType(digits);
  if (another) return null;
  return match ? toBrand(match) : UNKNOWN;
}

function toBrand(type: ReturnType<typeof creditCardType>[number]): Brand {
  const theirs = OUR_NAMES[type.type] ?? type.type;
  const name = CARD_BRANDS.find((brand) => brand === theirs);
  if (!name) return UNKNOWN;
  const [mark, color] = MARKS[name] ?? ['', ''];
  return {
    name,
    label: type.niceType,
    shortest: Math.min(...type.lengths),
    longest: Math.max(...type.lengths),
    cvvLength: type.code.size,
    mark,
    color,
  };
}

function mayBeMissingElo(digits: string): boolean {
  const prefix = digits.slice(0, 6);
  const [least, most] = [Number(prefix.padEnd(6, '0')), Number(prefix.padEnd(6, '9'))];
  return MISSING_ELO_RANGES.some(([first, last]) => most >= first && least <= last);
}
