import { beforeEach, describe, expect, it } from 'vitest';
import { deferred } from '../../../contract/deferred.cases.ts';
import { writeBoletoBarcode } from '../../base/formats/boleto-line.ts';
import { writeBrCode, writeDynamicBrCode } from '../../base/formats/br-code.ts';
import { errorDetail } from '../../base/shared/error-detail.ts';
import { addDays, bankDayFrom, dayInSaoPaulo } from '../../base/shared/sao-paulo-days.ts';
import type { KnownPayment, PaymentIssuer } from '../../providers/acquirer.ts';
import type { RefusedData, RefusedField } from '../../providers/refused-data.ts';
import { opened } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { basic, send, startTestService, validPayin } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';

const AMOUNT = 10_000;
const CODE = { key: 'pix@bcb.gov.br', txid: 'A1', merchantName: 'Loja', merchantCity: 'Natal' };
const LOCATION = 'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441';
const DYNAMIC = writeDynamicBrCode({ ...CODE, location: LOCATION });

/** An acquirer that issues what the test puts in. */
function fakeIssuer() {
  const listeners = new Set<Parameters<NonNullable<PaymentIssuer['onNotice']>>[0]>();
  const fake = {
    issued: 0,
    refused: null as RefusedData | null,
    copyAndPaste: async (): Promise<string> => writeBrCode({ ...CODE, amount: AMOUNT }),
    location: (): string | null => null,
    barcode: (dueOn: string) =>
      writeBoletoBarcode({ bankCode: '999', dueOn, amount: AMOUNT, freeField: '1'.repeat(25) }),
    pixOfBoleto: (): { copyAndPaste: string; location?: string } | null => null,
    redirectUrl: 'https://bank.example/consent',
    known: async (): Promise<KnownPayment> => ({ kind: 'open' }),
    tell: async (payment: { companyId: string; reference: string }) => {
      for (const listener of listeners) await listener(payment);
    },
  };
  const payments: PaymentIssuer = {
    async issuePix() {
      fake.issued += 1;
      if (fake.refused !== null) return fake.refused;
      const copyAndPaste = await fake.copyAndPaste();
      const location = fake.location();
      const issued = { kind: 'issued', externalId: 'acq', copyAndPaste } as const;
      return location === null ? issued : { ...issued, location };
    },
    async issueBoleto({ dueOn }) {
      if (fake.refused !== null) return fake.refused;
      const issued = { kind: 'issued', externalId: 'acq', barcode: fake.barcode(dueOn) } as const;
      const pix = fake.pixOfBoleto();
      return pix === null ? issued : { ...issued, pix };
    },
    async openConsent() {
      if (fake.refused !== null) return fake.refused;
      return { kind: 'issued', externalId: 'acq', redirectUrl: fake.redirectUrl };
    },
    findPayment: () => fake.known(),
    onNotice: (listener) => {
      listeners.add(listener);
    },
  };
  return { fake, payments };
}

describe.each(testDatabases())('a payment that an acquirer issues on $engine', (database) => {
  const { fake, payments } = fakeIssuer();
  const valid = { ...fake };
  const { timers, run } = manualTimers();

  const db = opened(database.openEmpty);
  const service = opened(() => startTestService({ db, provider: { payments }, timers }));
  beforeEach(() => {
    Object.assign(fake, valid, { issued: 0 });
  });

  const request = (paymentMethod: string) => validPayin({ paymentMethod, amount: AMOUNT });
  const pay = (body: unknown) => service.post('no3ds', '/payin', body);
  const read = async (id: string) => (await service.get('no3ds', `/payin/${id}`)).body;
  const statusOf = async (id: string) => (await read(id)).status;
  const advance = (advanceSeconds: number) =>
    service.post('no3ds', '/sandbox/clock', { advanceSeconds });

  it.each<[string, string, () => void]>([
    [
      'PIX',
      'fails',
      () => Object.assign(fake, { copyAndPaste: () => Promise.reject(new Error()) }),
    ],
    [
      'PIX',
      'asks for another amount',
      () => Object.assign(fake, { copyAndPaste: async () => writeBrCode({ ...CODE, amount: 1 }) }),
    ],
    [
      'PIX',
      'names an address that it has not told what it asks for',
      () => Object.assign(fake, { copyAndPaste: async () => DYNAMIC }),
    ],
    [
      'PIX',
      'names another address than the one it told',
      () =>
        Object.assign(fake, { copyAndPaste: async () => DYNAMIC, location: () => `${LOCATION}0` }),
    ],
    ['PIX', 'gives no code', () => Object.assign(fake, { copyAndPaste: async () => 'x' })],
    [
      'BOLETO',
      'gives a boleto due on another day',
      () => Object.assign(fake, { barcode: () => valid.barcode('2030-01-01') }),
    ],
    ['BOLETO', 'gives no barcode', () => Object.assign(fake, { barcode: () => '1'.repeat(44) })],
    [
      'OPEN_FINANCE',
      'gives an address that is none of the web',
      () => Object.assign(fake, { redirectUrl: 'javascript:alert(1)' }),
    ],
  ])('by %s leaves nothing where the acquirer %s, and then works', async (method, _how, spoil) => {
    const body = request(method);
    spoil();
    const answer = await pay(body);
    expect([answer.status, answer.body.error.code]).toEqual([502, 'PROVIDER_ERROR']);
    Object.assign(fake, valid);
    expect((await pay(body)).status).toBe(201);
  });

  it.each<[string, RefusedField]>([
    ['PIX', 'customer.document'],
    ['BOLETO', 'customer.address.neighborhood'],
    ['OPEN_FINANCE', 'bankId'],
  ])('by %s that its acquirer refuses for its %s leaves nothing', async (method, field) => {
    const body = request(method);
    fake.refused = { kind: 'invalid_data', field, said: ['4711'] };
    const answer = await pay(body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_DATA']);
    expect(answer.body.error.details).toEqual([errorDetail(field, 'not_accepted')]);
    expect(service.logged.some((line) => line.includes('"said":["4711"]'))).toBe(true);
    const list = `${service.baseUrl}/payin?referenceId=${body.referenceId}`;
    expect((await send(list, { headers: basic('no3ds') })).body.data).toEqual([]);
    fake.refused = null;
    expect((await pay(body)).status).toBe(201);
  });

  it('by PIX has a code without an amount where its issuer has told what is asked for', async () => {
    Object.assign(fake, { copyAndPaste: async () => DYNAMIC, location: () => LOCATION });
    const answer = await pay(request('PIX'));
    expect([answer.status, answer.body.pix.qrcode]).toEqual([201, DYNAMIC]);
  });

  it.each([
    ['that names its amount', { copyAndPaste: writeBrCode({ ...CODE, amount: AMOUNT }) }],
    ['of the address it told', { copyAndPaste: DYNAMIC, location: `https://${LOCATION}` }],
  ])('by BOLETO comes with the PIX code %s', async (_how, pix) => {
    fake.pixOfBoleto = () => pix;
    const { status, body } = await pay(request('BOLETO'));
    expect([status, body.boleto.pixQrcode]).toEqual([201, pix.copyAndPaste]);
    expect(await read(body.id)).toMatchObject({
      boletoPixCopyAndPaste: pix.copyAndPaste,
      boletoBarcode: body.boleto.barcode,
      pixCopyAndPaste: null,
    });
  });

  it('by BOLETO may have the bank day after a weekend in its bars', async () => {
    const today = dayInSaoPaulo(new Date());
    const dueDate = addDays(today, 13 - new Date(today).getUTCDay());
    fake.barcode = (day) => valid.barcode(bankDayFrom(day));
    const { body } = await pay({ ...request('BOLETO'), dueDate });
    expect(await read(body.id)).toMatchObject({ boletoDueDate: dueDate });
  });

  it('by BOLETO comes without a PIX where its acquirer gives none, and nobody is told', async () => {
    const before = service.logged.length;
    const { status, body } = await pay(request('BOLETO'));
    expect([status, Object.keys(body.boleto)]).toEqual([201, ['barcode', 'url', 'dueDate']]);
    expect((await read(body.id)).boletoPixCopyAndPaste).toBeNull();
    expect(service.logged.slice(before).join('')).not.toContain('left out');
  });

  it.each([
    ['no code', { copyAndPaste: 'x' }],
    ['an empty code', { copyAndPaste: '' }],
    ['a wrong checksum', { copyAndPaste: DYNAMIC.replace(/.$/, 'X'), location: LOCATION }],
    ['another amount', { copyAndPaste: writeBrCode({ ...CODE, amount: 1 }) }],
    ['a key and no amount', { copyAndPaste: writeBrCode({ ...CODE, amount: null }) }],
    ['an address it has not told', { copyAndPaste: DYNAMIC }],
    ['another address than it told', { copyAndPaste: DYNAMIC, location: `${LOCATION}0` }],
  ])('by BOLETO leaves a PIX out that has %s, and says so', async (_how, pix) => {
    fake.pixOfBoleto = () => pix;
    const before = service.logged.length;
    const { status, body } = await pay(request('BOLETO'));
    expect([status, Object.keys(body.boleto)]).toEqual([201, ['barcode', 'url', 'dueDate']]);
    expect((await read(body.id)).boletoPixCopyAndPaste).toBeNull();
    const told = service.logged.slice(before).filter((line) => line.includes('was left out'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(body.id);
  });

  it('leaves nothing where the acquirer does not answer in time', async () => {
    const { promise: isCalled, resolve: called } = deferred();
    fake.copyAndPaste = () => {
      called();
      return new Promise(() => undefined);
    };
    const body = request('PIX');
    const answer = pay(body);
    await isCalled;
    run(3000);
    expect((await answer).body.error.code).toBe('PROVIDER_ERROR');
    Object.assign(fake, valid);
    expect((await pay(body)).status).toBe(201);
  });

  it('is issued once for 20 equal requests at once', async () => {
    const body = request('PIX');
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(body)));
    expect([fake.issued, new Set(answers.map(({ text }) => text)).size]).toEqual([1, 1]);
  });

  it('takes back what a process that died had reserved', async () => {
    const { id } = (await pay(request('PIX'))).body;
    await sql(db)`UPDATE payins
      SET charge_state = 'reserved', reserved_at = now() - interval '1 hour'
      WHERE company_id = 'no3ds' AND id = ${id}`;
    await advance(1);
    const rows = await sql(db)`SELECT id FROM payins WHERE company_id = 'no3ds' AND id = ${id}`;
    expect(rows).toEqual([]);
  });

  it.each(['PIX', 'BOLETO'])('by %s is paid once, however often it is told', async (method) => {
    const body = { ...request(method), webhookUrl: 'https://shop.example/hook' };
    const { id } = (await pay(body)).body;
    fake.known = async () => ({ kind: 'paid', endToEndId: 'E1' });
    const notice = { companyId: 'no3ds', reference: id };
    await Promise.all(Array.from({ length: 10 }, () => fake.tell(notice)));
    await fake.tell(notice);
    expect(await statusOf(id)).toBe('APPROVED');
    const traced = await sql<{ trace: object }>(db)`SELECT trace FROM payins WHERE id = ${id}`;
    expect(traced[0]?.trace).toEqual({ requestId: expect.any(String), endToEndId: 'E1' });
    const postings = await sql<{ kind: string }>(db)`SELECT kind FROM ledger_transactions
        WHERE company_id = 'no3ds' AND source_id = ${id}`;
    expect(postings.map(({ kind }) => kind)).toEqual(['payin_approved']);
  });

  it('is not believed paid because somebody says so: the acquirer is asked', async () => {
    const { id } = (await pay(request('PIX'))).body;
    await fake.tell({ companyId: 'no3ds', reference: id });
    expect(await statusOf(id)).toBe('PENDING');
  });

  it.each(['pay_no3ds_unknown', ''])('ignores a notice of %j, and logs it', async (reference) => {
    const before = service.logged.length;
    await fake.tell({ companyId: 'no3ds', reference });
    expect(service.logged.slice(before).join('')).toContain('names no payin');
  });

  it('is APPROVED when its window ends, where the notice had been lost', async () => {
    const { id } = (await pay(request('PIX'))).body;
    fake.known = async () => ({ kind: 'paid' });
    await advance(30 * 60);
    expect(await statusOf(id)).toBe('APPROVED');
  });

  it('waits on at the end of its window while the acquirer cannot tell', async () => {
    const { id } = (await pay(request('PIX'))).body;
    fake.known = () => Promise.reject(new Error('down'));
    await advance(30 * 60);
    expect(await statusOf(id)).toBe('PENDING');
    fake.known = valid.known;
    expect(await statusOf(id)).toBe('EXPIRED');
  });

  it('is APPROVED when it is paid after its end, while nobody else has its reference', async () => {
    const { id } = (await pay(request('PIX'))).body;
    await advance(30 * 60);
    fake.known = async () => ({ kind: 'paid' });
    await fake.tell({ companyId: 'no3ds', reference: id });
    expect(await statusOf(id)).toBe('APPROVED');
  });

  it('by open finance is found paid by the periodic question, where the notice was lost', async () => {
    const { id } = (await pay(request('OPEN_FINANCE'))).body;
    fake.known = async () => ({ kind: 'refused' });
    run(30_000);
    await expect.poll(() => statusOf(id)).toBe('REFUSED');
  });
});
