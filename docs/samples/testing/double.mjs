import assert from 'node:assert';
import { createTestClient } from 'checkout-sdk/testing';

// The code under test: what your page does with a client.
async function pay(client) {
  const element = client.mountCardElement('#card', { amount: 15990, referenceId: 'order-1' });
  try {
    const { card } = await element.submit();
    return `paid with ${card.brand}`;
  } catch (error) {
    return error.retryable ? 'try again' : 'ask for another card';
  }
}

const client = createTestClient(); // no frame, no network
assert.equal(await pay(client), 'paid with visa');

client.failNext('submit', 'THREEDS_FAILED', { reason: 'rejected' });
assert.equal(await pay(client), 'ask for another card');
client.failNext('submit', 'THREEDS_FAILED', { reason: 'cancelled' });
assert.equal(await pay(client), 'try again');
assert.equal(client.elements[0].options.amount, 15990);
assert.deepEqual(client.elements[0].concluded, []); // what your code told of the payment
