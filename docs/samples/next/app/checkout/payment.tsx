'use client';
import type { PaymentElement } from 'checkout-sdk';
import { init } from 'checkout-sdk';
import { CheckoutPayment } from 'checkout-sdk/react';
import { useRef, useState } from 'react';

const client = init({
  publicKey: process.env.NEXT_PUBLIC_CHECKOUT_KEY ?? '',
  apiBaseUrl: process.env.NEXT_PUBLIC_CHECKOUT_API ?? '',
  checkoutUrl: process.env.NEXT_PUBLIC_CHECKOUT_FRAME ?? '',
});

export function Payment({ order }: { order: { amount: number; referenceId: string } }) {
  const payment = useRef<PaymentElement>(null);
  const [message, setMessage] = useState('');
  return (
    <>
      <CheckoutPayment
        ref={payment}
        client={client}
        amount={order.amount}
        referenceId={order.referenceId}
        endpoint="/api/pay"
        onPaid={() => setMessage('Pagamento aprovado. Obrigado!')}
      />
      <button
        type="button"
        // The element itself says why a payment was refused, and what helps.
        onClick={() => payment.current?.submit().catch(() => {})}
      >
        Pagar
      </button>
      <p role="status">{message}</p>
    </>
  );
}
