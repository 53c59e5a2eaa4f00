import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import { errorDetail } from '../../base/shared/error-detail.ts';
import { MAX_CLOCK_OFFSET_SECONDS } from '../../domain/accounts/account.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import type { TestService } from '../../testing/test-service.ts';
import { basic, send, startTestService, validPayin } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import { until } from '../../testing/until.ts';

const TEN_YEARS = 10 * 366 * 24 * 60 * 60;
const DAY_MS = 24 * 60 * 60 * 1_000;
const RECONCILE_EVERY_MS = 15_000;

describe.each(testDatabases())('the sandbox clock on $engine', (database) => {
  let db: Db;
  let service: TestService;
  let time: number;
  let timers: ReturnType<typeof manualTimers>;

  const start = async () => {
    timers = manualTimers();
    const kept = { ...db, close: async () => undefined };
    const now = () => new Date(time);
    service = await startTestService({ db: kept, now, timers: timers.timers });
  };
  beforeEach(async () => {
    time = Date.UTC(2030, 0, 1);
    db = await database.openMigrated();
    await start();
  });
  afterEach(async () => {
    await service.stop();
    await db.close();
  });

  const call = (account: string, path: string, body?: unknown) =>
    send(`${service.baseUrl}${path}`, {
      headers: basic(account),
      ...(body === undefined ? {} : { body }),
    });
  const advance = (advanceSeconds: number) =>
    call('preorder', '/sandbox/clock', { advanceSeconds });
  const payPix = async (account: string) => {
    const answer = await call(account, '/payin', validPayin({ paymentMethod: 'PIX' }));
    expect(answer.status).toBe(201);
    return String(answer.body.id);
  };
  const statusOf = async (account: string, id: string) =>
    (await call(account, `/payin/${id}`)).body.status;
  /** As it was found: moved so far that no date of the account could be written down. */
  const poison = (offset: bigint) =>
    sql(db)`UPDATE companies SET clock_offset_seconds = ${offset} WHERE company_id = ${'preorder'}`;

  it('moves by a hundred years in all, and refuses more without moving', async () => {
    const statuses: number[] = [];
    for (let nth = 0; nth < 12; nth += 1) statuses.push((await advance(TEN_YEARS)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 400, 400]);
    expect((await advance(1)).body.error).toMatchObject({
      code: 'INVALID_DATA',
      details: [errorDetail('advanceSeconds', 'too_large', { max: 0 })],
    });
    const stays = await advance(0);
    expect(stays.status).toBe(200);
    expect(stays.body.now).toBe(new Date(time + MAX_CLOCK_OFFSET_SECONDS * 1_000).toISOString());
    const pix = await payPix('preorder');
    expect(await statusOf('preorder', pix)).toBe('PENDING');
  });

  it.each([
    ['where 795 moves of ten years led', 795n * BigInt(TEN_YEARS)],
    ['past what a number can hold', 9_223_372_036_854_775_807n],
    ['before it began', -9_000_000_000_000n],
  ])('that stands %s stops neither its account, others nor the next start', async (_, offset) => {
    await poison(offset);
    const pix = await payPix('preorder');
    const others = await payPix('no3ds');
    time += 3 * DAY_MS;
    timers.run(RECONCILE_EVERY_MS);
    await until(async () => (await statusOf('no3ds', others)) !== 'PENDING');
    expect(await statusOf('no3ds', others)).toBe('EXPIRED');
    await until(async () => (await statusOf('preorder', pix)) !== 'PENDING');
    expect(await statusOf('preorder', pix)).toBe('EXPIRED');
    if (offset > 0n) expect((await advance(1)).status).toBe(400);

    await service.stop();
    await start();
    expect((await call('preorder', '/whoami')).status).toBe(200);
    const again = await payPix('preorder');
    expect(await statusOf('preorder', again)).toBe('PENDING');
    expect(service.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});
