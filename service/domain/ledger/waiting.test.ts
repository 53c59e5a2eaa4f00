import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createReceivableStore } from '../../store/tables/ledger/receivable.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { statementDatabases } from '../../testing/test-db.ts';
import { disagreementOf } from '../../testing/test-killed-service.ts';
import type { TestService } from '../../testing/test-service.ts';
import {
  newReference,
  startTestService,
  validPayin,
  validPayout,
} from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import { netOf } from './receivable.ts';

/** Each test takes one that no other has moved; it begins with R$ 10.000,00. */
const ACCOUNTS = Array.from({ length: 14 }, (_, nth) => `waits${nth}`);
const START = 1_000_000;
const DAY = 24 * 60 * 60;
const FREE = { basisPoints: 0, fixed: 0 };
/** As of noon of New Year's Day: 30, 60 and 90 days later, no weekends among them but the first. */
const DAYS = ['2027-02-01', '2027-03-02', '2027-04-01'];

describe.each(statementDatabases())('what waits for its acquirer on $engine', (database) => {
  const directory = temporaryFolder('waiting');
  let service: TestService;
  let name: string;
  let taken = 0;
  beforeEach(() => {
    name = ACCOUNTS[taken] ?? '';
    taken += 1;
  });
  beforeAll(async () => {
    const sandboxAccountsFile = join(directory, 'accounts.json');
    const described = ACCOUNTS.map((own) => ({
      publicKey: `pk_test_${own}`,
      secretKey: `sk_test_${own}`,
      name: own,
      traits: {
        availableAt: 'settlement',
        split: true,
        fees: { CREDIT_CARD: FREE },
        ...(own === 'waits0' ? { reserveBasisPoints: 1_000, reserveDays: 7 } : {}),
      },
    }));
    writeFileSync(sandboxAccountsFile, JSON.stringify(described));
    const now = () => new Date('2027-01-01T15:00:00Z');
    const { timers } = manualTimers();
    service = await startTestService({ database, timers, settings: { sandboxAccountsFile }, now });
  });
  afterAll(async () => {
    expect(await disagreementOf(service.db)).toBeNull();
    await service.stop();
  });

  const call = (path: string, body?: unknown) => service.post(name, path, body);
  const control = (id: string, act: string, body?: unknown) =>
    call(`/sandbox/payins/${id}/${act}`, body);
  const advance = (days: number) => call('/sandbox/clock', { advanceSeconds: days * DAY });
  const payOut = (amount: number) => call('/payout', validPayout({ amount }));
  /** A sale of R$ 100,00 in three instalments. */
  const sell = async (change: Record<string, unknown> = {}) => {
    const { card, ...order } = validPayin(change);
    const body = { ...order, card: { ...card, installments: 3 } };
    const sold = await call('/payin', body);
    expect(sold.body.status).toBe('APPROVED');
    return String(sold.body.id);
  };
  /** What there is beyond the opening balance. */
  const money = async () => {
    const { body } = await service.get(name, '/balance');
    const { available, waitingFunds, reserved, debt, waitingDays } = body;
    const days = waitingDays.map((one: { date: string; amount: number }) => [one.date, one.amount]);
    return { available: available - START, waitingFunds, reserved, debt, days };
  };
  const receivablesOf = async (id: string) => {
    const rows = await createReceivableStore(service.db).listOf(name, [id]);
    return rows.map((one) => ({ on: one.dueOn, net: netOf(one), fee: one.fee }));
  };

  it('keeps what is retained until the last instalment has come', async () => {
    await sell();
    expect(await money()).toMatchObject({ waitingFunds: 9_000, reserved: 1_000 });
    await advance(60);
    expect(await money()).toMatchObject({ available: 6_000, reserved: 1_000 });
    await advance(30);
    expect(await money()).toMatchObject({ available: 10_000, waitingFunds: 0, reserved: 0 });
  });

  it('becomes available by instalments, each on its day and not before', async () => {
    const id = await sell();
    const [first, second, third] = DAYS;
    const before = { available: 0, waitingFunds: 10_000, reserved: 0, debt: 0 };
    const days = [
      [first, 3_333],
      [second, 3_333],
      [third, 3_334],
    ];
    expect(await money()).toEqual({ ...before, days });
    expect(await receivablesOf(id)).toEqual([
      { on: first, net: 3_234, fee: 99 },
      { on: second, net: 3_233, fee: 100 },
      { on: third, net: 3_234, fee: 100 },
    ]);
    await advance(30);
    expect(await money()).toEqual({ ...before, days });
    expect((await payOut(START + 1)).body.error.code).toBe('INSUFFICIENT_FUNDS');
    await advance(1);
    const after = { available: 3_333, waitingFunds: 6_667, days: days.slice(1) };
    expect(await money()).toMatchObject(after);
    expect((await payOut(START + 3_333)).status).toBe(201);
    await advance(100);
    expect(await money()).toMatchObject({ available: 6_667 - START, waitingFunds: 0, days: [] });
    const { body } = await service.get(name, '/balance/statement?limit=2');
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toContain('WAITING_RELEASED');
    const record = await service.get(name, `/payin/${id}`);
    expect(record.body).toMatchObject({ netAmount: 10_000, reservedAmount: 0 });
  });

  it('is less by what is refunded, before its first day and after', async () => {
    const id = await sell();
    const refund = { amount: 1_000, referenceId: newReference() };
    expect((await call(`/payin/${id}/refund`, refund)).status).toBe(201);
    expect(await money()).toMatchObject({ available: 0, waitingFunds: 9_000 });
    await advance(31);
    expect(await money()).toMatchObject({ available: 3_000, waitingFunds: 6_000 });
    await control(id, 'refund', { amount: 6_500 });
    expect(await money()).toMatchObject({ available: 2_500, waitingFunds: 0, days: [] });
    // The acquirer keeps its fee: what was paid before is taken back on the next day of banks.
    const rows = await receivablesOf(id);
    expect(rows.map(({ net }) => net)).toEqual([2_901, 0, 0, -700]);
    expect(rows.at(-1)?.on).toBe('2027-02-02');
  });

  it('comes back to the days that are left where a dispute is won', async () => {
    const id = await sell();
    await control(id, 'chargeback');
    expect(await money()).toMatchObject({ available: 0, waitingFunds: 0, debt: 0 });
    await advance(31);
    await control(id, 'chargeback-reversal');
    const days = DAYS.slice(1).map((day) => [day, 5_000]);
    expect(await money()).toMatchObject({ available: 0, waitingFunds: 10_000, days });
  });

  it('settles a debt first', async () => {
    const [kept, disputed] = [await sell(), await sell()];
    await advance(31);
    expect((await payOut(START + 6_666)).status).toBe(201);
    await control(disputed, 'chargeback');
    expect(await money()).toMatchObject({ available: -START, debt: 3_333, waitingFunds: 6_667 });
    await advance(30);
    expect(await money()).toMatchObject({ available: -START, debt: 0, waitingFunds: 3_334 });
    expect(await receivablesOf(kept)).toHaveLength(3);
  });

  it('leaves the recipients of a split what is theirs, and bears its share of a refund', async () => {
    const own = { recipientId: name, amount: 6_000 };
    const split = [{ recipientId: 'seller', amount: 4_000 }, own];
    const id = await sell({ split });
    const { body } = await service.get(name, '/balance');
    expect(body.recipients).toEqual([{ recipientId: 'seller', amount: 4_000 }]);
    expect(await money()).toMatchObject({ waitingFunds: 6_000 });
    await control(id, 'refund', { amount: 5_000 });
    expect((await service.get(name, '/balance')).body.recipients).toEqual([
      { recipientId: 'seller', amount: 2_000 },
    ]);
    expect(await money()).toMatchObject({ waitingFunds: 3_000 });
  });

  it('is checked: the ledger names a sale whose days do not add up', async () => {
    const id = await sell();
    const change = (amount: number) =>
      service.db.query({
        name: '',
        text: `UPDATE receivables SET waiting = waiting + $2
          WHERE payin_id = $1 AND installment = 1`,
        values: [id, amount],
      });
    await change(1);
    const sentence = `company ${name}, receivables: those of ${id} wait for 10001, the ledger has 10000`;
    expect(await disagreementOf(service.db)).toBe(sentence);
    await change(-1);
  });
});
