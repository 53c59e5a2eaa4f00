import type { ChargeRequest, OrderFacts } from '../providers/acquirer.ts';
import { PAYER } from './payer.ts';

/** An order of one book; tests spoil one thing of it. */
export function orderFacts(changes: Partial<OrderFacts> = {}): OrderFacts {
  return {
    orderReference: 'order-1',
    merchantName: 'Loja Acme',
    payer: { ...PAYER, address: { ...PAYER.address, neighborhood: 'Centro' } },
    payerIp: '203.0.113.7',
    items: [{ title: 'Livro', quantity: 1, unitPrice: 3700 }],
    ...changes,
  };
}

/** The payment of the tests that are about one. */
export const ATTEMPT = { companyId: 'acme', reference: 'pay_acme_3q2-7wAAAAAAAAAAAAAAAA' };

/** A charge of it, of 37 reais; tests spoil one thing of it. */
export function chargeRequest({ number, cvv }: { number: string; cvv: string }): ChargeRequest {
  const card = { holderName: 'ANA SOUZA', number, expirationMonth: '12', expirationYear: '2030' };
  return {
    ...{ ...ATTEMPT, amount: 3700, ...orderFacts(), installments: 1 },
    card: { kind: 'card', card },
    ...{ brand: 'visa', cvv, canAuthenticateLater: false },
  };
}
