import { callApi, payinOf } from './merchant-api.ts';
import type { System } from './system.ts';
import { expect } from './system.ts';

/** A card that is approved. */
export const CARD = {
  holderName: 'ANA SOUZA',
  number: '4111111111111111',
  expirationMonth: '12',
  expirationYear: '2040',
  cvv: '123',
  installments: 1,
};

let payments = 0;

/** A payment of the company whose people are published, as its shop makes one. */
async function pay(system: System, change: object) {
  payments += 1;
  const referenceId = `painel-${Date.now()}-${payments}`;
  const order = { ...payinOf(CARD, referenceId, 12_345), ...change };
  const { status, body } = await callApi(system, 'no3ds', '/payin', order);
  expect(status).toBe(201);
  return { id: String(body.id), referenceId };
}

export function payByCard(system: System) {
  return pay(system, {});
}

export function payByPix(system: System) {
  return pay(system, { paymentMethod: 'PIX', card: undefined });
}
