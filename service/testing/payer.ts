/** Who pays in tests; `address` and the rest may be spoiled, one thing at a time. */
export const PAYER = {
  name: 'Ana Souza',
  document: '52998224725',
  email: 'ana@example.com',
  phone: '5511987654321',
  id: 'buyer-1',
  address: {
    street: 'Rua das Flores',
    number: '10',
    zipCode: '01310100',
    city: 'São Paulo',
    state: 'SP' as const,
  },
};
