/** The company of most orders: antifraud is on, and no 3-D Secure stands before a card token. */
export const PUBLIC_KEY = 'pk_test_manual';

/** Everybody's account of the sandbox: cards without 3-D Secure, payouts without approval. */
export const ACCOUNT = 'no3ds';

let sent = 0;

function cardPayin() {
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

export function credentialsOf(account) {
  const keys = `pk_test_${account}:sk_test_${account}`;
  return { authorization: `Basic ${Buffer.from(keys).toString('base64')}` };
}

const headers = credentialsOf(PUBLIC_KEY.replace('pk_test_', ''));

export function createPayinOf(account) {
  return { ...createPayin(), headers: credentialsOf(account) };
}

/** A card payin that is approved at once; `webhookUrl` where its events are wanted. */
export function createPayin(webhookUrl) {
  const body = webhookUrl === undefined ? cardPayin() : { ...cardPayin(), webhookUrl };
  return { method: 'POST', path: '/payin', headers, body, expected: 201 };
}

export function createPayout() {
  sent += 1;
  const body = {
    amount: 1,
    pixKey: 'ana@example.com',
    pixKeyType: 'EMAIL',
    referenceId: `bench-${process.pid}-${sent}`,
  };
  return { method: 'POST', path: '/payout', headers, body, expected: 201 };
}

export function readPayin(id) {
  return { method: 'GET', path: `/payin/${id}`, headers, expected: 200 };
}
