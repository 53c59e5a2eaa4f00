import { describe, expect, it } from 'vitest';
import { errorDetail } from '../../base/shared/error-detail.ts';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { send, startTestService, validPayin } from '../../testing/test-service.ts';

const ONLY_DIGITS = '11222333000181';
const WITH_LETTERS = '12ABC34501DE35';
const { customer } = validPayin();

describe.each(testDatabases())('payers that are companies, on $engine', (database) => {
  const service = opened(() => startTestService({ database }));

  const pay = (document: unknown, change: object = {}, account = 'company') =>
    service.post(account, '/payin', validPayin({ customer: { ...customer, document }, ...change }));
  const payerOf = async (id: string, account = 'company') =>
    (await service.get(account, `/payin/${id}`)).body.customer;

  it.each([
    [ONLY_DIGITS, ONLY_DIGITS],
    ['11.222.333/0001-81', ONLY_DIGITS],
    [WITH_LETTERS, WITH_LETTERS],
    ['12.abc.345/01de-35', WITH_LETTERS],
    ['52998224725', '52998224725'],
  ])('pay by the document %s, which is kept as %s', async (given, kept) => {
    const { status, body } = await pay(given);
    expect([status, body.status]).toEqual([201, 'APPROVED']);
    expect(await payerOf(body.id)).toEqual({ ...customer, document: kept });
  });

  it.each(['PIX', 'BOLETO', 'OPEN_FINANCE'])('pay by %s as well', async (paymentMethod) => {
    const { status, body } = await pay(WITH_LETTERS, { paymentMethod });
    expect([status, body.status]).toEqual([201, 'PENDING']);
    expect((await payerOf(body.id)).document).toBe(WITH_LETTERS);
    if (paymentMethod === 'BOLETO') {
      expect((await send(body.boleto.url)).status).toBe(200);
    }
  });

  it('give one payin for a repeat that writes the document in another way', async () => {
    const request = validPayin({ customer: { ...customer, document: WITH_LETTERS } });
    const first = await pay(WITH_LETTERS, { referenceId: request.referenceId });
    const again = await pay('12.abc.345/01de-35', { referenceId: request.referenceId });
    expect(again.body.id).toBe(first.body.id);
  });

  it.each([
    '12ABC34501DE36',
    '11222333000180',
    '00000000000000',
    'AAAAAAAAAAAA03',
    '12_ABC_345_01DE_35',
    '529.982.247-25',
    '12ABC34501DEAB',
    '',
  ])('are refused by the document %s', async (document) => {
    const { status, body } = await pay(document);
    expect([status, body.error.code]).toEqual([400, 'INVALID_DATA']);
    expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'customer.document',
    ]);
  });

  it.each([ONLY_DIGITS, WITH_LETTERS, '11.222.333/0001-81'])(
    'are refused by every other account, which says why: %s',
    async (document) => {
      const { status, body } = await pay(document, {}, 'no3ds');
      expect([status, body.error.code]).toEqual([400, 'INVALID_DATA']);
      expect(body.error.details).toEqual([errorDetail('customer.document', 'company_payer')]);
    },
  );
});
