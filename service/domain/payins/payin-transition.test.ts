import { afterAll, describe, expect, it } from 'vitest';
import { deferred } from '../../../contract/deferred.cases.ts';
import type { Db, Queryable, Transaction } from '../../base/shared/db.ts';
import { SqlError } from '../../base/shared/db.ts';
import { createAccountStore } from '../../store/tables/accounts/account.ts';
import { createLedgerStore } from '../../store/tables/ledger/ledger.ts';
import { createLedgerAudit } from '../../store/tables/ledger/ledger-audit.ts';
import { createPayinStore } from '../../store/tables/payins/payin.ts';
import { createDatabaseCopies } from '../../store/tables/upkeep/database-copy.ts';
import { opened } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { holdWebhooks } from '../../testing/test-held-webhooks.ts';
import {
  newReference,
  payinByToken,
  startTestService,
  validPayin,
} from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import { anyHash, testTransitions } from '../../testing/test-transitions.ts';
import { until } from '../../testing/until.ts';
import { decidePostings } from '../ledger/ledger-postings.ts';
import type { Payin } from './payin.ts';
import type { PayinTransition } from './payin-transition.ts';
import { moveTo } from './payin-transition.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const DECIDED = { status: 'APPROVED', chargeState: 'decided' } as const;
const WEBHOOK = 'http://127.0.0.1:65000/hook';

describe.each(testDatabases())('an approval on $engine', (database) => {
  // Nothing is sent while a test looks at what waits.
  const { sendWebhook, release } = holdWebhooks();
  /** Names of the statements that were run, in order. */
  const ran: string[] = [];

  const db = opened(database.openEmpty);
  const service = opened(() =>
    startTestService({ db: watched(db), timers: manualTimers().timers, sendWebhook }),
  );
  afterAll(() => {
    release();
    return service.stop();
  });

  function watched(inner: Db): Db {
    return {
      ...inner,
      query(statement, options) {
        ran.push(statement.name);
        return inner.query(statement, options);
      },
      transaction: (work, options) =>
        inner.transaction(
          (tx) =>
            work({
              commitWith: (writes) => tx.commitWith(writes),
              query(statement) {
                ran.push(statement.name);
                return tx.query(statement);
              },
            }),
          options,
        ),
    };
  }

  const run = <Row>(text: string, values: string[] = []) =>
    db.query<Row>({ name: '', text, values });

  /** Approved with a token, an event, and what a 3-D Secure result left. */
  const pay = async (account: string) => {
    const order = payinByToken(await service.tokenize(account), { webhookUrl: WEBHOOK });
    ran.length = 0;
    const paid = await service.post(account, '/payin', order);
    expect([paid.status, paid.body.status]).toEqual([201, 'APPROVED']);
    return { id: String(paid.body.id), names: [...ran] };
  };

  /** Every row that names the payin, without what is new in each. */
  const rowsOf = async (id: string) => {
    const rows: Record<string, unknown[]> = {};
    for (const table of await createDatabaseCopies(db).tables()) {
      const found = await run<{ row: Record<string, unknown> }>(
        `SELECT to_jsonb(t) AS row FROM ${table} t WHERE to_jsonb(t)::text LIKE '%' || $1 || '%'
          ORDER BY to_jsonb(t)::text`,
        [id],
      );
      rows[table] = found.map(({ row }) => comparable(row, id)).sort();
    }
    return rows;
  };

  it.each(['cardonfile', 'no3ds'])('of %s writes the same to settle a debt', async (account) => {
    const plain = await pay(account);
    expect(plain.names.filter((name) => name === 'payin_move')).toHaveLength(1);
    // A reserve of nothing does not matter; the smallest debt does.
    await owe(account, -1);
    const settling = await pay(account);
    const [plainRows, settlingRows] = [await rowsOf(plain.id), await rowsOf(settling.id)];
    const { ledger_entries: plainEntries, ...plainRest } = plainRows;
    const { ledger_entries: settlingEntries, ...settlingRest } = settlingRows;
    expect(plainRest).toEqual(settlingRest);
    expect(plainRest.payins).toHaveLength(1);
    expect(plainRest.webhook_events).toHaveLength(1);
    expect(plainRest.webhook_outbox).toHaveLength(1);
    expect(plainRest.card_tokens).toHaveLength(1);
    const tokenIs = account === 'cardonfile' ? 'on_file' : 'spent';
    expect(JSON.stringify(plainRest.card_tokens)).toContain(tokenIs);
    expect(plainEntries).toHaveLength(3);
    expect(settlingEntries).toHaveLength(4);
    expect(await createLedgerAudit(db).firstDisagreement(account)).toBeNull();
  });

  it('is written before anything is read that its lock keeps from changing', async () => {
    const { names } = await pay('no3ds');
    const order = ['payin_move', 'ledger_lock', 'webhook_latest'].map((name) =>
      names.indexOf(name),
    );
    expect(order).not.toContain(-1);
    expect(order).toEqual([...order].sort((one, other) => one - other));
  });

  it('keeps what is retained, and until when', async () => {
    await run(
      `UPDATE companies SET traits = traits || '{"reserveBasisPoints":500}'::jsonb
        WHERE company_id = 'manual'`,
    );
    const { id } = await pay('manual');
    const [held] = await run<{ amount: number }>(
      "SELECT amount FROM ledger_entries WHERE source_id = $1 AND account = 'reserve'",
      [id],
    );
    expect(held?.amount).toBe(500);
    expect(await run('SELECT due_at FROM ledger_reserves WHERE payin_id = $1', [id])).toHaveLength(
      1,
    );
  });

  it('is counted without a gap, however many come at once', async () => {
    const pays = Array.from({ length: 40 }, () => service.post('no3ds', '/payin', validPayin()));
    const statuses = (await Promise.all(pays)).map(({ body }) => body.status);
    expect(new Set(statuses)).toEqual(new Set(['APPROVED']));
    expect(await createLedgerAudit(db).firstDisagreement('no3ds')).toBeNull();
  });

  it('leaves out of those that go together who was decided, and takes each once', async () => {
    const { transitionPayin } = testTransitions(watched(db));
    const [first, one, twice, decided] = await Promise.all([
      charging(1),
      charging(20),
      charging(300),
      charging(4_000),
    ]);
    await run("UPDATE payins SET charge_state = 'decided', status = 'FAILED' WHERE id = $1", [
      decided.id,
    ]);

    const before = await createLedgerStore(db).readBalances('no3ds');
    ran.length = 0;
    const approvals = await Promise.all([first, one, twice, decided, twice].map(approvalOf));
    const answers = await Promise.all(approvals.map(transitionPayin));
    // The service behind goes on with what the payments above left to it.
    expect(ran.filter((name) => name === 'payin_move')).toHaveLength(1);
    expect([answers[0], answers[1], answers[3]]).toEqual([true, true, false]);
    expect([answers[2], answers[4]].sort()).toEqual([false, true]);

    for (const payin of [first, one, twice]) {
      const { status, externalId } = { ...(await createPayinStore(db).find('no3ds', payin.id)) };
      expect([status, externalId]).toEqual(['APPROVED', `external ${payin.id}`]);
    }
    const left = await createPayinStore(db).find('no3ds', decided.id);
    expect([left?.status, left?.externalId]).toEqual(['FAILED', null]);
    const after = await createLedgerStore(db).readBalances('no3ds');
    expect((after.available ?? 0) - (before.available ?? 0)).toBe(321);
    expect((after.clearing ?? 0) - (before.clearing ?? 0)).toBe(-321);
    expect(after.fees).toBe(before.fees);
    expect(await createLedgerAudit(db).firstDisagreement('no3ds')).toBeNull();
  });

  it('makes the one of several of a payin that is right, whichever is asked for first', async () => {
    const { transitionPayin } = testTransitions(db);
    const [first, payin] = await Promise.all([charging(1), charging(20)]);
    const right = await approvalOf(payin);
    const stale = { ...right, from: { ...payin, refundedAmount: 1 } };
    const answers = await Promise.all(
      [await approvalOf(first), stale, right, stale, right].map((move) =>
        transitionPayin({ ...move }),
      ),
    );
    expect(answers).toEqual([true, false, true, false, false]);
    expect((await createPayinStore(db).find('no3ds', payin.id))?.status).toBe('APPROVED');
    expect(await createLedgerAudit(db).firstDisagreement('no3ds')).toBeNull();
  });

  it('waits for who changes one of those that go together, and goes by what it became', async () => {
    const { transitionPayin } = testTransitions(db);
    const [first, other, held] = await Promise.all([charging(1), charging(20), charging(300)]);
    const approvals = await Promise.all([first, other, held].map(approvalOf));
    const { promise: isHeld, resolve: tellHeld } = deferred();
    const changed = db.transaction(async (tx) => {
      await sql(tx)`UPDATE payins SET charge_state = 'decided', status = 'FAILED'
        WHERE id = ${held.id}`;
      tellHeld();
      // The embedded engine has one connection, so there they wait for that.
      if (db.engine === 'postgres') await until(() => isWaitedFor(tx));
      const ledger = createLedgerStore(db);
      const locked = await ledger.lock(tx, 'no3ds', []);
      const plan = { kind: 'opening_balance', amount: 5 } as const;
      const posting = { sourceId: `opening-${held.id}`, plan, now: NOW };
      await ledger.append(tx, 'no3ds', locked, decidePostings(locked, [posting]));
    });
    await isHeld;
    const answers = Promise.all(approvals.map(transitionPayin));
    await changed;
    expect(await answers).toEqual([true, true, false]);
    expect((await createPayinStore(db).find('no3ds', held.id))?.status).toBe('FAILED');
    expect(await createLedgerAudit(db).firstDisagreement('no3ds')).toBeNull();
  });

  /** Whether anybody waits for a lock that this transaction holds. */
  async function isWaitedFor(tx: Queryable): Promise<boolean> {
    const waiting = await sql(tx)`SELECT 1 FROM pg_locks
      WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`;
    return waiting.length > 0;
  }

  it('makes the balances that its posting is the first to move', async () => {
    const { transitionPayin } = testTransitions(db);
    const payin = await charging(100);
    const parts = [{ recipientId: `seller-${payin.id}`, amount: 40 }];
    const { posting, ...move } = await approvalOf(payin);
    expect(await transitionPayin({ ...move, posting: { ...plainPosting(payin), parts } })).toBe(
      true,
    );
    const balances = await createLedgerStore(db).readBalances('no3ds');
    expect(balances[`recipient:seller-${payin.id}`]).toBe(40);
    expect(await createLedgerAudit(db).firstDisagreement('no3ds')).toBeNull();

    const first: Payin = { ...payin, companyId: `company-${payin.id}` };
    expect(await createPayinStore(db).claim(null, first)).toBe(true);
    expect(
      await transitionPayin({
        ...move,
        from: first,
        posting: plainPosting(first),
        to: { ...first, ...DECIDED },
      }),
    ).toBe(true);
    expect(await createLedgerStore(db).readBalances(first.companyId)).toMatchObject({
      available: 100,
    });
    expect(await createLedgerAudit(db).firstDisagreement(first.companyId)).toBeNull();
  });

  it('is told once it is committed, and only then', async () => {
    const told: string[] = [];
    const committed = async (id: string) => (await createPayinStore(db).find('no3ds', id))?.status;
    const { transitionPayin } = testTransitions(failingOnce(db), (moves) => {
      for (const { from, enters } of moves) told.push(`${from.id} ${enters}`);
    });
    const [payin, late] = [await charging(1), await charging(2)];
    const refused = { ...(await approvalOf(late)), from: { ...late, refundedAmount: 1 } };
    expect(await transitionPayin(await approvalOf(payin))).toBe(true);
    expect(await transitionPayin(refused)).toBe(false);
    expect(told).toEqual([`${payin.id} APPROVED`]);
    expect(await committed(payin.id)).toBe('APPROVED');

    const impossible: PayinTransition = {
      ...(await approvalOf(late)),
      posting: { kind: 'payin_med', amount: 1 },
    };
    await expect(transitionPayin(impossible)).rejects.toThrow('more of a payin');
    expect(told).toHaveLength(1);
    expect(await committed(late.id)).toBe('PENDING');
  });

  /** The first transaction meets a conflict after all was written, and is tried again. */
  function failingOnce(inner: Db): Db {
    let isFirst = true;
    return {
      ...inner,
      transaction: (work, options) =>
        inner.transaction((tx) => {
          const commitWith = async (writes: Parameters<Transaction['commitWith']>[0]) => {
            await Promise.all(writes());
            throw new SqlError({ code: '40001', statement: '', constraint: null });
          };
          const isConflict = isFirst;
          isFirst = false;
          return work(isConflict ? { ...tx, commitWith } : tx);
        }, options),
    };
  }

  /** A payin whose acquirer is being asked. */
  async function charging(amount: number): Promise<Payin> {
    const paid = await createPayinStore(db).find('no3ds', (await pay('no3ds')).id);
    if (paid === null) throw new Error('what was paid is not there');
    const referenceId = newReference();
    const payin: Payin = {
      ...paid,
      id: `payin-${referenceId}`,
      referenceId,
      amount,
      externalId: null,
      status: 'PENDING',
      chargeState: 'charging',
    };
    expect(await createPayinStore(db).claim(null, payin)).toBe(true);
    return payin;
  }

  /** Without a fee, so that sums can be read. */
  function plainPosting({ amount }: Payin) {
    const kind = 'payin_approved';
    return { kind, amount, fee: 0, reserve: 0, parts: [], reserveDueAt: NOW } as const;
  }

  async function approvalOf(payin: Payin): Promise<PayinTransition> {
    const account = await createAccountStore(db).find('no3ds');
    if (account === null) throw new Error('there is no account');
    const externalId = `external ${payin.id}`;
    const change = { to: 'APPROVED', externalId, now: NOW } as const;
    const move = moveTo(account, payin, change, { hash: anyHash });
    return { ...move, posting: plainPosting(payin), event: null };
  }

  /** Posts a debt, as a reversal does that finds nothing to take. */
  async function owe(account: string, amount: number): Promise<void> {
    const source = `owed-${newReference()}`;
    const entries = [
      ['debt', amount],
      ['clearing', -amount],
    ] as const;
    await run(
      `INSERT INTO ledger_transactions (company_id, source_id, step, sequence, kind, created_at,
          available_after)
        SELECT $1, $2, 1, sequence + 1, 'opening_balance', now(), available_after
        FROM ledger_transactions WHERE company_id = $1 ORDER BY sequence DESC LIMIT 1`,
      [account, source],
    );
    for (const [name, moved] of entries) {
      await run(
        `INSERT INTO ledger_entries (company_id, source_id, step, account, amount)
          VALUES ($1, $2, 1, $3, $4)`,
        [account, source, name, String(moved)],
      );
      await run(
        `UPDATE ledger_balances SET balance = balance + $3::bigint
          WHERE company_id = $1 AND account = $2`,
        [account, name, String(moved)],
      );
    }
  }
});

/** One row as text: ids, keys, hashes, moments of time and balances are another in every payment. */
function comparable(row: Record<string, unknown>, id: string): string {
  const own =
    /_at$|_after$|hash|fingerprint|sealed|^external_id$|^reference_id$|^event_id$|^id$|^sequence$|^lease_|^trace$/;
  const kept = Object.entries(row).map(([name, value]) => {
    if (own.test(name)) return [name, value === null ? null : 'own'];
    if (name === 'body') return [name, Object.keys(JSON.parse(String(value)))];
    return [name, JSON.stringify(value).replaceAll(id, 'PAYIN')];
  });
  return JSON.stringify(kept);
}
