import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../simulators/server/faults.ts';
import { arrangeCielo, CIELO_CARD, CIELO_CVV } from '../../testing/test-cielo.ts';
import type { AuthenticationProof } from '../acquirer.ts';

const PROOF: AuthenticationProof = {
  kind: 'cryptogram',
  eci: '05',
  cavv: 'AAABB2gHA1B5EFNjWQcDAAAAAAB=',
  dsTransactionId: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b',
  version: '2.2.0',
};

function bodyOf({ party }: Awaited<ReturnType<typeof arrangeCielo>>): unknown {
  const request = party.requests.findLast(({ method }) => method === 'POST');
  return JSON.parse(`${request?.rawBody}`);
}

describe('a charge at Cielo', () => {
  it('is one order under our key, of the payer, in instalments, and captured at once', async () => {
    const arranged = await arrangeCielo();
    const { charge, key } = arranged;
    expect(await charge({ installments: 3 })).toMatchObject({ kind: 'approved' });
    expect(bodyOf(arranged)).toEqual({
      MerchantOrderId: key,
      Customer: {
        ...{ Name: 'Ana Souza', Identity: '52998224725', IdentityType: 'CPF' },
        Email: 'ana@example.com',
        Address: {
          ...{ Street: 'Rua das Flores', Number: '10', ZipCode: '01310100' },
          ...{ City: 'São Paulo', State: 'SP', Country: 'BRA', District: 'Centro' },
        },
      },
      Payment: {
        ...{ Type: 'CreditCard', Amount: 3700, Currency: 'BRL', Country: 'BRA', Installments: 3 },
        ...{ Interest: 'ByMerchant', Capture: true, SoftDescriptor: 'LojaAcme' },
        CreditCard: {
          ...{ CardNumber: CIELO_CARD, Holder: 'ANA SOUZA', ExpirationDate: '12/2030' },
          ...{ SecurityCode: CIELO_CVV, Brand: 'Visa' },
        },
      },
    });
  });

  it('names the shop by 13 letters and digits, and the holder by what is embossed', async () => {
    const arranged = await arrangeCielo();
    const { charge, request } = arranged;
    if (request.card.kind !== 'card') throw new Error('no card');
    const card = { ...request.card.card, holderName: "João D'Ávila Conceição dos Santos Neto" };
    await charge({ merchantName: 'Açaí & Cia. nº 1 do Brasil', card: { kind: 'card', card } });
    expect(bodyOf(arranged)).toMatchObject({
      Payment: {
        SoftDescriptor: 'AcaiCian1doBr',
        CreditCard: { Holder: 'Joao D Avila Conceicao do' },
      },
    });
  });

  it('names the acquirer behind where it goes by Braspag', async () => {
    const arranged = await arrangeCielo({ profile: 'braspag' });
    expect(await arranged.charge()).toMatchObject({ kind: 'approved' });
    expect(bodyOf(arranged)).toMatchObject({ Payment: { Provider: 'Simulado' } });
  });

  it('shows the bank the proof of an authentication', async () => {
    const arranged = await arrangeCielo();
    expect(await arranged.charge({ authentication: PROOF })).toMatchObject({ kind: 'approved' });
    expect(bodyOf(arranged)).toMatchObject({
      Payment: {
        Authenticate: true,
        ExternalAuthentication: {
          ...{ Cavv: PROOF.kind === 'cryptogram' && PROOF.cavv, Eci: '05', Version: '2' },
          ReferenceId: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b',
        },
      },
    });
  });

  it.each<[string, AuthenticationProof]>([
    ['another party’s own', { kind: 'reference', provider: 'pagbank', id: '3DS_1' }],
    ['the first version', { ...PROOF, version: '1.0.2' }],
    ['no id of the directory server', { ...PROOF, dsTransactionId: 'x' }],
  ])('with a proof that cannot be shown is not sent: %s', async (_what, authentication) => {
    const { charge, party } = await arrangeCielo();
    await expect(charge({ authentication })).rejects.toThrow('cannot be shown');
    expect(party.requests).toHaveLength(0);
  });

  it('by a brand that it does not take is refused before anything is sent', async () => {
    const { charge, party } = await arrangeCielo();
    expect(await charge({ brand: 'unionpay' })).toMatchObject({
      kind: 'refused',
      reason: 'not_allowed',
    });
    expect(party.requests).toHaveLength(0);
  });

  it.each(['visa', 'mastercard'] as const)('by a stored card of %s is by token', async (brand) => {
    const arranged = await arrangeCielo();
    const { acquirer, request, charge, never } = arranged;
    if (request.card.kind !== 'card') throw new Error('no card');
    const { card } = request.card;
    const stored = await acquirer.storeCard({ companyId: 'acme', card, brand }, never);
    if (stored.kind !== 'stored') throw new Error('it was not stored');
    expect(JSON.stringify(bodyOf(arranged))).not.toContain(CIELO_CVV);
    const answer = await charge({ brand, card: { ...stored, provider: 'cielo' } });
    expect(answer).toMatchObject({ kind: 'approved' });
    const body = JSON.stringify(bodyOf(arranged));
    expect(body).toContain(stored.cardReference);
    expect(body).not.toContain(CIELO_CARD);
  });

  it.each(['cielo', 'braspag'] as const)(
    'of a card that stays on file says so at %s, and what its network called the first',
    async (profile) => {
      const arranged = await arrangeCielo({ profile });
      const { party, charge, find } = arranged;
      const first = { initiator: 'buyer', isFirst: true, networkTransactionId: null } as const;
      const approved = await charge({ brand: 'mastercard', storedCredential: first });
      const networkTransactionId = party.salesOf(arranged.key)[0]?.brandTransactionId ?? '';
      expect(networkTransactionId).toMatch(/^\d{15}$/);
      expect(approved).toMatchObject({ kind: 'approved', networkTransactionId });
      expect(await find()).toEqual(approved);
      expect(bodyOf(arranged)).toMatchObject({
        Payment: {
          InitiatedTransactionIndicator: { Category: 'C1', Subcategory: 'CredentialsOnFile' },
          CreditCard: { CardOnFile: { Usage: 'First', Reason: 'Unscheduled' } },
        },
      });
      expect(JSON.stringify(bodyOf(arranged))).not.toContain('IssuerTransactionId');
      for (const [initiator, Category] of [
        ['buyer', 'C1'],
        ['merchant', 'M1'],
      ] as const) {
        const { cvv: _, ...withoutCvv } = arranged.request;
        const request = initiator === 'buyer' ? arranged.request : withoutCvv;
        const storedCredential = { initiator, isFirst: false, networkTransactionId } as const;
        const again = await arranged.acquirer.charge(
          {
            ...{
              ...request,
              reference: `pay_acme_3q2-7wAAAAAA${initiator.slice(0, 5)}AAAAA`,
              brand: 'mastercard',
            },
            storedCredential,
          },
          arranged.never,
        );
        expect(again.kind).toBe('approved');
        expect(bodyOf(arranged)).toMatchObject({
          Payment: {
            IssuerTransactionId: networkTransactionId,
            InitiatedTransactionIndicator: { Category, Subcategory: 'CredentialsOnFile' },
            CreditCard: { CardOnFile: { Usage: 'Used', Reason: 'Unscheduled' } },
          },
        });
      }
      expect(party.takeViolations()).toEqual([]);
    },
  );

  it('names who begins it with Mastercard alone, and nothing of what is kept nowhere', async () => {
    const arranged = await arrangeCielo();
    const first = { initiator: 'buyer', isFirst: true, networkTransactionId: null } as const;
    await arranged.charge({ storedCredential: first });
    const told = JSON.stringify(bodyOf(arranged));
    expect(told).toContain('CardOnFile');
    expect(told).not.toContain('InitiatedTransactionIndicator');
    const once = await arrangeCielo();
    expect(await once.charge({ brand: 'mastercard' })).not.toHaveProperty('networkTransactionId');
    expect(JSON.stringify(bodyOf(once))).not.toMatch(/CardOnFile|InitiatedTransactionIndicator/);
  });

  it('keeps no cards by Braspag, whose vault is another product', async () => {
    const { acquirer, request, never, party } = await arrangeCielo({ profile: 'braspag' });
    if (request.card.kind !== 'card') throw new Error('no card');
    const { card } = request.card;
    const answer = await acquirer.storeCard({ companyId: 'acme', card, brand: 'visa' }, never);
    expect(answer).toEqual({ kind: 'unavailable' });
    expect(party.requests).toHaveLength(0);
  });
});

describe('a refusal at Cielo', () => {
  it.each([
    ['visa', '51', undefined, { code: 'PAYER_LIMIT_REJECTED', reason: 'insufficient_funds' }],
    ['visa', '54', undefined, { kind: 'refused', reason: 'card_expired' }],
    ['elo', '63', undefined, { code: 'INVALID_CVV' }],
    ['elo', '4', undefined, { kind: 'unavailable' }],
    ['mastercard', '83', '03', { code: 'REJECTED_BY_RISK', network: { advice: '03' } }],
    ['visa', '91', undefined, { kind: 'unavailable' }],
    ['visa', '13', undefined, { kind: 'failed' }],
    ['visa', 'BP171', undefined, { code: 'REJECTED_BY_RISK' }],
    ['visa', 'EB', undefined, { kind: 'failed' }],
    ['visa', 'AI', undefined, { kind: 'refused', reason: 'not_authenticated' }],
    ['visa', '70', undefined, { code: 'PAYER_LIMIT_REJECTED' }],
    ['diners', '51', undefined, { kind: 'refused', network: { brand: 'diners', code: '51' } }],
    ['visa', '', undefined, { kind: 'refused' }],
  ] as const)(
    'of %s with %s %s is told',
    async (brand, returnCode, merchantAdviceCode, expected) => {
      const { charge, party } = await arrangeCielo();
      const advice = merchantAdviceCode === undefined ? {} : { merchantAdviceCode };
      party.decideNext({ status: 'denied', returnCode, ...advice });
      expect(await charge({ brand })).toMatchObject(expected);
    },
  );

  it.each([
    ['114', { kind: 'unavailable' }],
    ['132', { kind: 'unavailable' }],
    ['126', { kind: 'refused', reason: 'invalid_card' }],
    ['123', { kind: 'failed' }],
  ])('by a list with %s is told, and nothing is taken', async (Code, expected) => {
    const { charge, party, paths, sales } = await arrangeCielo();
    for (const fault of [{ Code: Number(Code) }, { ReturnCode: Code }]) {
      const answer = { status: 400, body: JSON.stringify([fault]) };
      party.faults.next({ method: 'POST', path: paths.sale }, { kind: 'answer', answer });
      expect(await charge()).toMatchObject(expected);
    }
    expect(sales()).toHaveLength(0);
  });

  it.each([
    ['a 400 of somebody else', { status: 400, body: '{"message":"no"}' }],
    ['a 404 with nothing in it', { status: 404 }],
    ['a sale of another order', { status: 201, body: '{"MerchantOrderId":"x","Payment":{}}' }],
  ])('that nobody understands is unknown: %s', async (_what, answer) => {
    const { charge, party, paths } = await arrangeCielo();
    party.faults.next({ method: 'POST', path: paths.sale }, { kind: 'answer', answer });
    await expect(charge()).rejects.toThrow();
  });
});

describe('a charge at Cielo that is not decided', () => {
  it('is under way, and found as what it comes to', async () => {
    const { charge, find, party, sales } = await arrangeCielo();
    party.decideNext({ status: 'unfinished', returnCode: '' });
    expect(await charge()).toEqual({ kind: 'processing' });
    expect(await find()).toEqual({ kind: 'processing' });
    const [{ paymentId = '' } = {}] = sales();
    party.finish(paymentId, { status: 'authorized', returnCode: '6' });
    expect(await find()).toEqual({ kind: 'approved', externalId: paymentId });
  });

  it('and was given up by the acquirer is refused', async () => {
    const { charge, find, party, sales } = await arrangeCielo();
    party.decideNext({ status: 'unfinished', returnCode: '' });
    await charge();
    party.abort(sales()[0]?.paymentId ?? '');
    expect(await find()).toMatchObject({ kind: 'refused' });
  });

  it('since it is authorised and not captured is under way, and can be given back', async () => {
    const { charge, find, voidCharge, sales } = await arrangeCielo();
    await charge();
    const [sale] = sales();
    if (sale === undefined) throw new Error('there is no sale');
    Object.assign(sale, { status: 1, capturedAmount: 0, capturedAt: null });
    expect(await find()).toEqual({ kind: 'processing' });
    expect(await voidCharge()).toEqual({ kind: 'voided' });
    expect(await find()).toMatchObject({ kind: 'voided' });
  });

  it('since the acquirer takes it back itself is under way', async () => {
    const { charge, party, paths, key } = await arrangeCielo();
    const PaymentId = 'a24a5d87-b1a1-4aef-a37b-2f30b91274e6';
    const Payment = { PaymentId, Status: 2, Amount: 3700, TryAutomaticCancellation: true };
    const answer = { status: 201, body: JSON.stringify({ MerchantOrderId: key, Payment }) };
    party.faults.next({ method: 'POST', path: paths.sale }, { kind: 'answer', answer });
    expect(await charge()).toEqual({ kind: 'processing' });
  });
});

describe('a charge that Cielo has already', () => {
  it('since a gateway has made it twice is told as neither until one is given back', async () => {
    const { charge, find, party, paths, sales, voidCharge } = await arrangeCielo();
    party.faults.next({ method: 'POST', path: paths.sale }, { kind: 'done_twice' });
    await charge();
    expect(sales()).toHaveLength(2);
    await expect(find()).rejects.toThrow('booked an order twice');
    await expect(voidCharge()).rejects.toThrow('booked an order twice');
    Object.assign(sales()[0] ?? {}, { status: 10, voidedAmount: 3700 });
    expect(await find()).toMatchObject({ kind: 'approved' });
  });

  it('and has captured in part is not found as approved', async () => {
    const { charge, find, sales } = await arrangeCielo();
    await charge();
    Object.assign(sales()[0] ?? {}, { capturedAmount: 3600 });
    await expect(find()).rejects.toThrow('another amount');
  });

  it('is refused as repeated with its amount, and with no other', async () => {
    const { charge, party } = await arrangeCielo({ blocksRepeatedOrders: true });
    const first = await charge();
    expect(await charge()).toEqual(first);
    const answer = { status: 400, body: '[{"Code":302,"Message":"duplicated"}]' };
    party.faults.next({ method: 'POST' }, { kind: 'answer', answer });
    await expect(charge({ amount: 3800 })).rejects.toThrow('another amount');
  });
});

it.each<[string, Fault]>([
  ['HTML', { kind: 'html_error', status: 502, isCommitted: true }],
  ['the wrong credentials', { kind: 'answer', answer: { status: 401 } }],
  ['asked too often', { kind: 'answer', answer: { status: 429 } }],
  ['another form', { kind: 'answer', answer: { status: 200, body: '{"Payment":{}}' } }],
])('a look at Cielo that tells nothing is not taken for not found: %s', async (_what, fault) => {
  const { charge, find, party, paths } = await arrangeCielo();
  await charge();
  party.faults.next({ method: 'GET', path: paths.findByOrder }, fault);
  await expect(find()).rejects.toThrow();
});
