import { init } from 'checkout-sdk';
import { CheckoutCard } from 'checkout-sdk/react';
import { useRef, useState } from 'react';

// Once, outside of what renders.
const client = init({
  publicKey: 'pk_test_no3ds',
  apiBaseUrl: 'http://127.0.0.1:4010',
  checkoutUrl: 'http://127.0.0.1:4011',
});

export function Checkout({ amount, referenceId }) {
  const card = useRef(null);
  const [message, setMessage] = useState('');
  return (
    <>
      <CheckoutCard
        ref={card}
        client={client}
        amount={amount}
        referenceId={referenceId}
        onResult={(prepared) => setMessage(`${prepared.card.brand} ${prepared.card.last4}`)}
        onError={(error) => {
          // The fields themselves say what is wrong with a card.
          if (error.code !== 'INVALID_CARD') setMessage(error.userMessage);
        }}
      />
      <button type="button" onClick={() => card.current?.submit()}>
        Pagar
      </button>
      <p role="status">{message}</p>
    </>
  );
}
