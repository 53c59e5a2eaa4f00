import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestHarness } from '../server/harness.ts';
import { A_PROOF, aSale, createTestMerchant } from '../testing/acquirer-merchant.ts';
import type { AcquirerOptions } from './acquirer.ts';
import { startAcquirer } from './acquirer.ts';

/** As the page on facilitators has it. */
const SUB_ESTABLISHMENT = {
  ...{ EstablishmentCode: '1234', Identity: '11111111000100', Mcc: '1234', State: 'SP' },
  ...{ Address: 'Alameda Xingu, 512', City: 'Barueri', CountryCode: '076' },
  ...{ PostalCode: '06455914', PhoneNumber: '1155855585', CompanyName: 'Loja Teste' },
  EstablishmentUrl: 'www.lojateste.com.br',
};

async function arrange(options: Partial<AcquirerOptions> = {}) {
  const harness = createTestHarness();
  const acquirer = await startAcquirer({ ...harness, profile: 'cielo', ...options });
  onTestFinished(() => acquirer.stop());
  return { ...harness, acquirer, merchant: createTestMerchant(acquirer) };
}

describe('a sale', () => {
  it('is captured and told with the card masked', async () => {
    const { acquirer, merchant } = await arrange();
    const { status, json, text, paymentId } = await merchant.sell(aSale());
    expect(status).toBe(201);
    expect(json).toMatchObject({
      MerchantOrderId: '2014111701',
      Payment: {
        PaymentId: paymentId,
        Status: 2,
        ReturnCode: '6',
        Amount: 15700,
        ReceivedDate: '2026-11-23 09:00:00',
        AuthorizationCode: expect.stringMatching(/^\d{6}$/),
        CreditCard: { CardNumber: '402400******3191', Brand: 'Visa', SaveCard: false },
        Links: [
          { Rel: 'self', Href: `${acquirer.query}/1/sales/${paymentId}` },
          { Rel: 'void', Href: `${acquirer.api}/1/sales/${paymentId}/void` },
        ],
      },
    });
    expect(text).not.toContain('4024007153763191');
    expect(text).not.toContain('SecurityCode');
  });

  it.each([
    ['4024007153763192', '05'],
    ['4024007153763193', '57'],
    ['4024007153763195', '78'],
    ['4024007153763196', '99'],
    ['4024007153763197', '77'],
    ['4024007153763198', '70'],
  ])('by the card %s is denied with %s, which is a 201 too', async (CardNumber, code) => {
    const { merchant } = await arrange();
    const { status, json } = await merchant.sell(aSale({ card: { CardNumber } }));
    expect(status).toBe(201);
    expect(json).toMatchObject({ Payment: { Status: 3, ReturnCode: code } });
    expect(json).not.toHaveProperty('Payment.AuthorizationCode');
  });

  it('of one order is charged as often as it is sent, unless the merchant had that blocked', async () => {
    const open = await arrange();
    await open.merchant.sell(aSale());
    await open.merchant.sell(aSale());
    expect(open.acquirer.salesOf('2014111701')).toHaveLength(2);

    const { acquirer, merchant, clock } = await arrange({ blocksRepeatedOrders: true });
    acquirer.decideNext({ status: 'denied', returnCode: '51' });
    await merchant.sell(aSale());
    expect(await merchant.sell(aSale())).toMatchObject({ status: 201 });
    expect(await merchant.sell(aSale())).toMatchObject({ status: 400, json: [{ Code: 302 }] });
    expect(await merchant.sell(aSale({ Amount: 15701 }))).toMatchObject({ status: 201 });
    clock.advance(24 * 60 * 60 * 1000);
    expect(await merchant.sell(aSale())).toMatchObject({ status: 201 });
  });

  it.each([
    ['Amount', 0, 108],
    ['Amount', '15700', 108],
    ['Amount', 157.5, 108],
    ['Installments', 0, 123],
    ['Installments', undefined, 123],
    ['Type', 'Cash', 102],
    ['Currency', 'USD', 110],
    ['CreditCard', undefined, 124],
    ['SoftDescriptor', 'Loja & Filhos', 184],
    ['SoftDescriptor', 'x'.repeat(14), 184],
  ])('is refused with %s %j', async (field, value, code) => {
    const { acquirer, merchant } = await arrange();
    expect(await merchant.sell(aSale({ [field]: value }))).toMatchObject({
      status: 400,
      json: [{ Code: code, Message: expect.any(String) }],
    });
    expect(acquirer.sales.size).toBe(0);
    expect(acquirer.takeViolations()).toHaveLength(1);
  });

  it.each([
    ['CompanyName', 'Açaí & Cia.'],
    ['CompanyName', 'x'.repeat(41)],
    ['Mcc', '58'],
    ['Address', 'Rua João Sebastião, 100'],
    ['City', ' Natal'],
    ['CountryCode', 'BRA'],
    ['PhoneNumber', '+5511987654321'],
    ['EstablishmentUrl', undefined],
  ])('of a facilitator is refused with %s %j', async (field, value) => {
    const { acquirer, merchant } = await arrange({ isFacilitator: true });
    const sale = (changes: object) => {
      const SubEstablishment = { ...SUB_ESTABLISHMENT, ...changes };
      return aSale({ PaymentFacilitator: { EstablishmentCode: '12345678', SubEstablishment } });
    };
    expect(await merchant.sell(sale({}))).toMatchObject({ status: 201 });
    const refused = { status: 400, json: [{ Code: 184 }] };
    expect(await merchant.sell(sale({ [field]: value }))).toMatchObject(refused);
    expect(await merchant.sell(aSale())).toMatchObject(refused);
    expect(acquirer.takeViolations()).toHaveLength(2);
  });

  it.each([
    ['CardNumber', '4024 0071 5376 3191', 127],
    ['Holder', 'x'.repeat(26), 117],
    ['Holder', undefined, 117],
    ['ExpirationDate', '13/2030', 126],
    ['ExpirationDate', '12/30', 126],
    ['SecurityCode', '12', 146],
    ['Brand', 'Mastercard', 182],
  ])('is refused by a card with %s %j', async (field, value, code) => {
    const { acquirer, merchant } = await arrange();
    const answer = await merchant.sell(aSale({ card: { [field]: value } }));
    expect(answer).toMatchObject({ status: 400, json: [{ Code: code }] });
    expect(acquirer.takeViolations()).toHaveLength(1);
  });

  it.each(['', 'order-1', 'pedido 1', 'x'.repeat(51)])(
    'is refused with the order %j',
    async (MerchantOrderId) => {
      const { acquirer, merchant } = await arrange();
      const answer = await merchant.sell({ ...aSale(), MerchantOrderId });
      expect(answer).toMatchObject({ status: 400, json: [{ Code: 122 }] });
      expect(acquirer.takeViolations()).toHaveLength(1);
    },
  );

  it('with a field that there is not goes through, and is a violation', async () => {
    const { acquirer, merchant } = await arrange();
    expect(await merchant.sell(aSale({ amount: 1 }))).toMatchObject({ status: 201 });
    expect(acquirer.takeViolations()).toEqual(['POST /1/sales/: Payment.amount is no field there']);
  });

  it.each([
    ['no MerchantId', { merchantid: '' }, 400, 1],
    ['a MerchantId that is no GUID', { merchantid: 'loja' }, 400, 1],
    ['a wrong key', { merchantkey: 'x'.repeat(40) }, 401, 0],
    ['a RequestId that is no GUID', { requestid: '1' }, 201, 1],
  ])('with %s is answered as the manual says', async (_what, headers, status, violations) => {
    const { acquirer, merchant } = await arrange();
    const answer = await merchant.write('/sales/', { method: 'POST', body: aSale(), headers });
    expect(answer.status).toBe(status);
    expect(acquirer.takeViolations()).toHaveLength(violations);
  });

  it('is made on one host and looked up on the other', async () => {
    const { acquirer, merchant } = await arrange();
    const { paymentId } = await merchant.sell(aSale());
    const post = { method: 'POST', body: aSale() };
    expect(await merchant.read('/sales/', post)).toMatchObject({ status: 404 });
    expect(await merchant.write(`/sales/${paymentId}`)).toMatchObject({ status: 404 });
    expect(acquirer.takeViolations()).toHaveLength(2);
    expect(await merchant.read(`/sales/${paymentId}`)).toMatchObject({
      status: 200,
      json: { MerchantOrderId: '2014111701', Payment: { Status: 2, PaymentId: paymentId } },
    });
    expect(await merchant.read('/sales/unknown')).toMatchObject({ status: 404, text: '' });
  });
});

describe('3-D Secure', () => {
  it('is taken from outside with its proof', async () => {
    const { merchant } = await arrange();
    expect(await merchant.sell(aSale({ ExternalAuthentication: A_PROOF }))).toMatchObject({
      status: 201,
      json: { Payment: { ExternalAuthentication: A_PROOF } },
    });
  });

  it.each([
    ['Cavv', undefined],
    ['Cavv', 'short'],
    ['Eci', undefined],
    ['Eci', 'five'],
    ['Version', '2.2.0'],
    ['ReferenceId', undefined],
    ['ReferenceId', '1'],
  ])('is refused with %s %j', async (field, value) => {
    const { acquirer, merchant } = await arrange();
    const ExternalAuthentication = { ...A_PROOF, [field]: value };
    expect(await merchant.sell(aSale({ ExternalAuthentication }))).toMatchObject({ status: 400 });
    expect(acquirer.takeViolations()).toHaveLength(1);
  });
});

describe('the other interface, braspag', () => {
  it('names the acquirer behind and what that one said', async () => {
    const { merchant, acquirer } = await arrange({ profile: 'braspag' });
    const { json, paymentId } = await merchant.sell(aSale({ Provider: 'Simulado' }));
    expect(json).toMatchObject({
      Payment: {
        Provider: 'Simulado',
        Status: 2,
        ReasonCode: 0,
        ProviderReturnCode: '6',
        Links: [{ Href: `${acquirer.query}/v2/sales/${paymentId}` }, {}],
      },
    });
    expect(await merchant.read('/sales?merchantOrderId=2014111701')).toMatchObject({
      json: { Payments: [{ PaymentId: paymentId }] },
    });
  });

  it('refuses a sale that names nobody, and stores no cards', async () => {
    const { merchant, acquirer } = await arrange({ profile: 'braspag' });
    expect(await merchant.sell(aSale())).toMatchObject({ status: 400, json: [{ Code: 133 }] });
    expect(await merchant.write('/card/', { method: 'POST', body: {} })).toMatchObject({
      status: 404,
    });
    expect(acquirer.takeViolations()).toHaveLength(2);
  });
});
