import { expectTypeOf, it } from 'vitest';
import type { CardBrand } from '../contract/card-brand.ts';
import type { KnownValue } from '../contract/known-value.ts';
import type { Locale } from '../contract/locale.ts';
import type { PayinStatus } from '../contract/payin-status.ts';
import type {
  CardElementOptions,
  InitOptions,
  PayinAnswer,
  PixElementOptions,
  PixElementUpdate,
  PreparedCard,
} from './index.ts';

// What a shop's compiler and editor know; `npm run types` fails where one of these does not hold.

it('offers the languages wherever one is chosen, and takes any tag', () => {
  type Chosen = KnownValue<Locale> | undefined;
  expectTypeOf<InitOptions['locale']>().toEqualTypeOf<Chosen>();
  expectTypeOf<CardElementOptions['locale']>().toEqualTypeOf<Chosen>();
  expectTypeOf<PixElementOptions['locale']>().toEqualTypeOf<Chosen>();
  expectTypeOf<PixElementUpdate['locale']>().toEqualTypeOf<Chosen>();
  expectTypeOf<{ locale: string }>().toExtend<Pick<InitOptions, 'locale'>>();
});

it('offers the brands of a card, and the statuses of a payin', () => {
  expectTypeOf<PreparedCard['card']['brand']>().toEqualTypeOf<KnownValue<CardBrand>>();
  expectTypeOf<PayinAnswer['status']>().toEqualTypeOf<KnownValue<PayinStatus> | undefined>();
  expectTypeOf<{ id: string; status: string }>().toExtend<PayinAnswer>();
});
