import type { ComponentRef } from 'react';
import { expectTypeOf, it } from 'vitest';
import type { CardBrand } from '../contract/card/card-brand.ts';
import type { DeclineReason } from '../contract/errors/decline-reason.ts';
import type { KnownValue } from '../contract/known-value.ts';
import type { Locale } from '../contract/locale.ts';
import type { PayinStatus } from '../contract/payments/payin-status.ts';
import type { CheckoutCardElement, CheckoutPaymentElement } from './custom-element/index.ts';
import type {
  AnyPayin,
  CardElement,
  CardElementOptions,
  InitOptions,
  PayinAnswer,
  PaymentElement,
  PaymentElementOptions,
  PixElementOptions,
  PixElementUpdate,
  PreparedCard,
} from './index.ts';
import type {
  CheckoutCard as ReactCard,
  CheckoutCardProps as ReactCardProps,
  CheckoutPayment as ReactPayment,
  UseCheckoutCardProps,
} from './react/index.ts';
import type { PayinCreated } from './server/index.ts';
import type {
  CheckoutCardInstance as VueCardInstance,
  CheckoutCardProps as VueCardProps,
  CheckoutPaymentInstance as VuePaymentInstance,
} from './vue/index.ts';

// What a shop's compiler and editor know; `npm run types` fails where one of these does not hold.

it('offers the languages wherever one is chosen, and takes any tag', () => {
  type Chosen = KnownValue<Locale> | undefined;
  expectTypeOf<InitOptions['locale']>().toEqualTypeOf<Chosen>();
  expectTypeOf<CardElementOptions['locale']>().toEqualTypeOf<Chosen>();
  expectTypeOf<PaymentElementOptions['locale']>().toEqualTypeOf<Chosen>();
  expectTypeOf<PixElementOptions['locale']>().toEqualTypeOf<Chosen>();
  expectTypeOf<PixElementUpdate['locale']>().toEqualTypeOf<Chosen>();
  expectTypeOf<{ locale: string }>().toExtend<Pick<InitOptions, 'locale'>>();
});

it('offers the brands of a card, and the statuses of a payin', () => {
  expectTypeOf<PreparedCard['card']['brand']>().toEqualTypeOf<KnownValue<CardBrand>>();
  expectTypeOf<PayinAnswer['status']>().toEqualTypeOf<KnownValue<PayinStatus>>();
  expectTypeOf<{ id: string; status: string }>().toExtend<AnyPayin>();
});

it('tells what the answer of each method has, to its last member', () => {
  type By<Method> = Extract<PayinAnswer, { paymentMethod: Method }>;
  expectTypeOf<PayinAnswer['declineReason']>().toEqualTypeOf<DeclineReason | undefined>();
  expectTypeOf<NonNullable<By<'PIX'>['pix']>>().toEqualTypeOf<{
    qrcode: string;
    viewToken: string;
  }>();
  expectTypeOf<By<'BOLETO'>['boleto']>().toExtend<{ dueDate: string } | undefined>();
  expectTypeOf<By<'OPEN_FINANCE'>['openFinanceRedirectUrl']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<By<'CREDIT_CARD'>>().toHaveProperty('threeDSecureAction');
  expectTypeOf<By<'PIX'>>().not.toHaveProperty('boleto');
  expectTypeOf<PayinAnswer>().not.toHaveProperty('anyOther');
  expectTypeOf<PayinCreated>().toExtend<AnyPayin>();
});

const ORDER = { amount: 15_990, referenceId: 'order-1' };

it('demands the token of the card on file where its CVV alone is asked for', () => {
  const cvvAlone = { ...ORDER, fields: ['cvv'], token: 'tok_1' } as const;
  expectTypeOf(cvvAlone).toExtend<CardElementOptions>();
  expectTypeOf(cvvAlone).toExtend<UseCheckoutCardProps>();
  expectTypeOf(cvvAlone).toExtend<Omit<VueCardProps, 'client'>>();
  const withoutToken = { ...ORDER, fields: ['cvv'] } as const;
  expectTypeOf(withoutToken).not.toExtend<CardElementOptions>();
  expectTypeOf(withoutToken).not.toExtend<UseCheckoutCardProps>();
  expectTypeOf({ ...withoutToken, client: null }).not.toExtend<VueCardProps>();
  expectTypeOf({ ...withoutToken, client: null }).not.toExtend<ReactCardProps>();
});

it('asks for the whole card without a token, with optional fields or without', () => {
  expectTypeOf(ORDER).toExtend<CardElementOptions>();
  const whole = ['holderName', 'number', 'expiry', 'cvv', 'holderDocument'] as const;
  expectTypeOf({ ...ORDER, fields: whole }).toExtend<CardElementOptions>();
  expectTypeOf({ ...ORDER, fields: whole, client: null }).toExtend<ReactCardProps>();
  expectTypeOf({ ...ORDER, fields: ['number'] as const }).not.toExtend<CardElementOptions>();
  expectTypeOf({ ...ORDER, fields: ['cpf', 'cvv'] as const }).not.toExtend<CardElementOptions>();
});

it('gives refs to the wrappers the element they hold', () => {
  type ReactRef = ComponentRef<typeof ReactCard>;
  expectTypeOf<ReactRef>().toEqualTypeOf<CardElement>();
  expectTypeOf<VueCardInstance['element']>().toEqualTypeOf<CardElement | null>();
  expectTypeOf<ComponentRef<typeof ReactPayment>>().toEqualTypeOf<PaymentElement>();
  expectTypeOf<VuePaymentInstance['element']>().toEqualTypeOf<PaymentElement | null>();
  expectTypeOf<HTMLElementTagNameMap['checkout-payment']>().toEqualTypeOf<CheckoutPaymentElement>();
  expectTypeOf<CheckoutPaymentElement['methods']>().toEqualTypeOf<
    PaymentElementOptions['methods']
  >();
  type Tag = HTMLElementTagNameMap['checkout-card'];
  expectTypeOf<Tag>().toEqualTypeOf<CheckoutCardElement>();
  expectTypeOf<Tag['element']>().toEqualTypeOf<CardElement | null>();
  expectTypeOf<Tag['amount']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Tag['token']>().toEqualTypeOf<string | undefined>();
});
