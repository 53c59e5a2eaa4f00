import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import type { PagBank } from '../pagbank/pagbank.ts';
import type { Call } from './call.ts';
import { createCaller } from './call.ts';

export const APPROVED_CARD = '4539620659922097';
export const DECLINED_CARD = '4929291898380766';

/** A seller that calls PagBank as its pages say, by plain requests. */
export function createTestSeller(party: PagBank) {
  const send = createCaller({ trusted: party.authorityPem });

  function call(method: string, path: string, { headers, ...rest }: Call = {}) {
    const origin = path.startsWith('/checkout-sdk') ? party.sdk : party.api;
    const authorization = `Bearer ${party.credentials.token}`;
    return send(`${origin}${path}`, { method, ...rest, headers: { authorization, ...headers } });
  }

  return {
    call,
    /** An order, with the ids of it and of its charge. */
    order: async (body: unknown, headers: Readonly<Record<string, string>> = {}) => {
      const answer = await call('POST', '/orders', { body, headers });
      const id = [...party.orders.keys()].at(-1) ?? '';
      return { ...answer, id, chargeId: party.orders.get(id)?.charge?.id ?? '' };
    },
    openSession: async () => {
      const { json } = await call('POST', '/checkout-sdk/sessions');
      return (json as { session: string }).session;
    },
    getPublicKey: async () => {
      const { json } = await call('GET', '/public-keys/card');
      return (json as { public_key: string }).public_key;
    },
  };
}

/** As PagBank's script in the page does it. */
export function encryptCard(publicKey: string, plain: string): string {
  const der = Buffer.from(publicKey, 'base64');
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const padding = constants.RSA_PKCS1_PADDING;
  return publicEncrypt({ key, padding }, Buffer.from(plain)).toString('base64');
}

const ADDRESS = {
  street: 'Avenida Brigadeiro Faria Lima',
  number: '1384',
  locality: 'Pinheiros',
  city: 'São Paulo',
  region_code: 'SP',
  country: 'BRA',
  postal_code: '01452002',
};

/** An order as the pages' examples have it, without what is to be paid. */
export function anOrder(changes: Record<string, unknown> = {}) {
  return {
    reference_id: 'ex-00001',
    customer: {
      name: 'Jose da Silva',
      email: 'email@test.com',
      tax_id: '12345678909',
      phones: [{ country: '55', area: '11', number: '999999999', type: 'MOBILE' }],
    },
    items: [{ reference_id: 'item', name: 'nome do item', quantity: 1, unit_amount: 5880 }],
    shipping: { address: ADDRESS },
    ...changes,
  };
}

export function aCardCharge({
  card,
  value = 5880,
  ...method
}: { card?: Record<string, unknown>; value?: number } & Record<string, unknown> = {}) {
  return {
    reference_id: 'attempt1',
    description: 'Pedido 1',
    amount: { value, currency: 'BRL' },
    payment_method: {
      type: 'CREDIT_CARD',
      installments: 1,
      capture: true,
      card: card ?? aPlainCard(),
      holder: { name: 'Jose da Silva', tax_id: '12345678909' },
      ...method,
    },
  };
}

export function aPlainCard(number = APPROVED_CARD) {
  return {
    number,
    exp_month: '12',
    exp_year: '2030',
    security_code: '123',
    holder: { name: 'Jose da Silva' },
  };
}

export function aBoletoCharge(changes: Record<string, unknown> = {}) {
  const holder = { name: 'Jose da Silva', tax_id: '12345678909', email: 'jose@test.com' };
  return {
    reference_id: 'attempt1',
    amount: { value: 5880, currency: 'BRL' },
    payment_method: {
      type: 'BOLETO',
      boleto: {
        due_date: '2026-11-30',
        instruction_lines: { line_1: 'Pagamento processado', line_2: 'Via PagSeguro' },
        holder: { ...holder, address: ADDRESS },
        ...changes,
      },
    },
  };
}
