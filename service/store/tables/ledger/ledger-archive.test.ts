import { beforeEach, describe, expect, it } from 'vitest';
import { checkLedger } from '../../../domain/ledger/check-ledger.ts';
import { openedForEach } from '../../../testing/opened.ts';
import { sql } from '../../../testing/sql.ts';
import { statementDatabases } from '../../../testing/test-db.ts';
import { startTestService, validPayin, validPayout } from '../../../testing/test-service.ts';
import { manualTimers } from '../../../testing/test-timers.ts';
import { createAccountStore } from '../accounts/account.ts';
import { createPayinTraceStore } from '../payins/payin-trace.ts';
import { createArchive } from '../upkeep/archive.ts';
import { createLedgerStore } from './ledger.ts';
import { createLedgerAudit } from './ledger-audit.ts';
import { createStatementStore } from './statement.ts';

const COMPANY = 'no3ds';
const JANUARY = Date.UTC(2027, 0, 31, 23, 59, 0);
const MAY = Date.UTC(2027, 4, 20);
const MARCH = new Date('2027-03-01T00:00:00Z');

describe.each(statementDatabases())('the archive of the ledger on $engine', (database) => {
  let time: number;
  let payinId: string;
  let disputedId: string;

  const service = openedForEach(() => {
    time = JANUARY;
    const { timers } = manualTimers();
    return startTestService({ database, timers, now: () => new Date(time) });
  });
  beforeEach(async () => {
    payinId = await pay();
    disputedId = await pay();
    expect((await act(payinId, 'refund', { amount: 1_234 })).status).toBe(200);
    time += 60_000;
    await pay();
    await call('/payout', validPayout({ amount: 500, pixKey: 'rejected@sandbox.test' }));
    time = MAY;
    await pay();
  });

  const call = (path: string, body?: unknown) => service.post(COMPANY, path, body);
  const pay = async () => String((await call('/payin', validPayin())).body.id);
  const act = (id: string, name: string, body?: unknown) =>
    call(`/sandbox/payins/${id}/${name}`, body);
  const count = async (table: string) => {
    const text = `SELECT count(*) AS count FROM ${table} WHERE company_id = '${COMPANY}'`;
    const [row] = await service.db.query<{ count: number }>({ name: '', text, values: [] });
    return row?.count ?? 0;
  };
  const check = async () => {
    const { db } = service;
    const services = { accounts: createAccountStore(db), ledgerAudit: createLedgerAudit(db) };
    return (await checkLedger(services)).disagreement;
  };

  /** What everybody who asks for entries is told. */
  async function answers() {
    const { db } = service;
    const ledger = createLedgerStore(db);
    const statements = createStatementStore(db);
    const all = { from: null, until: null, after: null, limit: 100 };
    return {
      approval: await ledger.approvalOf(COMPANY, payinId),
      approvals: await ledger.approvalsOf(COMPANY, [payinId, disputedId, 'pay_unknown']),
      locked: await db.transaction((tx) => ledger.lock(tx, COMPANY, [payinId, disputedId])),
      postings: await createPayinTraceStore(db).postings(COMPANY, [payinId]),
      statement: await statements.page(COMPANY, all),
      page: await statements.page(COMPANY, { ...all, until: new Date(JANUARY), limit: 2 }),
      fees: await statements.look(COMPANY, 'fees', all),
      payin: (await service.get(COMPANY, `/payin/${payinId}`)).body,
      disagreement: await check(),
    };
  }

  const moveAll = async () => {
    const archive = createArchive(service.db);
    let moved = 0;
    for (let some = 1; some > 0; moved += some) {
      some = await archive.moveLedgerEntries(COMPANY, { before: MARCH, limit: 2 });
    }
    return moved;
  };

  it('is read by everybody as what is not in it, and moves each entry once', async () => {
    const before = await answers();
    expect(before.disagreement).toBeNull();
    expect(before.statement.length).toBeGreaterThan(6);
    const entries = await count('ledger_entries');
    const [one, other] = await Promise.all([moveAll(), moveAll()]);
    expect(one + other).toBe(await count('ledger_entries_archive'));
    expect(await count('ledger_entries')).toBe(entries - one - other);
    expect(await count('ledger_entries')).toBeLessThan(5);
    expect(await count('ledger_entries_archive_2027_01')).toBeGreaterThan(0);
    expect(await count('ledger_entries_archive_2027_02')).toBeGreaterThan(0);
    expect(await answers()).toEqual(before);
  });

  it('is looked into where money comes back to a payin of long ago', async () => {
    await moveAll();
    const left = await count('ledger_entries');
    expect((await act(payinId, 'refund', { amount: 1_000 })).status).toBe(200);
    expect(await check()).toBeNull();
    for (const name of ['chargeback', 'chargeback-reversal', 'med']) {
      expect([name, (await act(disputedId, name)).status]).toEqual([name, 200]);
      expect(await check()).toBeNull();
    }
    expect(await count('ledger_entries')).toBeGreaterThan(left);
    expect(await moveAll()).toBe(0);
  });

  it('finds what was lost of it', async () => {
    const { db } = service;
    await moveAll();
    await sql(db)`UPDATE ledger_entries_archive SET amount = amount + 1
      WHERE company_id = ${COMPANY} AND source_id = ${payinId} AND step = 1
      AND account = 'available'`;
    expect(await check()).toMatch(/sums to 1 over/);
  });
});
