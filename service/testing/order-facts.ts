import type { OrderFacts } from '../providers/acquirer.ts';
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
