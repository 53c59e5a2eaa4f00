'use client';
import type { CardElement } from 'checkout-sdk';
import { CheckoutError, init } from 'checkout-sdk';
import { CheckoutCard } from 'checkout-sdk/react';
import { useRef, useState } from 'react';

const client = init({
  publicKey: process.env.NEXT_PUBLIC_CHECKOUT_KEY ?? '',
  apiBaseUrl: process.env.NEXT_PUBLIC_CHECKOUT_API ?? '',
  checkoutUrl: process.env.NEXT_PUBLIC_CHECKOUT_FRAME ?? '',
});

export function Card({ amount, referenceId }: { amount: number; referenceId: string }) {
  const card = useRef<CardElement>(null);
  const [message, setMessage] = useState('');

  async function pay() {
    const element = card.current;
    if (element === null) return;
    try {
      const { payinCard, antifraud } = await element.submit();
      const response = await fetch('/api/pay', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ referenceId, card: payinCard, antifraud }),
      });
      const payin = await response.json();
      // The fields keep the card until they are told how its payment stands.
      await element.conclude(payin);
      if (payin.threeDSecurePending) await element.handlePendingThreeDS(payin);
      setMessage(payin.error ? payin.error.message : 'Recebemos o seu pedido.');
    } catch (error) {
      // The fields themselves say what is wrong with a card.
      const isShown = !(error instanceof CheckoutError) || error.code === 'INVALID_CARD';
      if (!isShown) setMessage(error.userMessage);
    }
  }

  return (
    <>
      <CheckoutCard ref={card} client={client} amount={amount} referenceId={referenceId} />
      <button type="button" onClick={pay}>
        Pagar
      </button>
      <p role="status">{message}</p>
    </>
  );
}
