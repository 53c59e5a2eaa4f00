import { expect, it } from 'vitest';
import { unknownOptions } from './known-options.ts';

const KNOWN = ['amount', 'locale'];

it.each([
  ['nothing', {}, []],
  ['what is known', { amount: 1, locale: 'pt-BR' }, []],
  ['a known option that is undefined', { amount: undefined, locale: undefined }, []],
  ['another name', { amount: 1, Amount: 2, colour: 'red' }, ['Amount', 'colour']],
  ['a name that every object has', { constructor: 1 }, ['constructor']],
  ['a country of a language', { locale: 'es-AR' }, []],
  ['a language in capitals', { locale: 'EN' }, []],
  ['no language of ours', { locale: 'fr' }, ['locale']],
  ['an underscore in the place of a hyphen', { locale: 'en_US' }, ['locale']],
  ['a locale that is null', { locale: null }, ['locale']],
])('unknownOptions of %s: %j', (_what, given, unknown) => {
  expect(unknownOptions(given, KNOWN)).toEqual(unknown);
});
