import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccountStore } from '../../store/tables/accounts/account.ts';
import { createLedgerStore } from '../../store/tables/ledger/ledger.ts';
import { createReserveStore } from '../../store/tables/ledger/reserve.ts';
import { createLookUps } from '../../store/tables/payins/look-ups.ts';
import { opened } from '../../testing/opened.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { statementDatabases } from '../../testing/test-db.ts';
import { disagreementOf } from '../../testing/test-killed-service.ts';
import { startTestService, validPayin, validPayout } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import type { AccountStore } from '../accounts/account.ts';
import type { LedgerDependencies } from './reserve.ts';
import { releaseReserves } from './reserve.ts';

/** No fee, a tenth retained for seven days. */
const FREE = { basisPoints: 0, fixed: 0 };
/** Each test takes one that no other has moved. */
const ACCOUNTS = Array.from({ length: 28 }, (_, nth) => `fresh${nth}`);
const DAY = 24 * 60 * 60;

describe.each(statementDatabases())('a reserve on $engine', (database) => {
  const directory = temporaryFolder('reserve');
  let accounts: AccountStore;
  let services: LedgerDependencies;
  let name: string;
  let taken = 0;
  beforeEach(() => {
    name = ACCOUNTS[taken] ?? '';
    taken += 1;
  });
  const now = new Date('2027-01-01T12:00:00Z');
  const service = opened(() => {
    const sandboxAccountsFile = join(directory, 'accounts.json');
    const described = ACCOUNTS.map((own) => ({
      publicKey: `pk_test_${own}`,
      secretKey: `sk_test_${own}`,
      name: own,
      traits: { reserveBasisPoints: 1_000, reserveDays: 7, fees: { PIX: FREE } },
    }));
    writeFileSync(sandboxAccountsFile, JSON.stringify(described));
    const { timers } = manualTimers();
    const settings = { sandboxAccountsFile };
    return startTestService({ database, timers, settings, now: () => now });
  });
  beforeAll(() => {
    accounts = createAccountStore(service.db);
    services = {
      db: service.db,
      ledger: createLedgerStore(service.db),
      reserves: createReserveStore(service.db),
      lookUps: createLookUps(service.db),
      now: () => now,
    };
  });

  const call = (path: string, body?: unknown) => service.post(name, path, body);
  const control = (id: string, act: string, body?: unknown) =>
    call(`/sandbox/payins/${id}/${act}`, body);
  const advance = (advanceSeconds: number) => call('/sandbox/clock', { advanceSeconds });
  /** A payin of R$ 100,00, of which R$ 10,00 are retained. */
  const paid = async () => {
    const { id } = (await call('/payin', validPayin({ paymentMethod: 'PIX' }))).body;
    expect((await control(id, 'pay')).body.status).toBe('APPROVED');
    return String(id);
  };
  /** What there is beyond the opening balance. */
  const money = async () => {
    const balances = await services.ledger.readBalances(name);
    const { available = 0, reserve, debt } = balances;
    return { available: available - 1_000_000, reserve, debt };
  };

  it('is available once its term is over and not before, and is still told as retained', async () => {
    const id = await paid();
    expect(await money()).toEqual({ available: 9_000, reserve: 1_000, debt: 0 });
    await advance(7 * DAY - 1);
    expect(await money()).toEqual({ available: 9_000, reserve: 1_000, debt: 0 });
    await advance(1);
    expect(await money()).toEqual({ available: 10_000, reserve: 0, debt: 0 });
    const record = await service.get(name, `/payin/${id}`);
    expect(record.body).toMatchObject({ netAmount: 10_000, reservedAmount: 1_000 });
    // What is refunded afterwards is taken from what is available.
    await control(id, 'refund');
    expect(await money()).toEqual({ available: 0, reserve: 0, debt: 0 });
  });

  it('is less by what was refunded of it, and nothing where all was', async () => {
    const [part, whole] = [await paid(), await paid()];
    await control(part, 'refund', { amount: 400 });
    await control(whole, 'refund');
    expect(await money()).toEqual({ available: 9_000, reserve: 600, debt: 0 });
    await advance(7 * DAY);
    expect(await money()).toEqual({ available: 9_600, reserve: 0, debt: 0 });
  });

  it('is not released while a dispute has it, and begins its term anew when it is back', async () => {
    const id = await paid();
    await control(id, 'chargeback');
    await advance(7 * DAY);
    expect(await money()).toEqual({ available: 0, reserve: 0, debt: 0 });
    await control(id, 'chargeback-reversal');
    expect(await money()).toEqual({ available: 9_000, reserve: 1_000, debt: 0 });
    await advance(7 * DAY - 1);
    expect((await money()).reserve).toBe(1_000);
    await advance(1);
    expect(await money()).toEqual({ available: 10_000, reserve: 0, debt: 0 });
  });

  it('that cannot be released is named and put off, and keeps no other waiting', async () => {
    const ids = [await paid(), await paid(), await paid()];
    const [, broken = ''] = ids;
    const account = await accounts.find(name);
    if (account === null) throw new Error('the account is not there');
    const { ledger, now } = services;
    const made: LedgerDependencies = {
      ...services,
      ledger: {
        ...ledger,
        lock: (tx, companyId, sources) =>
          sources.includes(broken)
            ? Promise.reject(new Error('its entries are gone'))
            : ledger.lock(tx, companyId, sources),
      },
    };
    const later = (ms: number) => new Date(now().getTime() + 7 * DAY * 1_000 + ms);
    const release = (ms: number) =>
      releaseReserves(account, { ...made, now: () => later(ms) }).catch((error: unknown) => error);
    expect(await release(0)).toMatchObject({ named: [{ id: broken }], more: 0 });
    expect(await money()).toEqual({ available: 29_000, reserve: 1_000, debt: 0 });
    // Not before it is due again, and later each time.
    expect(await release(14_000)).toBeUndefined();
    expect(await release(15_000)).toMatchObject({ named: [{ id: broken }] });
    expect(await release(44_000)).toBeUndefined();
    await releaseReserves(account, { ...services, now: () => later(45_000) });
    expect(await money()).toEqual({ available: 30_000, reserve: 0, debt: 0 });
  });

  it('settles debt first', async () => {
    await paid();
    const disputed = await paid();
    const { available = 0 } = await services.ledger.readBalances(name);
    expect((await call('/payout', validPayout({ amount: available }))).status).toBe(201);
    await control(disputed, 'chargeback');
    expect((await money()).debt).toBe(-9_000);
    await advance(7 * DAY);
    const after = await services.ledger.readBalances(name);
    expect([after.available, after.reserve, after.debt]).toEqual([0, 0, -8_000]);
  });

  it('is released once by any number of looks at once', async () => {
    await paid();
    await accounts.advanceClock(name, 7 * DAY);
    const account = await accounts.find(name);
    if (account === null) throw new Error('there is no account');
    await Promise.all(Array.from({ length: 10 }, () => releaseReserves(account, services)));
    expect(await money()).toEqual({ available: 10_000, reserve: 0, debt: 0 });
  });

  it('agrees with the ledger, which names one that has lost its term', async () => {
    const id = await paid();
    expect(await disagreementOf(service.db)).toBeNull();
    const run = <Row>(text: string, value: string) =>
      service.db.query<Row>({ name: '', text, values: [value] });
    const [lost] = await run<{ row: unknown }>(
      'DELETE FROM ledger_reserves WHERE payin_id = $1 RETURNING to_jsonb(ledger_reserves) AS row',
      id,
    );
    const sentence = `company ${name}, ledger_reserves: ${id} holds 1000 without a term`;
    expect(await disagreementOf(service.db)).toBe(sentence);
    await run(
      `INSERT INTO ledger_reserves
        SELECT * FROM jsonb_populate_record(NULL::ledger_reserves, $1::jsonb)`,
      JSON.stringify(lost?.row),
    );
    expect(await disagreementOf(service.db)).toBeNull();
  });
});
