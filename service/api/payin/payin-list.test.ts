import { beforeAll, describe, expect, it } from 'vitest';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import {
  basic,
  newReference,
  payinWithCard,
  send,
  startTestService,
  validPayin,
} from '../../testing/test-service.ts';

type Listed = { id: string; referenceId: string; status: string; createdAt: string };

describe.each(testDatabases())('GET /payin on $engine', (database) => {
  const ids: string[] = [];
  const reference = newReference();

  const list = (query: string, account = 'no3ds') => service.get(account, `/payin${query}`);
  const pay = async (body: object, account = 'no3ds') =>
    (await service.post(account, '/payin', body)).body.id;
  const idsOf = ({ data }: { data: Listed[] }) => data.map(({ id }) => id);

  const service = opened(() => startTestService({ database }));
  beforeAll(async () => {
    for (let count = 0; count < 10; count += 1) {
      ids.unshift(await pay(validPayin({ paymentMethod: 'PIX' })));
    }
    ids.unshift(
      await pay({ ...payinWithCard({ number: '4000000000000002' }), referenceId: reference }),
    );
    ids.unshift(await pay(validPayin({ referenceId: reference })));
    await pay(validPayin({ referenceId: reference }), 'manual');
  });

  it('lists ten at first, newest first, and says where the next page begins', async () => {
    const { status, body } = await list('');
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(ids.slice(0, 10));
    expect(body.meta).toEqual({ limit: 10, nextCursor: expect.any(String) });
    const rest = await list(`?cursor=${body.meta.nextCursor}`);
    expect(idsOf(rest.body)).toEqual(ids.slice(10));
    expect(rest.body.meta).toEqual({ limit: 10, nextCursor: null });
  });

  it('gives each payin once over all pages, also where one is made in between', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await list(`?limit=5${cursor}`, 'no3ds');
      seen.push(...idsOf(body));
      if (cursor === '') ids.unshift(await pay(validPayin()));
      cursor = body.meta.nextCursor === null ? '' : `&cursor=${body.meta.nextCursor}`;
    } while (cursor !== '');
    expect(seen).toEqual(ids.slice(1));
  });

  it('tells of each what its own record tells', async () => {
    const { body } = await list('?limit=100');
    expect(body.data).toHaveLength(ids.length);
    for (const listed of body.data) {
      const url = `${service.baseUrl}/payin/${listed.id}`;
      const {
        viewToken: _,
        pix: __,
        ...record
      } = (await send(url, { headers: basic('no3ds') })).body;
      expect(listed).toEqual(record);
    }
  });

  it('finds by reference all tries of an order, and none of another company', async () => {
    const { body } = await list(`?referenceId=${reference}`);
    expect(body.data.map(({ status }: Listed) => status)).toEqual(['APPROVED', 'REFUSED']);
    const { body: others } = await list('?limit=100', 'manual');
    expect(others.data).toHaveLength(1);
    expect(idsOf(others)).not.toContain(ids[0]);
    const cursor = `${Date.now() + 60_000}-${ids[0]}`;
    expect(idsOf((await list(`?cursor=${cursor}`, 'manual')).body)).toEqual(idsOf(others));
  });

  it.each([
    ['?paymentMethod=PIX&limit=100', 10],
    ['?paymentMethod=BOLETO', 0],
    ['?status=REFUSED', 1],
    ['?status=PENDING&paymentMethod=PIX&limit=100', 10],
    ['?status=PENDING&paymentMethod=CREDIT_CARD', 0],
    ['?endDate=2020-01-01', 0],
    ['?startDate=2020-01-01T00:00:00Z&endDate=2999-12-31&paymentMethod=PIX&limit=4', 4],
    ['?startDate=2999-01-01', 0],
    ['?referenceId=nothing', 0],
    ['?referenceId=of-before%20', 0],
  ])('%s gives %i', async (query, count) => {
    expect((await list(query)).body.data).toHaveLength(count);
  });

  it('refuses a query that is none, naming what is wrong', async () => {
    const { status, body } = await list('?status=PENDING&status=FAILED');
    expect([status, body.error.code]).toEqual([400, 'INVALID_DATA']);
    expect(body.error.details).toMatchObject([{ path: 'status', rule: 'repeated' }]);
  });
});
