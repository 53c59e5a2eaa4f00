import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestHarness } from '../server/harness.ts';
import {
  APPROVED_CARD,
  aBoletoCharge,
  aCardCharge,
  anOrder,
  aPlainCard,
  createTestSeller,
  encryptCard,
} from '../testing/pagbank-seller.ts';
import { startPagBank } from './pagbank.ts';

async function arrange({ takesPlainCards = true } = {}) {
  const harness = createTestHarness();
  const party = await startPagBank({ ...harness, takesPlainCards });
  onTestFinished(() => party.stop());
  return { ...harness, party, ...createTestSeller(party) };
}

const PLAIN = `${APPROVED_CARD};123;12;2030;Jose da Silva;1795435200000`;

describe('an order by card', () => {
  it('is paid at once, and never told with its number', async () => {
    const { party, order, call } = await arrange();
    const { status, json, text, id, chargeId } = await order(anOrder({ charges: [aCardCharge()] }));
    expect(status).toBe(201);
    expect(() => party.endAnalysis(chargeId, true)).toThrow('no analysis');
    expect(json).toMatchObject({
      id: expect.stringMatching(/^ORDE_[0-9A-F-]{36}$/),
      reference_id: 'ex-00001',
      charges: [
        {
          id: expect.stringMatching(/^CHAR_[0-9A-F-]{36}$/),
          status: 'PAID',
          amount: { value: 5880, summary: { total: 5880, paid: 5880, refunded: 0 } },
          payment_response: { code: '20000', raw_data: { reason_code: '00' } },
          payment_method: { card: { brand: 'visa', first_digits: '453962', last_digits: '2097' } },
        },
      ],
    });
    expect(text).not.toContain(APPROVED_CARD);
    expect(text).not.toContain('"123"');
    expect(await call('GET', `/orders/${id}`)).toMatchObject({ status: 200, json });
    expect(await call('GET', `/charges/${chargeId}`)).toMatchObject({ json: { status: 'PAID' } });
    expect(await call('GET', '/charges?reference_id=attempt1')).toMatchObject({
      json: [{ id: chargeId }],
    });
    expect(await call('GET', '/charges?reference_id=attempt2')).toMatchObject({
      ...{ status: 200, json: [] },
    });
  });

  it('takes no encrypted card of another key or another form', async () => {
    const { party, order, getPublicKey } = await arrange();
    const other = await arrange();
    const wrong = [
      encryptCard(await other.getPublicKey(), PLAIN),
      encryptCard(await getPublicKey(), PLAIN.replace(';123;', ';')),
      'not encrypted',
    ];
    for (const encrypted of wrong) {
      const charges = [aCardCharge({ card: { encrypted } })];
      expect(await order(anOrder({ charges }))).toMatchObject({
        status: 400,
        json: { error_messages: [{ parameter_name: 'charges[0].payment_method.card' }] },
      });
    }
    expect(party.orders.size).toBe(0);
    expect(party.takeViolations()).toHaveLength(3);
  });

  it('takes no card in the clear from an account that is not cleared for it', async () => {
    const { party, order } = await arrange({ takesPlainCards: false });
    expect(await order(anOrder({ charges: [aCardCharge()] }))).toMatchObject({
      status: 403,
      json: { error_messages: [{ code: 'ACCESS_DENIED' }] },
    });
    expect(party.orders.size).toBe(0);
  });

  it.each([
    ['no capture', { capture: undefined }, '40002'],
    ['no instalments', { installments: undefined }, '40001'],
    ['too many instalments', { installments: 19 }, '40002'],
    ['instalments under R$ 5.00', { installments: 12 }, '40002'],
    ['less than the brand takes', { value: 99 }, '40002'],
    ['reais', { value: 58.8 }, '40002'],
    ['two cards', { card: { ...aPlainCard(), id: 'CARD_0' } }, '40002'],
    ['no card', { card: {} }, '40002'],
    ['a card without its end', { card: { number: APPROVED_CARD } }, '40002'],
    ['a long descriptor', { soft_descriptor: 'a'.repeat(18) }, '40002'],
    ['a descriptor with marks', { soft_descriptor: 'Loja & Cia' }, '40002'],
    ['another method', { type: 'WALLET' }, '40002'],
  ])('is refused with %s', async (_what, changes, code) => {
    const { party, order } = await arrange();
    expect(await order(anOrder({ charges: [aCardCharge(changes)] }))).toMatchObject({
      status: 400,
      json: { error_messages: [{ code, parameter_name: expect.stringContaining('charges[0]') }] },
    });
    expect(party.orders.size).toBe(0);
    expect(party.takeViolations()).toHaveLength(1);
  });

  it.each([
    ['a name with signs', { customer: { ...anOrder().customer, name: 'Jose & Filhos' } }],
    ['no document', { customer: { ...anOrder().customer, tax_id: undefined } }],
    ['no items', { items: [] }],
    ['a plain address of notices', { notification_urls: ['http://loja.example.com'] }],
    ['two codes', { qr_codes: [{ amount: { value: 1 } }, { amount: { value: 1 } }] }],
    ['a code and a charge', { qr_codes: [{ amount: { value: 1 } }], charges: [aCardCharge()] }],
    [
      'a code that is over',
      { qr_codes: [{ amount: { value: 1 }, expiration_date: '2026-11-22T10:00:00-03:00' }] },
    ],
  ])('is refused with %s', async (_what, changes) => {
    const { party, order } = await arrange();
    expect(await order(anOrder(changes))).toMatchObject({ status: 400 });
    expect(party.orders.size).toBe(0);
    expect(party.takeViolations()).toHaveLength(1);
  });

  it('is refused without its token, or with a wrong one', async () => {
    const { party, order } = await arrange();
    expect(await order(anOrder(), { authorization: 'Bearer another' })).toMatchObject({
      status: 401,
      json: { error_messages: [{ code: 'UNAUTHORIZED' }] },
    });
    expect(party.takeViolations()).toEqual([]);
  });

  it('with a field that there is not is taken, and remembered', async () => {
    const { party, order } = await arrange();
    expect(await order(anOrder({ coupon: 'TEN' }))).toMatchObject({ status: 201 });
    expect(party.takeViolations()).toEqual(['POST /orders: coupon is no field there']);
  });
});

describe('3-D Secure before the order', () => {
  it('is opened by the server, gone through in the page, and named in the charge', async () => {
    const { party, order, openSession } = await arrange();
    const session = await openSession();
    const id = party.authenticate(session, { centavos: 5880 });
    const authentication_method = { type: 'THREEDS', id };
    const charges = [aCardCharge({ authentication_method })];
    expect(await order(anOrder({ charges }))).toMatchObject({
      json: {
        charges: [
          {
            status: 'PAID',
            payment_method: { authentication_method: { id, status: 'AUTHENTICATED' } },
          },
        ],
      },
    });
    expect(await order(anOrder({ charges }))).toMatchObject({ status: 400 });
    expect(party.takeViolations()).toEqual([
      'POST /orders: charges.0.payment_method.authentication_method.id was used before',
    ]);
  });

  it('is over after half an hour', async () => {
    const { party, clock, openSession } = await arrange();
    const session = await openSession();
    clock.advance(30 * 60 * 1000);
    expect(() => party.authenticate(session, { centavos: 5880 })).toThrow('over');
  });

  it('of another amount, or of nobody, is refused', async () => {
    const { party, order, openSession } = await arrange();
    const ids = [
      party.authenticate(await openSession(), { centavos: 5881 }),
      '3DS_00000000-0000-4000-8000-000000000000',
    ];
    for (const id of ids) {
      const charges = [aCardCharge({ authentication_method: { type: 'THREEDS', id } })];
      expect(await order(anOrder({ charges }))).toMatchObject({ status: 400 });
    }
    expect(party.takeViolations()).toHaveLength(2);
  });
});

describe('an order by boleto', () => {
  it('waits with its line, and is paid', async () => {
    const { party, order, call } = await arrange();
    const { json, id, chargeId } = await order(anOrder({ charges: [aBoletoCharge()] }));
    expect(json).toMatchObject({
      charges: [
        {
          status: 'WAITING',
          payment_method: {
            type: 'BOLETO',
            boleto: {
              barcode: expect.stringMatching(/^0339\d{28}\d16460000005880$/),
              due_date: '2026-11-30',
            },
          },
        },
      ],
    });
    party.pay(id);
    expect(await call('GET', `/charges/${chargeId}`)).toMatchObject({ json: { status: 'PAID' } });
    expect(() => party.pay(id)).toThrow('nothing to pay');
  });

  it.each([
    ['holder', undefined],
    ['instruction_lines', { line_1: 'one' }],
    ['due_date', '30/11/2026'],
    ['due_date', '2026-11-22'],
  ])('is refused with %s %j', async (field, value) => {
    const { party, order } = await arrange();
    const charges = [aBoletoCharge({ [field]: value })];
    expect(await order(anOrder({ charges }))).toMatchObject({ status: 400 });
    expect(party.takeViolations()).toHaveLength(1);
  });
});
