'use client';
import type { CardElement, ProcessInput } from 'checkout-sdk';
import { CheckoutError, init } from 'checkout-sdk';
import { CheckoutCard } from 'checkout-sdk/react';
import { useRef, useState } from 'react';

const client = init({
  publicKey: process.env.NEXT_PUBLIC_CHECKOUT_KEY ?? '',
  apiBaseUrl: process.env.NEXT_PUBLIC_CHECKOUT_API ?? '',
  checkoutUrl: process.env.NEXT_PUBLIC_CHECKOUT_FRAME ?? '',
});

type Order = Pick<
  ProcessInput,
  'amount' | 'referenceId' | 'customer' | 'items' | 'isPhysicalProduct'
>;

export function Card({ order }: { order: Order }) {
  const card = useRef<CardElement>(null);
  const [message, setMessage] = useState('');

  async function pay() {
    const element = card.current;
    if (element === null) return;
    try {
      // The card, your route, the bank's confirmation. Do not leave the page before it settles.
      await client.processCardPayment({ ...order, element, endpoint: '/api/pay' });
      setMessage('Recebemos o seu pedido.');
    } catch (error) {
      // The fields themselves say what is wrong with a card.
      const isShown = !(error instanceof CheckoutError) || error.code === 'INVALID_CARD';
      if (!isShown) setMessage(error.userMessage);
    }
  }

  return (
    <>
      <CheckoutCard
        ref={card}
        client={client}
        amount={order.amount}
        referenceId={order.referenceId}
      />
      <button type="button" onClick={pay}>
        Pagar
      </button>
      <p role="status">{message}</p>
    </>
  );
}
