import type { PreparedCard } from 'checkout-sdk';
import { CheckoutError, init } from 'checkout-sdk';

const client = init({
  publicKey: 'pk_test_no3ds',
  apiBaseUrl: 'http://127.0.0.1:4010',
  checkoutUrl: 'http://127.0.0.1:4011',
});

export function mountCard(node: Element, order: { amount: number; referenceId: string }) {
  return client.mountCardElement(node, { ...order, maxInstallments: 3 });
}

/** Null: the buyer has to correct something, and the fields say what. */
export async function prepare(element: ReturnType<typeof mountCard>): Promise<PreparedCard | null> {
  try {
    return await element.submit();
  } catch (error) {
    if (error instanceof CheckoutError && error.code === 'INVALID_CARD') return null;
    throw error;
  }
}
