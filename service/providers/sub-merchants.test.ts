import { describe, expect, it } from 'vitest';
import { SUB_MERCHANT } from '../testing/sub-merchant.ts';
import { arrangeCielo } from '../testing/test-cielo.ts';
import { arrangeMercadoPago } from '../testing/test-mercado-pago.ts';
import { arrangePagBank } from '../testing/test-pagbank.ts';
import { BRASPAG, CIELO } from './cielo/definition.ts';
import { MERCADOPAGO } from './mercadopago/definition.ts';
import { readSettings } from './registered/read-settings.ts';

const TOLD = { subMerchant: SUB_MERCHANT, softDescriptor: 'Acai Centro' };
const CODES = { 'facilitator-codes': 'visa:12345678,elo:1234' };

describe.each(['cielo', 'braspag'] as const)(
  'an account of %s that sells for others',
  (profile) => {
    const arrange = (settings: Record<string, string> = CODES) =>
      arrangeCielo({ profile, isFacilitator: true, settings });

    it('says who sells within the lengths of the manual, and what the bill names', async () => {
      const { charge, sales, acquirer } = await arrange();
      expect(acquirer.subMerchants).toEqual({ from: null });
      expect(await charge(TOLD)).toMatchObject({ kind: 'approved' });
      expect(sales()[0]?.fields.Payment).toMatchObject({
        SoftDescriptor: 'Acai Centro',
        PaymentFacilitator: {
          EstablishmentCode: '12345678',
          SubEstablishment: {
            ...{ EstablishmentCode: '11222333000181', Identity: '11222333000181', Mcc: '5814' },
            CompanyName: 'Acai Cia Comercio de Alimentos e Bebidas',
            ...{ Address: 'Avenida Brigadei, 1384', City: 'Sao Jose dos', State: 'SP' },
            ...{ CountryCode: '076', PostalCode: '01451001', PhoneNumber: '11987654321' },
            EstablishmentUrl: 'https://acai.example.com/loja',
          },
        },
      });
    });

    it('has no code at a network that gave it none', async () => {
      const { charge, sales } = await arrange();
      await charge({ ...TOLD, brand: 'amex' });
      const { PaymentFacilitator } = sales()[0]?.fields.Payment ?? {};
      expect(PaymentFacilitator?.EstablishmentCode).toBe('0');
    });

    it('is refused where it does not say it, and nothing is charged', async () => {
      const { charge, sales, party } = await arrange();
      expect(await charge()).toMatchObject({ kind: 'failed' });
      expect(sales()).toEqual([]);
      expect(party.takeViolations()).toHaveLength(1);
    });

    it('says nothing of it where its credentials do not say that it sells for others', async () => {
      const { charge, sales, acquirer } = await arrangeCielo({ profile });
      expect(acquirer).not.toHaveProperty('subMerchants');
      await charge(TOLD);
      expect(sales()[0]?.fields.Payment).not.toHaveProperty('PaymentFacilitator');
    });
  },
);

describe('an account of Mercado Pago that sells for others', () => {
  it('says who sells, and what the bill names', async () => {
    const { party, chargeBy, paymentId, cards } = await arrangeMercadoPago(undefined, true);
    expect(cards.subMerchants).toEqual({ from: null });
    expect(await chargeBy('APRO', TOLD)).toMatchObject({ kind: 'approved' });
    expect(party.payments.get(paymentId())?.fields).toMatchObject({
      statement_descriptor: 'Acai Centro',
      forward_data: {
        sub_merchant: {
          ...{ sub_merchant_id: '11222333000181', mcc: '5814', country: 'BRA' },
          ...{ document_type: 'CNPJ', document_number: '11222333000181' },
          ...{ legal_name: SUB_MERCHANT.name, address_street: 'Avenida Brigadeiro Faria Lima' },
          ...{ address_door_number: 1384, city: 'São José dos Campos', zip: '01451001' },
          ...{ region_code_iso: 'BR-SP', region_code: 'BR', phone: '5511987654321' },
          url: 'https://acai.example.com/loja',
        },
      },
    });
  });

  it.each([
    ['S/N', 0],
    ['10 fundos', 10],
  ])('has house %j as the number %d', async (number, told) => {
    const { party, chargeBy, paymentId } = await arrangeMercadoPago(undefined, true);
    await chargeBy('APRO', { subMerchant: { ...SUB_MERCHANT, number } });
    const { forward_data: data } = party.payments.get(paymentId())?.fields ?? {};
    expect(data?.sub_merchant.address_door_number).toBe(told);
  });

  it('is refused where it does not say it, and nothing is charged', async () => {
    const { party, chargeBy } = await arrangeMercadoPago(undefined, true);
    expect(await chargeBy('APRO')).toMatchObject({ kind: 'failed' });
    expect(party.payments.size).toBe(0);
    expect(party.takeViolations()).toHaveLength(1);
  });

  it('says nothing of it otherwise', async () => {
    const { party, chargeBy, paymentId } = await arrangeMercadoPago();
    await chargeBy('APRO', { subMerchant: SUB_MERCHANT });
    const fields = party.payments.get(paymentId())?.fields;
    expect(fields).not.toHaveProperty('forward_data');
    expect(fields).not.toHaveProperty('statement_descriptor');
  });
});

it('a bill by PagBank names what was asked for', async () => {
  const { charge, party } = await arrangePagBank();
  await charge({ softDescriptor: 'Acai Centro' });
  const [order] = [...party.orders.values()];
  const paidBy = order?.fields.charges?.[0]?.payment_method;
  expect(paidBy).toMatchObject({ soft_descriptor: 'Acai Centro' });
});

const GUID = '6a1f0a52-9d1e-4b57-8f0f-2f8a1f0c9d11';
const AT_CIELO = { 'merchant-id': GUID, 'merchant-key': 'A'.repeat(40) };
const AT_MERCADO = { 'access-token': `TEST-${'1'.repeat(60)}`, 'webhook-secret': 'b'.repeat(64) };

it.each([
  [CIELO, { ...AT_CIELO, 'facilitator-codes': 'visa' }, 'facilitator-codes', 'format'],
  [CIELO, { ...AT_CIELO, 'facilitator-codes': 'master:123456' }, 'facilitator-codes', 'format'],
  [CIELO, { ...AT_CIELO, 'sub-merchants-from': '2027-01-31' }, 'sub-merchants-from', 'together'],
  [
    BRASPAG,
    { ...AT_CIELO, 'payment-provider': 'Cielo30', 'sub-merchants-from': '2027-01-31' },
    ...(['sub-merchants-from', 'together'] as const),
  ],
  [MERCADOPAGO, { ...AT_MERCADO, 'sub-merchants': 'yes' }, 'sub-merchants', 'one_of'],
  [
    MERCADOPAGO,
    { ...AT_MERCADO, 'sub-merchants-from': '2027-01-31' },
    ...(['sub-merchants-from', 'together'] as const),
  ],
  [
    MERCADOPAGO,
    { ...AT_MERCADO, 'sub-merchants': 'on', 'sub-merchants-from': '31/01/2027' },
    ...(['sub-merchants-from', 'invalid'] as const),
  ],
])('settings of $name are refused: %j', (definition, typed, setting, rule) => {
  const read = readSettings(definition, typed, { environment: 'sandbox' });
  expect(read).toMatchObject({ kind: 'fault', setting, fault: { rule } });
});
