import type { OrderFacts } from '../providers/acquirer.ts';

/** An order of one book; tests spoil one thing of it. */
export function orderFacts(changes: Partial<OrderFacts> = {}): OrderFacts {
  return {
    orderReference: 'order-1',
    merchantName: 'Loja Acme',
    payer: {
      name: 'Ana Souza',
      document: '52998224725',
      email: 'ana@example.com',
      phone: '5511987654321',
      address: {
        street: 'Rua das Flores',
        number: '10',
        zipCode: '01310100',
        city: 'São Paulo',
        state: 'SP',
        neighborhood: 'Centro',
      },
    },
    payerIp: '203.0.113.7',
    items: [{ title: 'Livro', quantity: 1, unitPrice: 3700 }],
    ...changes,
  };
}
