import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../simulators/server/faults.ts';
import { DECLINED_CARD } from '../../../simulators/testing/pagbank-seller.ts';
import { orderFacts } from '../../testing/order-facts.ts';
import {
  arrangePagBank,
  NOTICES_ADDRESS,
  PAGBANK_CARD,
  PAGBANK_CVV,
} from '../../testing/test-pagbank.ts';

const ORDERS = { method: 'POST', path: '/orders' } as const;

function aCard(number: string) {
  const rest = { holderName: 'ANA', expirationMonth: '12', expirationYear: '2030' };
  return { kind: 'card', card: { ...rest, number } } as const;
}

function chargesOf({ party }: Awaited<ReturnType<typeof arrangePagBank>>) {
  return [...party.charges.values()];
}

describe('a charge at PagBank', () => {
  it('is one order with our key, captured at once, and found as approved', async () => {
    const arranged = await arrangePagBank();
    const { charge, findCharge, key, orders } = arranged;
    const approved = await charge({ installments: 3 });
    const [made] = chargesOf(arranged);
    expect(approved).toEqual({ kind: 'approved', externalId: made?.id });
    expect(made?.fields).toMatchObject({
      reference_id: key,
      description: 'order-1',
      amount: { value: 3700, currency: 'BRL' },
      payment_method: {
        ...{ type: 'CREDIT_CARD', installments: 3, capture: true, soft_descriptor: 'Loja Acme' },
        card: { number: PAGBANK_CARD, security_code: PAGBANK_CVV, holder: { name: 'ANA SOUZA' } },
      },
    });
    const [request] = orders();
    expect(request?.headers['x-idempotency-key']).toBe(key);
    expect(JSON.parse(request?.rawBody ?? '')).toMatchObject({
      reference_id: key,
      customer: {
        ...{ name: 'Ana Souza', email: 'ana@example.com', tax_id: '52998224725' },
        phones: [{ country: '55', area: '11', number: '987654321', type: 'MOBILE' }],
      },
      items: [{ name: 'Livro', quantity: 1, unit_amount: 3700 }],
      notification_urls: [NOTICES_ADDRESS],
    });
    expect(await findCharge()).toEqual(approved);
  });

  it('has its names in letters, digits and spaces, and never an empty one', async () => {
    const arranged = await arrangePagBank();
    const { payer } = orderFacts();
    await arranged.charge({
      merchantName: 'Açaí & Cia. – Loja nº 1 do Brasil',
      payer: { ...payer, name: "Conceição D'Ávila-Souza (mãe)" },
      card: { kind: 'card', card: { ...aCard(PAGBANK_CARD).card, holderName: '&&&' } },
    });
    const [order] = [...arranged.party.orders.values()];
    expect(order?.fields.customer.name).toBe('Conceição D Ávila Souza mãe');
    expect(chargesOf(arranged)[0]?.fields?.payment_method).toMatchObject({
      soft_descriptor: 'Acai Cia Loja no',
      card: { holder: { name: 'Cliente' } },
    });
  });

  it('tells an order with a gift in it as one item of the whole amount', async () => {
    const { charge, party } = await arrangePagBank();
    const gift = { title: 'Marcador', quantity: 1, unitPrice: 0 };
    await charge({ items: [{ title: 'Livro', quantity: 1, unitPrice: 3700 }, gift] });
    expect([...party.orders.values()][0]?.fields.items).toEqual([
      { name: 'Pedido order-1', quantity: 1, unit_amount: 3700 },
    ]);
  });

  it('by a card that PagBank keeps goes without a number and a CVV', async () => {
    const arranged = await arrangePagBank();
    arranged.party.cards.set('CARD_1', {
      ...{ number: PAGBANK_CARD, securityCode: '', month: '12', year: '2030', holder: 'ANA' },
    });
    await arranged.charge({
      cvv: null,
      card: { kind: 'stored', provider: 'pagbank', cardReference: 'CARD_1' },
    });
    expect(chargesOf(arranged)[0]?.fields?.payment_method).toMatchObject({
      card: { id: 'CARD_1' },
    });
  });

  it.each([
    ['the first of a card that stays on file', 'buyer', true, { type: 'INITIAL' }],
    ['the merchant begins by a card on file', 'merchant', false, { type: 'SUBSEQUENT' }],
    ['a buyer makes again by a card on file', 'buyer', false, undefined],
  ] as const)('that %s is told as that', async (_which, initiator, isFirst, recurring) => {
    const arranged = await arrangePagBank();
    const networkTransactionId = isFirst ? null : '580027442382078';
    const storedCredential = { initiator, isFirst, networkTransactionId };
    const cvv = initiator === 'merchant' ? { cvv: null } : {};
    expect(await arranged.charge({ ...cvv, storedCredential })).toMatchObject({ kind: 'approved' });
    expect(chargesOf(arranged)[0]?.fields?.recurring).toEqual(recurring);
  });

  it('carries what another authentication came to', async () => {
    const arranged = await arrangePagBank();
    const proof = { eci: '05', cavv: 'AAABB2gHA1B5EFNjWQcDAAAAAAB=', version: '2.2.0' };
    const dsTransactionId = 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b';
    await arranged.charge({ authentication: { kind: 'cryptogram', ...proof, dsTransactionId } });
    expect(chargesOf(arranged)[0]?.authentication?.fields).toEqual({
      ...{ type: 'THREEDS', ...proof, dstrans_id: dsTransactionId },
    });
  });

  it('names an authentication of PagBank’s own, and takes no other party’s', async () => {
    const arranged = await arrangePagBank();
    const { party, charge, orders } = arranged;
    const session = party.openSession();
    const id = party.authenticate(session, { centavos: 3700 });
    const other = { kind: 'reference', provider: 'another', id } as const;
    expect(await charge({ authentication: other })).toEqual({ kind: 'unavailable' });
    expect(orders()).toHaveLength(0);
    expect(await charge({ authentication: { ...other, provider: 'pagbank' } })).toMatchObject({
      kind: 'approved',
    });
    expect(chargesOf(arranged)[0]?.authentication).toMatchObject({ fields: { id } });
  });
});

describe('an authentication of PagBank’s own that the buyer did not pass', () => {
  async function arrange() {
    const arranged = await arrangePagBank();
    const { party, charge } = arranged;
    const id = party.authenticate(party.openSession(), { centavos: 3700, hasPassed: false });
    const authentication = { kind: 'reference', provider: 'pagbank', id } as const;
    return { ...arranged, pay: () => charge({ authentication }) };
  }

  it('takes nothing, whatever a browser said: what was charged is given back at once', async () => {
    const arranged = await arrange();
    const refused = await arranged.pay();
    expect(refused).toMatchObject({ kind: 'refused', reason: 'not_authenticated' });
    expect(chargesOf(arranged)[0]).toMatchObject({ status: 'CANCELED', refunded: 3700 });
    expect(await arranged.findCharge()).toEqual(refused);
  });

  it('takes nothing either where that is found out later', async () => {
    const arranged = await arrange();
    arranged.party.faults.next(ORDERS, { kind: 'commit_and_cut' });
    await expect(arranged.pay()).rejects.toThrow('may have charged it or not');
    expect(await arranged.findCharge()).toMatchObject({ reason: 'not_authenticated' });
    expect(chargesOf(arranged)[0]).toMatchObject({ status: 'CANCELED', refunded: 3700 });
  });

  it.each<Fault>([{ kind: 'cut' }, { kind: 'commit_and_cut' }])(
    'is given back once, however its answer is lost: $kind',
    async (fault) => {
      const arranged = await arrange();
      arranged.party.faults.next({ path: '/charges/:id/cancel' }, fault);
      await arranged.pay().catch(() => null);
      expect(await arranged.findCharge()).toMatchObject({ kind: 'refused' });
      expect(chargesOf(arranged)[0]).toMatchObject({ status: 'CANCELED', refunded: 3700 });
    },
  );

  it('and that PagBank does not give back stays unknown', async () => {
    const { pay, party } = await arrange();
    party.refuseNextRefund({ code: '40002', description: 'insufficient_balance' });
    await expect(pay()).rejects.toThrow('may have given it back or not');
  });

  it('and whose card was declined says why', async () => {
    const { pay, party } = await arrange();
    party.decideNext({ reasonCode: '51' });
    expect(await pay()).toMatchObject({ kind: 'declined', code: 'PAYER_LIMIT_REJECTED' });
  });
});

describe('a card that is encrypted', () => {
  it('is never sent in the clear, and its key is fetched once', async () => {
    const { charge, party, orders } = await arrangePagBank({
      ...{ cardMode: 'encrypted', takesPlainCards: false },
    });
    expect(await charge()).toMatchObject({ kind: 'approved' });
    expect(await charge({ reference: 'pay_acme_AAAAAAAAAAAAAAAAAAAAAA' })).toMatchObject({
      kind: 'approved',
    });
    // What is encrypted is random and may hold the three digits by chance.
    const inTheClear = (key: string, value: unknown) => (key === 'encrypted' ? null : value);
    for (const { rawBody } of orders()) {
      const read = JSON.stringify(JSON.parse(rawBody, inTheClear));
      expect(read).toContain('"encrypted":null');
      expect(read).not.toContain(PAGBANK_CARD);
      expect(read).not.toContain(PAGBANK_CVV);
    }
    expect(party.requests.filter(({ path }) => path.startsWith('/public-keys'))).toHaveLength(1);
    expect([...party.charges.values()][0]?.card).toMatchObject({
      ...{ number: PAGBANK_CARD, securityCode: PAGBANK_CVV, month: '12', year: '2030' },
    });
  });

  it('is not charged where the key cannot be had, or where its CVV is not known', async () => {
    const { charge, party, orders } = await arrangePagBank({ cardMode: 'encrypted' });
    party.faults.next({ path: '/public-keys/card' }, { kind: 'cut' });
    expect(await charge()).toEqual({ kind: 'unavailable' });
    expect(await charge({ cvv: null })).toEqual({ kind: 'unavailable' });
    expect(orders()).toHaveLength(0);
  });
});

describe('a card that is declined', () => {
  it.each([
    [
      '51',
      'visa',
      { kind: 'declined', code: 'PAYER_LIMIT_REJECTED', reason: 'insufficient_funds' },
    ],
    ['N7', 'visa', { kind: 'declined', code: 'INVALID_CVV', reason: 'invalid_cvv' }],
    ['63', 'elo', { kind: 'declined', code: 'INVALID_CVV', reason: 'invalid_cvv' }],
    ['83', 'mastercard', { kind: 'declined', code: 'REJECTED_BY_RISK', reason: 'suspected_fraud' }],
    ['54', 'visa', { kind: 'refused', reason: 'card_expired' }],
    ['Z9', 'visa', { kind: 'refused', network: { brand: 'visa', code: 'Z9' } }],
  ] as const)('with %s by %s is told so, then and later', async (reasonCode, brand, told) => {
    const { party, charge, findCharge } = await arrangePagBank();
    party.decideNext({ reasonCode });
    expect(await charge({ brand })).toMatchObject(told);
    // Asked later, PagBank's own word for the brand of the test card is all there is.
    expect(await findCharge()).toMatchObject({ kind: expect.stringMatching(/declined|refused/) });
  });

  it('tells what the network advises', async () => {
    const { party, charge } = await arrangePagBank();
    party.decideNext({ reasonCode: '51', merchantAdviceCode: '24' });
    expect(await charge({ brand: 'mastercard' })).toMatchObject({
      ...{ kind: 'declined', network: { brand: 'mastercard', code: '51', advice: '24' } },
    });
  });

  it('because its bank did not answer took nothing, and may be tried again', async () => {
    const { party, charge } = await arrangePagBank();
    party.decideNext({ reasonCode: '91' });
    expect(await charge()).toEqual({ kind: 'unavailable' });
    expect([...party.charges.values()][0]?.paid).toBe(0);
  });

  it('with a code that says nothing is refused', async () => {
    const { charge, findCharge } = await arrangePagBank();
    const refused = await charge({ card: aCard(DECLINED_CARD) });
    expect(refused).toMatchObject({ kind: 'refused' });
    expect(await findCharge()).toEqual(refused);
  });

  it('or not, after an analysis is found once that has ended', async () => {
    for (const [isAccepted, kind] of [
      [true, 'approved'],
      [false, 'refused'],
    ] as const) {
      const arranged = await arrangePagBank();
      arranged.party.decideNext({ status: 'IN_ANALYSIS' });
      expect(await arranged.charge()).toEqual({ kind: 'processing' });
      expect(await arranged.findCharge()).toEqual({ kind: 'processing' });
      arranged.party.endAnalysis(chargesOf(arranged)[0]?.id ?? '', isAccepted);
      expect(await arranged.findCharge()).toMatchObject({ kind });
    }
  });
});
