import { describe, expect, it, onTestFinished } from 'vitest';
import { startReceiver } from '../../../simulators/testing/receiver.ts';
import { readBoletoBarcode } from '../../base/formats/boleto-line.ts';
import { ATTEMPT, orderFacts } from '../../testing/order-facts.ts';
import { arrangeEfi } from '../../testing/test-efi.ts';
import type { OrderFacts } from '../acquirer.ts';
import { attemptKeyOf } from '../attempt-key.ts';
import { createEfiBoletos } from './boletos.ts';

const KEY = attemptKeyOf(ATTEMPT.reference);
const MAKE = { method: 'POST', path: '/v1/charge/one-step' };
const DETAIL = { method: 'GET', path: '/v1/charge/:id' };
const DUE_ON = '2026-11-26';

/** A company with an order of 37 reais, to be paid by a boleto within three days. */
async function arrange() {
  const party = await arrangeEfi();
  const { efi, own, authority } = party;
  const receiver = await startReceiver(authority);
  onTestFinished(receiver.stop);
  const noticesAddress = `${receiver.origin}/notices`;
  const origin = efi.origins.charges ?? '';
  const boletos = createEfiBoletos({ ...own, origin, noticesAddress });
  const payment = ATTEMPT;
  const order = {
    ...payment,
    amount: 3700,
    dueOn: DUE_ON,
    expiresAt: new Date('2026-11-29T02:59:59.999Z'),
    ...orderFacts(),
  };
  const { signal: never } = new AbortController();
  let externalId: string | null = null;

  async function issue(changes: Partial<typeof order> = {}, signal = never) {
    const issued = await boletos.issueBoleto({ ...order, ...changes }, signal);
    if (issued.kind === 'issued') externalId = issued.externalId;
    return issued;
  }

  const find = () => boletos.find({ ...payment, externalId }, never);
  const all = () => [...efi.billets.values()];
  const only = () => all()[0]?.id ?? 0;
  return { ...party, boletos, order, issue, find, all, only, payment, never, receiver };
}

describe('a boleto at Efí', () => {
  it('is issued with the barcode of Efí’s bank, and with its PIX', async () => {
    const { issue, all, only } = await arrange();
    const issued = await issue();
    expect(issued).toEqual({
      kind: 'issued',
      externalId: String(only()),
      barcode: expect.stringMatching(/^\d{44}$/),
      pix: {
        copyAndPaste: all()[0]?.pixCode,
        location: expect.stringMatching(/^qrcodes-pix\.gerencianet\.com\.br\/bolix\//),
      },
    });
    const barcode = issued.kind === 'issued' ? issued.barcode : '';
    expect(readBoletoBarcode(barcode, new Date('2026-11-26'))?.bankCode).toBe('364');
  });

  it('names who pays and where they live, once, and ends when the service stops waiting', async () => {
    const { issue, all, receiver } = await arrange();
    await issue();
    expect(all().map(({ fields }) => fields)).toEqual([
      {
        items: [{ name: 'Pedido order-1', value: 3700, amount: 1 }],
        metadata: { custom_id: KEY, notification_url: `${receiver.origin}/notices` },
        payment: {
          banking_billet: {
            customer: {
              name: 'Ana Souza',
              cpf: '52998224725',
              email: 'ana@example.com',
              phone_number: '11987654321',
              address: {
                street: 'Rua das Flores',
                number: '10',
                neighborhood: 'Centro',
                zipcode: '01310100',
                city: 'São Paulo',
                state: 'SP',
              },
            },
            expire_at: DUE_ON,
            configurations: { days_to_write_off: 1 },
          },
        },
      },
    ]);
  });

  it('due on a Saturday is written off after Monday, on which it is paid', async () => {
    const { issue, all } = await arrange();
    await issue({ dueOn: '2026-11-28', expiresAt: new Date('2026-12-02T02:59:59Z') });
    const { configurations } = all()[0]?.fields.payment.banking_billet ?? {};
    expect(configurations).toEqual({ days_to_write_off: 2 });
  });

  it('names no address where that has no neighborhood, which Efí asks for', async () => {
    const { issue, all, order } = await arrange();
    const { address, ...payer } = order.payer;
    if (address === undefined) throw new Error('the payer has no address');
    const { neighborhood: _left, ...incomplete } = address;
    expect(await issue({ payer: { ...payer, address: incomplete } })).toMatchObject({
      kind: 'issued',
    });
    const [billet] = all();
    expect(billet?.fields.payment.banking_billet.customer).toEqual({
      ...{ name: 'Ana Souza', cpf: '52998224725', email: 'ana@example.com' },
      phone_number: '11987654321',
    });
  });

  it('may be a company’s', async () => {
    const { issue, all } = await arrange();
    const { payer } = orderFacts();
    const company: OrderFacts['payer'] = {
      ...payer,
      name: 'Livros Ltda',
      document: '11222333000181',
    };
    expect(await issue({ payer: company })).toMatchObject({ kind: 'issued' });
    expect(all()[0]?.fields.payment.banking_billet.customer).toMatchObject({
      juridical_person: { corporate_name: 'Livros Ltda', cnpj: '11222333000181' },
    });
  });

  it('that was paid with another amount is told with that one', async () => {
    const { efi, issue, find, only } = await arrange();
    await issue();
    efi.payBillet(only(), { centavos: 3750 });
    expect(await find()).toEqual({ kind: 'paid', amount: 3750 });
  });

  it.each([
    ['unpaid', 'open'],
    ['identified', 'open'],
    ['settled', 'paid'],
    ['canceled', 'refused'],
    ['expired', 'refused'],
  ] as const)('that Efí calls %s is told as %s', async (status, kind) => {
    const { efi, issue, find, only } = await arrange();
    await issue();
    efi.moveBillet(only(), status);
    expect(await find()).toMatchObject({ kind });
  });

  it('has no PIX where the account has boletos without one', async () => {
    const { efi, issue } = await arrange();
    efi.setPixOnBillets(false);
    const issued = await issue();
    expect(Object.keys(issued).sort()).toEqual(['barcode', 'externalId', 'kind']);
  });

  it.each([
    ['no object', null, undefined],
    ['nothing in it', {}, { copyAndPaste: '' }],
    ['no text', { qrcode: 7 }, { copyAndPaste: '' }],
    ['no code', { qrcode: 'PIX' }, { copyAndPaste: 'PIX' }],
  ])('is issued where its PIX is told with %s', async (_what, pix, told) => {
    const { efi, issue, all } = await arrange();
    await issue();
    const [{ line: barcode, id } = { line: '', id: 0 }] = all();
    efi.billets.clear();
    const data = {
      ...{ charge_id: id, total: 3700, status: 'waiting', barcode, expire_at: DUE_ON, pix },
    };
    const answer = { status: 200, body: JSON.stringify({ code: 200, data }) };
    efi.faults.next(MAKE, { kind: 'answer', answer });
    const issued = await issue();
    expect(issued).toMatchObject({ kind: 'issued', externalId: String(id) });
    expect('pix' in issued ? issued.pix : undefined).toEqual(told);
  });

  it('is found by our own id where its number was lost, and not found where it was never made', async () => {
    const { boletos, issue, payment, never } = await arrange();
    expect(await boletos.find(payment, never)).toEqual({ kind: 'not_found' });
    expect(await boletos.cancel(payment, never)).toEqual({ kind: 'not_found' });
    await issue();
    expect(await boletos.find(payment, never)).toEqual({ kind: 'open' });
  });

  it('whose answer was lost is adopted with its number and its PIX', async () => {
    const { efi, issue, all, only } = await arrange();
    efi.faults.next(MAKE, { kind: 'commit_and_cut' });
    const issued = await issue();
    expect(issued).toMatchObject({ kind: 'issued', externalId: String(only()) });
    expect(issued).toHaveProperty('pix.copyAndPaste', all()[0]?.pixCode);
  });

  it('that is there for another amount or another day is not taken for that one', async () => {
    const { issue, all } = await arrange();
    await issue();
    await expect(issue({ amount: 3800 })).rejects.toThrow('another boleto');
    await expect(issue({ dueOn: '2026-11-27' })).rejects.toThrow('another boleto');
    expect(all()).toHaveLength(1);
  });

  it('is not issued where Efí refuses the order', async () => {
    const { issue, all } = await arrange();
    expect(await issue({ amount: 499 })).toEqual({ kind: 'unavailable' });
    expect(all()).toHaveLength(0);
  });
});

describe('Efí, asked about boletos', () => {
  it.each([
    ['a number of another', { charge_id: 7 }],
    ['an id that is not ours', { custom_id: 'a'.repeat(32) }],
    ['a state that nobody knows', { status: 'talvez' }],
  ])('is not believed where it tells of %s', async (_what, change) => {
    const { efi, issue, find, only } = await arrange();
    await issue();
    const data = {
      ...{ charge_id: only(), status: 'paid', custom_id: KEY, created_at: '2026-11-23 09:00:00' },
      ...change,
    };
    const answer = { status: 200, body: JSON.stringify({ code: 200, data }) };
    efi.faults.next(DETAIL, { kind: 'answer', answer });
    await expect(find()).rejects.toThrow();
  });

  it('is not believed where the digits of a line are wrong', async () => {
    const { efi, issue } = await arrange();
    const barcode = '00000.00000 00000.000000 00000.000000 1 00000000003700';
    const data = {
      ...{ charge_id: 7, total: 3700, status: 'waiting', barcode, expire_at: DUE_ON },
    };
    const answer = { status: 200, body: JSON.stringify({ code: 200, data }) };
    efi.faults.next(MAKE, { kind: 'answer', answer });
    await expect(issue()).rejects.toThrow('the line of the boleto is none');
  });
});

describe('the notice of a boleto', () => {
  it('is a token, for which Efí tells what it is about', async () => {
    const { efi, boletos, issue, only, never, receiver } = await arrange();
    await issue();
    efi.payBillet(only());
    expect(await efi.notifyOfBillet(only())).toEqual({ status: 200 });
    const token = new URLSearchParams(receiver.received[0]?.body).get('notification') ?? '';
    expect(new Set(await boletos.keysOf(token, never))).toEqual(new Set([KEY]));
  });

  it('with a token that Efí has not given out is about nothing', async () => {
    const { boletos, never } = await arrange();
    expect(await boletos.keysOf('somebody-made-this-up', never)).toBeNull();
  });

  it('is read again later where Efí does not answer', async () => {
    const { efi, boletos, never } = await arrange();
    efi.faults.next({ path: '/v1/notification/:token' }, { kind: 'cut' });
    await expect(boletos.keysOf('a-token', never)).rejects.toThrow();
  });
});
