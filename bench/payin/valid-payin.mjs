import { PUBLIC_KEY } from '../contestants.mjs';

let sent = 0;

/** The body of a card payin that is approved, under a reference nobody used. */
export function validPayin() {
  sent += 1;
  return {
    paymentMethod: 'CREDIT_CARD',
    amount: 15_990,
    referenceId: `bench-${process.pid}-${sent}`,
    isPhysicalProduct: false,
    payerIp: '203.0.113.7',
    customer: {
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
      },
    },
    items: [{ title: 'Livro', quantity: 1, unitPrice: 15_990 }],
    card: {
      holderName: 'ANA SOUZA',
      number: '4111111111111111',
      expirationMonth: '12',
      expirationYear: '2040',
      cvv: '123',
      installments: 1,
    },
  };
}

export const AUTHORIZATION = `Basic ${Buffer.from(
  `${PUBLIC_KEY}:${PUBLIC_KEY.replace('pk_', 'sk_')}`,
).toString('base64')}`;
