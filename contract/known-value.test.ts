import { expectTypeOf, it } from 'vitest';
import type { CardBrand } from './card/card-brand.ts';
import type { CardState } from './frame/card-calls.ts';
import type { KnownValue } from './known-value.ts';

it('offers the values it knows, and lets others through', () => {
  expectTypeOf<'visa'>().toExtend<KnownValue<CardBrand>>();
  expectTypeOf<string>().toExtend<KnownValue<CardBrand>>();
  expectTypeOf<number>().not.toExtend<KnownValue<CardBrand>>();
  // A plain \`string\` would have swallowed them, and an editor had nothing to offer.
  expectTypeOf<Extract<KnownValue<CardBrand>, CardBrand>>().toEqualTypeOf<CardBrand>();
  expectTypeOf<CardState['brand']>().toEqualTypeOf<KnownValue<CardBrand> | null>();
});
