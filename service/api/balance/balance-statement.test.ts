import { beforeAll, describe, expect, it } from 'vitest';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import {
  basic,
  send,
  startTestService,
  validPayin,
  validPayout,
} from '../../testing/test-service.ts';

describe.each(testDatabases())('GET /balance/statement on $engine', (database) => {
  let payin: { id: string; referenceId: string };
  let payout: { id: string; referenceId: string };

  const call = (path: string, account: string, body?: object) =>
    send(`${service.baseUrl}${path}`, { headers: basic(account), ...(body ? { body } : {}) });
  const read = (query = '', account = 'manual') => call(`/balance/statement${query}`, account);

  const service = opened(() => startTestService({ database }));
  beforeAll(async () => {
    payin = (await call('/payin', 'manual', validPayin())).body;
    payout = (await call('/payout', 'manual', validPayout({ amount: 3_000 }))).body;
    await call(`/sandbox/payins/${payin.id}/refund`, 'manual', { amount: 4_000 });
    await call(`/sandbox/payouts/${payout.id}/cancel`, 'manual', {});
  });

  it('tells each movement with the balance after it, its payin or payout and reference', async () => {
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body.meta).toEqual({ limit: 10, nextCursor: null });
    const net = 9_562;
    const ofPayin = { payinId: payin.id, payoutId: null, referenceId: payin.referenceId };
    const ofPayout = { payinId: null, payoutId: payout.id, referenceId: payout.referenceId };
    const still = {
      waiting: 0,
      reserved: 0,
      inFlight: 0,
      debt: 0,
      refundId: null,
      createdAt: expect.stringMatching(/Z$/),
    };
    const start = 1_000_000;
    expect(body.data).toEqual([
      {
        ...{ ...still, ...ofPayout, number: 5, kind: 'PAYOUT_RETURNED', inFlight: -3_000 },
        ...{ amount: 3_000, balance: start + net - 4_000 },
      },
      {
        ...{ ...still, ...ofPayin, number: 4, kind: 'PAYIN_REFUNDED' },
        ...{ amount: -4_000, balance: start + net - 7_000 },
        refundId: expect.stringMatching(/^ref_manual_/),
      },
      {
        ...{ ...still, ...ofPayout, number: 3, kind: 'PAYOUT_CREATED', inFlight: 3_000 },
        ...{ amount: -3_000, balance: start + net - 3_000 },
      },
      {
        ...{ ...still, ...ofPayin, number: 2, kind: 'PAYIN_APPROVED' },
        ...{ amount: net, balance: start + net },
      },
      {
        ...{ ...still, number: 1, kind: 'OPENING_BALANCE', amount: start, balance: start },
        ...{ payinId: null, payoutId: null, referenceId: null },
      },
    ]);
    expect(body.data[0].balance).toBe((await call('/balance', 'manual')).body.available);
  });

  it('gives each movement once over its pages, and ends with null', async () => {
    const numbers: number[] = [];
    let cursor = '';
    do {
      const { body } = await read(`?limit=2${cursor}`);
      numbers.push(...body.data.map(({ number }: { number: number }) => number));
      cursor = body.meta.nextCursor === null ? '' : `&cursor=${body.meta.nextCursor}`;
    } while (cursor !== '');
    expect(numbers).toEqual([5, 4, 3, 2, 1]);
  });

  it('tells a debt as what is owed', async () => {
    const { body: paid } = await call('/payin', 'postorder', validPayin());
    const { available } = (await call('/balance', 'postorder')).body;
    const stays = { pixKey: '00000000-0000-4000-8000-000000000406', pixKeyType: 'EVP' };
    await call('/payout', 'postorder', validPayout({ amount: available, ...stays }));
    await call(`/sandbox/payins/${paid.id}/chargeback`, 'postorder', {});
    const { body } = await read('?limit=1', 'postorder');
    expect(body.data).toMatchObject([
      { kind: 'PAYIN_CHARGED_BACK', amount: 0, balance: 0, debt: 10_000 },
    ]);
  });

  it.each([
    ['?endDate=2020-01-01', 0],
    ['?startDate=2020-01-01&endDate=2999-12-31', 5],
    ['?startDate=2999-01-01', 0],
  ])('%s gives %i', async (query, count) => {
    expect((await read(query)).body.data).toHaveLength(count);
  });

  it('never tells of another company', async () => {
    const { body } = await read('', 'nocard');
    expect(body.data).toMatchObject([{ number: 1, kind: 'OPENING_BALANCE' }]);
    const { body: mine } = await read('?limit=1');
    const { body: theirs } = await read(`?cursor=${mine.meta.nextCursor}`, 'nocard');
    expect(theirs.data).toEqual(body.data);
  });

  it('refuses a query that is none, naming what is wrong', async () => {
    const { status, body } = await read('?kind=PAYIN_APPROVED');
    expect([status, body.error.code]).toEqual([400, 'INVALID_DATA']);
    expect(body.error.details).toMatchObject([{ path: '', rule: 'unknown_parameter' }]);
  });
});
