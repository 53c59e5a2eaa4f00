import { expect } from '@playwright/test';
import { checkedFetch } from '../service/testing/test-checked-fetch.ts';
import type { System } from './system.ts';

export type ApiAnswer = { status: number; body: { [name: string]: unknown } };

/**
 * Calls the API as the back end of a sandbox merchant does: key pair, no browser. The answer is held
 * to the document of the API.
 */
export async function callApi(
  system: Pick<System, 'baseUrl'>,
  account: string,
  path: string,
  body?: object,
): Promise<ApiAnswer> {
  const pair = Buffer.from(`pk_test_${account}:sk_test_${account}`).toString('base64');
  const response = await checkedFetch(system.baseUrl + path, {
    headers: { authorization: `Basic ${pair}`, 'content-type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** A buyer, complete and right. */
export const CUSTOMER = {
  id: 'buyer-1',
  name: 'Marina Alves Souza',
  document: '52998224725',
  email: 'marina@exemplo.com.br',
  phone: '5511987654321',
  address: {
    street: 'Avenida Paulista',
    number: '1578',
    zipCode: '01310200',
    city: 'São Paulo',
    state: 'SP',
  },
};

/** A payin of a card token, complete and right. */
export function payinOf(card: object, referenceId: string, amount: number): object {
  return {
    paymentMethod: 'CREDIT_CARD',
    amount,
    referenceId,
    isPhysicalProduct: true,
    payerIp: '203.0.113.7',
    customer: CUSTOMER,
    items: [{ title: 'Café', quantity: 1, unitPrice: amount }],
    card,
  };
}

/** The sandbox's way to end a payin: `pay`, `expire`, `cancel`. */
export async function endPayin(system: System, payinId: string, move: string, account = 'no3ds') {
  const { status } = await callApi(system, account, `/sandbox/payins/${payinId}/${move}`, {});
  expect(status).toBe(200);
}
