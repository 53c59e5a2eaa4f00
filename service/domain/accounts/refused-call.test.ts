import { beforeAll, describe, expect, it } from 'vitest';
import { errorDetail } from '../../base/shared/error-detail.ts';
import { createRefusedCallStore } from '../../store/tables/accounts/refused-call.ts';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import type { RefusedCall } from './refused-call.ts';
import { createRefusedCallLog } from './refused-call.ts';

const START = Date.UTC(2030, 0, 1);

function call(change: Partial<RefusedCall> = {}): RefusedCall {
  return {
    companyId: 'acme',
    requestId: 'r1',
    at: new Date(START),
    caller: 'server',
    keyId: 'key_000000000001',
    method: 'POST',
    route: '/payin',
    status: 400,
    code: 'INVALID_DATA',
    message: 'Some fields are not valid.',
    details: [errorDetail('amount', 'too_small', { min: 1 })],
    times: 1,
    ...change,
  };
}

describe('notes of refused calls', () => {
  const opened = (fails = false) => {
    const written: RefusedCall[] = [];
    const errors: unknown[] = [];
    const log = createRefusedCallLog(
      {
        async append(_companyId, calls) {
          if (fails) throw new Error('the database is away');
          written.push(...calls);
        },
      },
      (error) => errors.push(error),
    );
    return { log, written, errors };
  };

  it('write equal calls once, with how often and the last of them', async () => {
    const { log, written } = opened();
    log.note(call());
    log.note(call({ requestId: 'r2', at: new Date(START + 5) }));
    expect(written).toEqual([]);
    await log.flush();
    expect(written).toEqual([call({ requestId: 'r2', at: new Date(START + 5), times: 2 })]);
    await log.flush();
    expect(written).toHaveLength(1);
  });

  it('write ten different calls of a company and kind, however many there were', async () => {
    const { log, written } = opened();
    for (let made = 0; made < 5_000; made += 1)
      log.note(call({ requestId: `r${made}`, route: `/${made}` }));
    log.note(call({ requestId: 'browser', caller: 'browser' }));
    log.note(call({ requestId: 'other', companyId: 'other' }));
    await log.flush();
    expect(written).toHaveLength(12);
    log.note(call());
    await log.flush();
    expect(written).toHaveLength(13);
  });

  it('keep ten fields of a call, and no long number or text that a caller named one by', async () => {
    const { log, written } = opened();
    const long = 'x'.repeat(5_000);
    const path = `card.4111111111111111.${long}`;
    const details = Array.from({ length: 30 }, () => ({
      ...errorDetail(path, 'required'),
      message: long,
    }));
    log.note(call({ message: long, details }));
    await log.flush();
    expect(written[0]?.details).toHaveLength(10);
    expect(written[0]?.details[0]?.path).toMatch(/^card\.…\.x+$/);
    expect(JSON.stringify(written).length).toBeLessThan(6_000);
  });

  it('are dropped where they cannot be written, and the next ones are not', async () => {
    const { log, errors } = opened(true);
    log.note(call());
    await log.flush();
    await log.flush();
    expect(errors).toHaveLength(1);
  });
});

describe.each(testDatabases())('refused calls on $engine', (database) => {
  let store: ReturnType<typeof createRefusedCallStore>;
  const db = opened(database.openMigrated);
  beforeAll(() => {
    store = createRefusedCallStore(db);
  });

  const idsOf = async (companyId: string, caller: RefusedCall['caller'] = 'server') =>
    (await store.page(companyId, { caller, after: null, limit: 100 })).map((one) => one.requestId);

  it('are read newest first, page by page, as they were written', async () => {
    const calls = [1, 2, 3].map((nth) =>
      call({ requestId: `r${nth}`, at: new Date(START + nth), times: nth }),
    );
    await store.append('acme', calls);
    await store.append('other', [call({ companyId: 'other', requestId: 'foreign' })]);
    const [third, second] = await store.page('acme', { caller: 'server', after: null, limit: 2 });
    expect([third, second]).toEqual([calls[2], calls[1]]);
    const after = { at: new Date(START + 2), requestId: 'r2' };
    expect(await store.page('acme', { caller: 'server', after, limit: 2 })).toEqual([calls[0]]);
    expect(await idsOf('acme', 'browser')).toEqual([]);
  });

  it('are forgotten by their age and their number, each kind of caller for itself', async () => {
    const made = (caller: RefusedCall['caller'], nth: number) =>
      call({ companyId: 'shop', requestId: `${caller}${nth}`, caller, at: new Date(START + nth) });
    const nths = [1, 2, 3, 4];
    await store.append(
      'shop',
      nths.map((nth) => made('server', nth)),
    );
    await store.append(
      'shop',
      nths.map((nth) => made('browser', nth + 10)),
    );
    await store.forget('shop', { before: new Date(START + 2), most: 2 });
    expect(await idsOf('shop')).toEqual(['server4', 'server3']);
    expect(await idsOf('shop', 'browser')).toEqual(['browser14', 'browser13']);
    await store.forget('shop', { before: new Date(START + 4), most: 100 });
    expect(await idsOf('shop')).toEqual(['server4']);
  });
});
