import { expectTypeOf, it } from 'vitest';
import type * as z from 'zod/mini';
import type { CardBrand } from './card-brand.ts';
import type { CheckoutConfig, checkoutConfigSchema } from './checkout-config.ts';
import type { CardState } from './frame/card-calls.ts';
import type { HostedAuthenticate, hostedAuthenticateSchema } from './frame/hosted-calls.ts';
import type {
  InstallmentPlan,
  InstallmentTable,
  installmentPlanSchema,
  installmentTableSchema,
} from './installment-plan.ts';
import type { KnownValue } from './known-value.ts';
import type { PendingThreeDS, pendingThreeDSSchema } from './three-d-secure.ts';

// The package's declarations need no schema library, so these types are written by hand. The
// compiler compares them here: `npm run types` fails where one of them is not its schema's.

it('has published types that are exactly what their schemas let through', () => {
  expectTypeOf<CheckoutConfig>().toEqualTypeOf<z.infer<typeof checkoutConfigSchema>>();
  expectTypeOf<HostedAuthenticate>().toEqualTypeOf<z.infer<typeof hostedAuthenticateSchema>>();
  expectTypeOf<InstallmentTable>().toEqualTypeOf<z.infer<typeof installmentTableSchema>>();
  expectTypeOf<InstallmentPlan>().toEqualTypeOf<z.infer<typeof installmentPlanSchema>>();
  expectTypeOf<PendingThreeDS>().toEqualTypeOf<z.infer<typeof pendingThreeDSSchema>>();
});

it('offers the values it knows, and lets others through', () => {
  expectTypeOf<'visa'>().toExtend<KnownValue<CardBrand>>();
  expectTypeOf<string>().toExtend<KnownValue<CardBrand>>();
  expectTypeOf<number>().not.toExtend<KnownValue<CardBrand>>();
  // A plain \`string\` would have swallowed them, and an editor had nothing to offer.
  expectTypeOf<Extract<KnownValue<CardBrand>, CardBrand>>().toEqualTypeOf<CardBrand>();
  expectTypeOf<CardState['brand']>().toEqualTypeOf<KnownValue<CardBrand> | null>();
});
