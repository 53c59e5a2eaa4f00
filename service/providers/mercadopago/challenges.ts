import type { AcquirerChallenges } from '../three-d-secure-provider.ts';
import type { Seller } from './seller.ts';

/**
 * 3-D Secure after the order: a payment waits as `pending_challenge`, the browser posts `creq` to the
 * card's bank, and the payment tells what came of it. Mercado Pago itself ends one that its buyer
 * does not confirm within about five minutes. Source: its guide "How to integrate 3DS".
 */
export function createChallenges(seller: Seller): AcquirerChallenges {
  return {
    browser: {
      // Our SDK needs no script for a form; a page of its own that wants one would take this.
      sdkUrl: 'https://sdk.mercadopago.com/js/v2',
      // Banks' addresses are in no list.
      hosts: { script: [], connect: [], frame: ['https:'] },
    },
    async cancel({ reference, externalId, cancelId }, signal) {
      const payment = await seller.find({ reference, externalId }, signal);
      if (payment === null || payment.status !== 'pending') return;
      await seller.cancel(`${payment.id}`, cancelId, signal);
    },
  };
}
