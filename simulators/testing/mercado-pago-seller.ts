import type { MercadoPago } from '../mercado-pago/mercado-pago.ts';
import type { Call } from './call.ts';
import { createCaller } from './call.ts';

export const PAYER = { email: 'test_user_123@testuser.com' };

/** A seller that calls Mercado Pago as its pages say, by plain requests. */
export function createMercadoSeller(party: MercadoPago) {
  const send = createCaller({ trusted: party.authorityPem });
  let keys = 0;

  function call(method: string, path: string, { body, headers }: Call = {}) {
    keys += 1;
    return send(`${party.api}${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: {
        authorization: `Bearer ${party.credentials.accessToken}`,
        'x-idempotency-key': `key-${keys}`,
        'content-type': 'application/json',
        ...headers,
      },
    });
  }

  async function tokenOf(name = 'APRO') {
    await call('POST', '/v1/card_tokens', { body: aCard(name) });
    return [...party.tokens.keys()].at(-1) ?? '';
  }

  async function pay(changes: Record<string, unknown> = {}, name = 'APRO') {
    const body = await aPayment(changes, name);
    const answer = await call('POST', '/v1/payments', { body });
    return { ...answer, id: [...party.payments.keys()].at(-1) ?? 0 };
  }

  async function aPayment(changes: Record<string, unknown> = {}, name = 'APRO') {
    return {
      transaction_amount: 58.8,
      token: await tokenOf(name),
      installments: 1,
      payment_method_id: 'visa',
      external_reference: 'attempt1',
      payer: PAYER,
      ...changes,
    };
  }

  async function payByPix() {
    const body = { transaction_amount: 58.8, payment_method_id: 'pix', payer: PAYER };
    const answer = await call('POST', '/v1/payments', { body });
    return { ...answer, id: [...party.payments.keys()].at(-1) ?? 0 };
  }

  return { call, tokenOf, pay, aPayment, payByPix };
}

export function aCard(name: string) {
  return {
    card_number: '5031433215406351',
    security_code: '123',
    expiration_month: 11,
    expiration_year: 2030,
    cardholder: { name, identification: { type: 'CPF', number: '12345678909' } },
  };
}
