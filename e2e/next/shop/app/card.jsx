'use client';
import { init } from 'checkout-sdk';
import { CheckoutCard } from 'checkout-sdk/react';
import { useMemo, useRef, useState } from 'react';

export function Card({ account }) {
  const card = useRef(null);
  const client = useMemo(() => init(account), [account]);
  const [told, setTold] = useState('');

  async function pay() {
    const { payinCard } = await card.current.submit();
    const answer = await fetch('/api/pay', { method: 'POST', body: JSON.stringify(payinCard) });
    const payin = await answer.json();
    await card.current.conclude(payin);
    setTold(payin.status);
  }

  return (
    <main>
      <div id="card">
        <CheckoutCard ref={card} client={client} amount={15990} referenceId="order-next" />
      </div>
      <button type="button" onClick={pay}>
        Pagar
      </button>
      <p id="told">{told}</p>
    </main>
  );
}
