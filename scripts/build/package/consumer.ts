// What a shop in TypeScript writes, against every entry of the package.

import type { CardElement, PaymentElement, PixElement } from 'checkout-sdk';
import { CheckoutError, declineText, init } from 'checkout-sdk';
import type { CheckoutCardElement } from 'checkout-sdk/element';
import { defineCheckoutCard } from 'checkout-sdk/element';
import { loadCheckout } from 'checkout-sdk/load';
import {
  CheckoutCard as ReactCard,
  CheckoutPayment as ReactPayment,
  CheckoutPix as ReactPix,
  useCheckoutCard,
} from 'checkout-sdk/react';
import { createCheckoutServer } from 'checkout-sdk/server';
import { createTestClient, fillCard, testCard } from 'checkout-sdk/testing';
import {
  CheckoutCard as VueCard,
  CheckoutPayment as VuePayment,
  CheckoutPix as VuePix,
} from 'checkout-sdk/vue';
import { constructEvent, verifyWebhook } from 'checkout-sdk/webhooks';

const client = init({ publicKey: 'pk_test_no3ds', apiBaseUrl: 'https://api.test' });
const appearance = { theme: 'dark', fonts: ['Open Sans'] } as const;
const options = { amount: 15990, referenceId: 'order-1', appearance } as const;
export const element: CardElement = client.mountCardElement('#card', options);
export const cvv: CardElement = client.mountCardElement('#card', {
  ...options,
  fields: ['cvv'],
  token: 'tok_1',
});
export const pix: Promise<PixElement> = client.mountPixElement('#pix', {
  payin: { id: 'pay_1', pix: { qrcode: '0002', viewToken: 'view_1' } },
  onPaid: ({ status }) => console.log(status),
});
export const payment: PaymentElement = client.mountPaymentElement('#pay', {
  amount: 15990,
  referenceId: 'order-1',
  methods: ['PIX', 'CREDIT_CARD'],
  prices: { PIX: 14391 },
  pay: async (chosen) => ({ id: chosen.referenceId, status: 'APPROVED' }),
  onPaid: ({ payin }) => console.log(declineText(payin, 'pt-BR').next),
});
export const loaded: Promise<unknown> = loadCheckout({ src: '/sdk.js' }).then((sdk) => sdk?.init);
export const isOurs: Promise<boolean> = verifyWebhook('', null, 'secret', 0);
const server = createCheckoutServer({ publicKey: 'pk', secretKey: 'sk', apiBaseUrl: '' });
export const card: CheckoutCardElement | null = document.querySelector('checkout-card');
export const components = [ReactCard, ReactPix, ReactPayment, VueCard, VuePayment, VuePix];
export const tools = [defineCheckoutCard, fillCard, testCard];

export async function isPaid() {
  return (await constructEvent('', null, 'secret')).status === 'APPROVED';
}

export async function amountOf(id: string) {
  return (await server.payins.get(id)).amount;
}

export function wrong(thrown: unknown) {
  if (!(thrown instanceof CheckoutError)) return null;
  return thrown.code === 'INVALID_CARD' ? thrown.details.fields : [];
}

export function useSubmit() {
  return useCheckoutCard(createTestClient(), options).element?.submit();
}

// @ts-expect-error an amount is a number of centavos
client.mountCardElement('#card', { amount: '159,90', referenceId: 'order-1' });
// @ts-expect-error the CVV alone is asked for a card on file, which a token names
client.mountCardElement('#card', { amount: 15990, referenceId: 'order-1', fields: ['cvv'] });
// @ts-expect-error a theme is one of ours: what is inferred from a schema is no any
client.mountCardElement('#card', { ...options, appearance: { theme: 'pink' } });
