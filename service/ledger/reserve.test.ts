import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountStore } from '../accounts/account.ts';
import { createAccountStore } from '../store/account.ts';
import { createLedgerStore } from '../store/ledger.ts';
import { createLookUps } from '../store/look-ups.ts';
import { createReserveStore } from '../store/reserve.ts';
import { statementDatabases } from '../testing/test-db.ts';
import { disagreementOf } from '../testing/test-killed-service.ts';
import type { TestService } from '../testing/test-service.ts';
import { basic, send, startTestService, validPayin } from '../testing/test-service.ts';
import { manualTimers } from '../testing/test-timers.ts';
import type { LedgerDependencies } from './reserve.ts';
import { releaseReserves } from './reserve.ts';

/** No fee, a tenth retained for seven days. */
const FREE = { basisPoints: 0, fixed: 0 };
const ACCOUNTS = ['term', 'refund', 'dispute', 'debt', 'race', 'audit', 'stuck'];
const DAY = 24 * 60 * 60;

describe.each(statementDatabases())('a reserve on $engine', (database) => {
  const directory = mkdtempSync(join(tmpdir(), 'reserve-'));
  let service: TestService;
  let accounts: AccountStore;
  let services: LedgerDependencies;
  beforeAll(async () => {
    const sandboxAccountsFile = join(directory, 'accounts.json');
    const described = ACCOUNTS.map((name) => ({
      publicKey: `pk_test_${name}`,
      secretKey: `sk_test_${name}`,
      name,
      traits: { reserveBasisPoints: 1_000, reserveDays: 7, fees: { PIX: FREE } },
    }));
    writeFileSync(sandboxAccountsFile, JSON.stringify(described));
    const now = new Date('2027-01-01T12:00:00Z');
    const { timers } = manualTimers();
    const settings = { sandboxAccountsFile };
    service = await startTestService({ database, timers, settings, now: () => now });
    accounts = createAccountStore(service.db);
    services = {
      db: service.db,
      ledger: createLedgerStore(service.db),
      reserves: createReserveStore(service.db),
      lookUps: createLookUps(service.db),
      now: () => now,
    };
  });
  afterAll(async () => {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const call = (account: string, path: string, body?: unknown) =>
    send(`${service.baseUrl}${path}`, { method: 'POST', body, headers: basic(account) });
  const control = (account: string, id: string, name: string, body?: unknown) =>
    call(account, `/sandbox/payins/${id}/${name}`, body);
  const advance = (account: string, advanceSeconds: number) =>
    call(account, '/sandbox/clock', { advanceSeconds });
  /** A payin of R$ 100,00, of which R$ 10,00 are retained. */
  const paid = async (account: string) => {
    const { card: _card, ...body } = validPayin({ paymentMethod: 'PIX' });
    const { id } = (await call(account, '/payin', body)).body;
    expect((await control(account, id, 'pay')).body.status).toBe('APPROVED');
    return String(id);
  };
  /** What there is beyond the opening balance. */
  const money = async (account: string) => {
    const balances = await services.ledger.readBalances(account);
    const { available = 0, reserve, debt } = balances;
    return { available: available - 1_000_000, reserve, debt };
  };

  it('is available once its term is over and not before, and is still told as retained', async () => {
    const id = await paid('term');
    expect(await money('term')).toEqual({ available: 9_000, reserve: 1_000, debt: 0 });
    await advance('term', 7 * DAY - 1);
    expect(await money('term')).toEqual({ available: 9_000, reserve: 1_000, debt: 0 });
    await advance('term', 1);
    expect(await money('term')).toEqual({ available: 10_000, reserve: 0, debt: 0 });
    const record = await send(`${service.baseUrl}/payin/${id}`, { headers: basic('term') });
    expect(record.body).toMatchObject({ netAmount: 10_000, reservedAmount: 1_000 });
    // What is refunded afterwards is taken from what is available.
    await control('term', id, 'refund');
    expect(await money('term')).toEqual({ available: 0, reserve: 0, debt: 0 });
  });

  it('is less by what was refunded of it, and nothing where all was', async () => {
    const [part, whole] = [await paid('refund'), await paid('refund')];
    await control('refund', part, 'refund', { amount: 400 });
    await control('refund', whole, 'refund');
    expect(await money('refund')).toEqual({ available: 9_000, reserve: 600, debt: 0 });
    await advance('refund', 7 * DAY);
    expect(await money('refund')).toEqual({ available: 9_600, reserve: 0, debt: 0 });
  });

  it('is not released while a dispute has it, and begins its term anew when it is back', async () => {
    const id = await paid('dispute');
    await control('dispute', id, 'chargeback');
    await advance('dispute', 7 * DAY);
    expect(await money('dispute')).toEqual({ available: 0, reserve: 0, debt: 0 });
    await control('dispute', id, 'chargeback-reversal');
    expect(await money('dispute')).toEqual({ available: 9_000, reserve: 1_000, debt: 0 });
    await advance('dispute', 7 * DAY - 1);
    expect((await money('dispute')).reserve).toBe(1_000);
    await advance('dispute', 1);
    expect(await money('dispute')).toEqual({ available: 10_000, reserve: 0, debt: 0 });
  });

  it('that cannot be released is named and put off, and keeps no other waiting', async () => {
    const ids = [await paid('stuck'), await paid('stuck'), await paid('stuck')];
    const [, broken = ''] = ids;
    const account = await accounts.find('stuck');
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
    expect(await money('stuck')).toEqual({ available: 29_000, reserve: 1_000, debt: 0 });
    // Not before it is due again, and later each time.
    expect(await release(14_000)).toBeUndefined();
    expect(await release(15_000)).toMatchObject({ named: [{ id: broken }] });
    expect(await release(44_000)).toBeUndefined();
    await releaseReserves(account, { ...services, now: () => later(45_000) });
    expect(await money('stuck')).toEqual({ available: 30_000, reserve: 0, debt: 0 });
  });

  it('settles debt first', async () => {
    await paid('debt');
    const disputed = await paid('debt');
    const { available = 0 } = await services.ledger.readBalances('debt');
    const payout = { amount: available, pixKey: 'a@b.co', pixKeyType: 'EMAIL', referenceId: 'all' };
    expect((await call('debt', '/payout', payout)).status).toBe(201);
    await control('debt', disputed, 'chargeback');
    expect((await money('debt')).debt).toBe(-9_000);
    await advance('debt', 7 * DAY);
    const after = await services.ledger.readBalances('debt');
    expect([after.available, after.reserve, after.debt]).toEqual([0, 0, -8_000]);
  });

  it('is released once by any number of looks at once', async () => {
    await paid('race');
    await accounts.advanceClock('race', 7 * DAY);
    const account = await accounts.find('race');
    if (account === null) throw new Error('there is no account');
    await Promise.all(Array.from({ length: 10 }, () => releaseReserves(account, services)));
    expect(await money('race')).toEqual({ available: 10_000, reserve: 0, debt: 0 });
  });

  it('agrees with the ledger, which names one that has lost its term', async () => {
    const id = await paid('audit');
    expect(await disagreementOf(service.db)).toBeNull();
    const text = `DELETE FROM ledger_reserves WHERE payin_id = '${id}'`;
    await service.db.query({ name: '', text, values: [] });
    const sentence = `company audit, ledger_reserves: ${id} holds 1000 without a term`;
    expect(await disagreementOf(service.db)).toBe(sentence);
  });
});
