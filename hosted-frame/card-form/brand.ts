import schemes from 'credit-card-type/dist/lib/card-types.js';
import type { CardBrand } from '../../contract/card/card-brand.ts';
import { CARD_BRANDS, MISSING_ELO_RANGES } from '../../contract/card/card-brand.ts';

// A chunk of its own, loaded at the first field: it imports nothing of the form. Of the library it
// has the data: matching is a dozen lines, and its clones and options weigh as much as the data.

/** Lengths are counts of digits. */
export type Brand = {
  name: CardBrand;
  /** The scheme's name for the buyer, in every language; empty for `unknown`. */
  label: string;
  shortest: number;
  longest: number;
  cvvLength: number;
};

type Scheme = (typeof schemes)[string];

const OUR_NAMES: Record<string, string> = { 'american-express': 'amex', 'diners-club': 'diners' };

const UNKNOWN: Brand = { name: 'unknown', label: '', shortest: 13, longest: 19, cvvLength: 3 };

/** Null while several are possible, `unknown` once none is that we name. */
export function findBrand(digits: string): Brand | null {
  if (digits === '') return null;
  if (MISSING_ELO_RANGES.some((range) => strengthOf(digits, range) !== null)) {
    return digits.length < 6 || !schemes.elo ? null : toBrand(schemes.elo);
  }
  const fitting = Object.values(schemes).flatMap((scheme) => {
    const strengths = scheme.patterns.map((pattern) => strengthOf(digits, pattern));
    const strength = strengths.find((one) => one !== null);
    return strength == null ? [] : [{ scheme, strength }];
  });
  const isOpen = fitting.length > 1 && fitting.some(({ strength }) => strength === 0);
  if (isOpen) return null;
  // Of two that fit as closely, the later: the table's last rows are cut out of Maestro's ranges.
  const best = fitting.sort((one, other) => one.strength - other.strength).at(-1);
  return best ? toBrand(best.scheme) : UNKNOWN;
}

/** Null for one we do not name. */
export function brandNamed(name: string): Brand | null {
  return (
    Object.values(schemes)
      .map(toBrand)
      .find((brand) => brand.name === name) ?? null
  );
}

function toBrand(type: Scheme): Brand {
  const theirs = OUR_NAMES[type.type] ?? type.type;
  const name = CARD_BRANDS.find((brand) => brand === theirs);
  if (!name) return UNKNOWN;
  return {
    name,
    label: type.niceType,
    shortest: Math.min(...type.lengths),
    longest: Math.max(...type.lengths),
    cvvLength: type.code.size,
  };
}

/** Count of a pattern's or range's digits; 0 while not all are typed, null where they differ. */
function strengthOf(digits: string, pattern: number | readonly number[]): number | null {
  const [first, last] = typeof pattern === 'number' ? [pattern, pattern] : pattern;
  const length = String(first).length;
  const typed = digits.slice(0, length);
  const cut = (bound: number | undefined) => Number(String(bound).slice(0, typed.length));
  if (Number(typed) < cut(first) || Number(typed) > cut(last)) return null;
  return digits.length >= length ? length : 0;
}
