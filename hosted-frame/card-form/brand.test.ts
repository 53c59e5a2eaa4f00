import creditCardType from 'credit-card-type';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CARD_BRANDS, MISSING_ELO_RANGES } from '../../contract/card/card-brand.ts';
import { brandNamed, findBrand } from './brand.ts';

test.each([
  ['4111111111111111', 'visa', 3],
  ['5555555555554444', 'mastercard', 3],
  ['2223000048400011', 'mastercard', 3],
  ['378282246310005', 'amex', 4],
  ['5066990000000010', 'elo', 3],
  ['6516800000000015', 'elo', 3],
  ['6505290000002000', 'elo', 3],
  ['6500570000000000', 'elo', 3],
  ['6362970000457013', 'elo', 3],
  ['4011780000000000', 'elo', 3],
  ['6062820000000011', 'hipercard', 3],
  ['6370950000000005', 'hiper', 3],
  ['36227206271667', 'diners', 3],
  ['6011111111111117', 'discover', 3],
  ['3566002020360505', 'jcb', 3],
  ['6240008631401148', 'unionpay', 3],
  ['6759649826438453', 'maestro', 3],
  ['2200000000000004', 'mir', 3],
])('%s is %s with a CVV of %i digits', (digits, name, cvvLength) => {
  expect(findBrand(digits)).toMatchObject({ name, cvvLength });
});

test.each([
  ['', null],
  ['4', null],
  ['41', 'visa'],
  ['3', null],
  ['34', 'amex'],
  ['37', 'amex'],
  ['51', 'mastercard'],
  ['50', null],
  ['6', null],
  ['60', null],
  ['606282', 'hipercard'],
  ['401178', 'elo'],
  ['65168', null],
  ['651680', 'elo'],
  ['0', 'unknown'],
  ['9792', 'unknown'],
])('after the digits "%s" the brand is %s', (digits, name) => {
  expect(findBrand(digits)?.name ?? null).toBe(name);
});

test('every brand but unknown has a name to hear', () => {
  const numbers = ['4111', '5555', '378', '509000', '606282', '637095', '3622', '6011'];
  for (const digits of [...numbers, '3566', '620', '675964', '2200']) {
    const brand = findBrand(digits);
    if (brand === null) continue;
    expect(CARD_BRANDS).toContain(brand.name);
    expect(brand.label).not.toBe('');
  }
});

test.each(MISSING_ELO_RANGES.flat())('the library does not know %i as Elo yet', (prefix) => {
  const digits = String(prefix).padEnd(16, '0');
  expect(creditCardType(digits).map(({ type }) => type)).not.toEqual(['elo']);
  expect(findBrand(digits)?.name).toBe('elo');
});

test.each([650056, 650082, 651705])('%i beside our Elo rows is not taken for Elo', (prefix) => {
  expect(findBrand(String(prefix).padEnd(16, '0'))?.name).not.toBe('elo');
});

test('agrees with the library on any run of digits it knows the ranges of', () => {
  // Half of them begin like the crowded ranges of debit and Brazilian cards.
  const digit = fc.integer({ min: 0, max: 9 });
  const digits = fc
    .tuple(
      fc.constantFrom('', '506', '50', '63', '58', '65', '60'),
      fc.array(digit, { maxLength: 16 }),
    )
    .map(([start, rest]) => [...start, ...rest.map(String)])
    .filter((list) => list.length > 0);
  fc.assert(
    fc.property(digits, (list) => {
      const number = list.join('');
      const bin = Number(number.slice(0, 6).padEnd(6, '0'));
      fc.pre(bin < 650000 || bin > 652000);
      const types = creditCardType(number);
      const theirs = types.length > 1 ? null : (types[0]?.type ?? 'unknown');
      const names: Record<string, string> = { 'american-express': 'amex', 'diners-club': 'diners' };
      const named = theirs === null ? null : (names[theirs] ?? theirs);
      const expected =
        named !== null && !CARD_BRANDS.some((brand) => brand === named) ? 'unknown' : named;
      expect(findBrand(number)?.name ?? null).toBe(expected);
    }),
    { numRuns: 20_000 },
  );
});

test('a scheme is found by the name that a token tells, and by no other', () => {
  expect(brandNamed('amex')).toMatchObject({ name: 'amex', cvvLength: 4 });
  expect(brandNamed('elo')).toMatchObject({ name: 'elo', cvvLength: 3 });
  expect(brandNamed('unknown')).toMatchObject({ name: 'unknown', label: '' });
  expect(brandNamed('american-express')).toBeNull();
});
