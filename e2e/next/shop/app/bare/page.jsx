import { CheckoutCard } from 'checkout-sdk/react';

// A server component that imports the wrapper itself: `'use client'` in the package makes it one.
export default function Page() {
  return (
    <main id="bare">
      <CheckoutCard client={null} amount={15990} referenceId="order-bare" />
    </main>
  );
}
