import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../simulators/server/faults.ts';
import { writeBrCode, writeDynamicBrCode } from '../../base/formats/br-code.ts';
import { orderFacts } from '../../testing/order-facts.ts';
import { arrangePagBank, NOTICES_ADDRESS } from '../../testing/test-pagbank.ts';

const ORDERS = { method: 'POST', path: '/orders' } as const;
const CODE_ID = '0C3D87C9-7076-4067-8D34-8A7A02037015';

async function arrange() {
  const arranged = await arrangePagBank();
  const { provider, payment, order, never, party } = arranged;
  const { payments } = provider;
  return {
    ...arranged,
    issuePix: () => payments.issuePix(order, never),
    issueBoleto: (changes: Partial<typeof order> = {}) =>
      payments.issueBoleto({ ...order, dueOn: '2026-11-30', ...changes }, never),
    find: (externalId: string | null) => payments.findPayment({ ...payment, externalId }, never),
    orderId: () => [...party.orders.keys()][0] ?? '',
  };
}

function locationAt(address: string): string {
  return writeDynamicBrCode({ location: address, merchantName: 'Loja', merchantCity: 'Natal' });
}

describe('a PIX at PagBank', () => {
  it('is issued for the time of the order, and told as paid with what the bank calls it', async () => {
    const { issuePix, find, party, orderId, key } = await arrange();
    expect(await issuePix()).toMatchObject({ kind: 'issued', externalId: orderId() });
    expect(party.orders.get(orderId())?.fields).toMatchObject({
      reference_id: key,
      qr_codes: [{ amount: { value: 3700 }, expiration_date: '2026-11-23T09:30:00-03:00' }],
      notification_urls: [NOTICES_ADDRESS],
    });
    party.pay(orderId());
    expect(await find(orderId())).toEqual({
      ...{ kind: 'paid', amount: 3700, endToEndId: expect.stringMatching(/^E08561701\d{12}/) },
    });
  });

  it('whose order is not told, or is not there, is not found', async () => {
    const { find } = await arrange();
    expect(await find(null)).toEqual({ kind: 'not_found' });
    expect(await find('ORDE_0')).toEqual({ kind: 'not_found' });
  });

  it('is not looked for in an order of another key', async () => {
    const { provider, never, issuePix, orderId } = await arrange();
    await issuePix();
    const other = { companyId: 'acme', reference: 'pay_acme_AAAAAAAAAAAAAAAAAAAAAA' };
    const asked = provider.payments.findPayment({ ...other, externalId: orderId() }, never);
    await expect(asked).rejects.toThrow('another order');
  });

  it.each<[string, object | null]>([
    ['its amount is in it', { text: writeBrCode({ ...aStaticCode(), amount: 3700 }) }],
    ['its address is the one of the code', { text: locationAt(`pix.pagseguro.com/${CODE_ID}`) }],
  ])('is taken where %s', async (_what, changes) => {
    const { issuePix, party, key } = await arrange();
    party.faults.next(ORDERS, answerWith(key, changes));
    expect(await issuePix()).toMatchObject({ kind: 'issued', externalId: 'ORDE_1' });
  });

  it.each<[string, object | null, string]>([
    ['another amount', { amount: { value: 3600 } }, 'another amount'],
    [
      'a code of another amount',
      { text: writeBrCode({ ...aStaticCode(), amount: 3600 }) },
      'order',
    ],
    ['a code of no amount', { text: writeBrCode({ ...aStaticCode(), amount: null }) }, 'order'],
    ['another code’s address', { text: locationAt('pix.pagseguro.com/1') }, 'order'],
    ['somebody else’s address', { text: locationAt(`pix.example.com/${CODE_ID}`) }, 'order'],
    ['no code', null, 'another amount'],
  ])('that comes with %s is not believed', async (_what, changes, why) => {
    const { issuePix, party, key } = await arrange();
    party.faults.next(ORDERS, answerWith(key, changes));
    await expect(issuePix()).rejects.toThrow(why);
  });

  it('of another key is not believed', async () => {
    const { issuePix, party } = await arrange();
    party.faults.next(ORDERS, answerWith('f'.repeat(32), {}));
    await expect(issuePix()).rejects.toThrow('another order');
  });
});

describe('a boleto at PagBank', () => {
  it('is made out to its payer, and found paid by our key where no other is known', async () => {
    const { issueBoleto, find, party, orderId, key } = await arrange();
    const issued = await issueBoleto();
    const [charge] = [...party.charges.values()];
    expect(issued).toMatchObject({ kind: 'issued', externalId: charge?.id });
    expect(charge?.fields).toMatchObject({
      reference_id: key,
      payment_method: {
        boleto: {
          holder: {
            ...{ name: 'Ana Souza', tax_id: '52998224725' },
            address: { street: 'Rua das Flores', locality: 'Centro', postal_code: '01310100' },
          },
        },
      },
    });
    party.pay(orderId());
    expect(await find(null)).toEqual({ kind: 'paid', amount: 3700 });
  });

  it('is not issued to somebody without an address', async () => {
    const { issueBoleto, orders } = await arrange();
    const { address: _, ...payer } = orderFacts().payer;
    await expect(issueBoleto({ payer })).rejects.toThrow('address');
    expect(orders()).toHaveLength(0);
  });

  it('without a barcode of the order is not believed', async () => {
    const { issueBoleto, party, key } = await arrange();
    const method = { type: 'BOLETO', boleto: { barcode: '1'.repeat(47) } };
    const charge = {
      ...{ id: 'CHAR_1', reference_id: key, status: 'WAITING', amount: { value: 3700 } },
      payment_method: method,
    };
    const body = JSON.stringify({ id: 'ORDE_1', reference_id: key, charges: [charge] });
    party.faults.next(ORDERS, { kind: 'answer', answer: { status: 201, body } });
    await expect(issueBoleto()).rejects.toThrow('no boleto of the order');
  });
});

it('open finance is not asked of PagBank', async () => {
  const { provider, order, never } = await arrange();
  const consent = { ...order, bankId: 'bank', bankName: 'Bank' };
  await expect(provider.payments.openConsent(consent, never)).rejects.toThrow('no open finance');
});

function aStaticCode() {
  return { key: 'loja@example.com', txid: null, merchantName: 'Loja', merchantCity: 'Natal' };
}

/** An order that PagBank answers with, whose code is changed; null: it has none. */
function answerWith(key: string, changes: object | null): Fault {
  const text = locationAt(`api.pagseguro.com/pix/v2/${CODE_ID}`);
  const code = { id: `QRCO_${CODE_ID}`, amount: { value: 3700 }, text, ...changes };
  const qr_codes = changes === null ? [] : [code];
  const body = JSON.stringify({ id: 'ORDE_1', reference_id: key, qr_codes });
  return { kind: 'answer', answer: { status: 201, body } };
}
