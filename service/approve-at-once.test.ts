import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayinApproval } from './approve-at-once.ts';
import type { Amounts } from './ledger.ts';
import type { Payin } from './payin.ts';
import { createDatabaseCopies } from './store/database-copy.ts';
import type { Db, Queryable } from './store/db.ts';
import { createLedgerStore } from './store/ledger.ts';
import { createLedgerAudit } from './store/ledger-audit.ts';
import { createPayinStore } from './store/payin.ts';
import { createPayinApprovalStore } from './store/payin-approval.ts';
import { testDatabases } from './store/test-db.ts';
import { holdWebhooks } from './test-held-webhooks.ts';
import type { TestService } from './test-service.ts';
import {
  basic,
  newReference,
  send,
  startTestService,
  VALID_CARD,
  validPayin,
} from './test-service.ts';
import { manualTimers } from './test-timers.ts';

const WEBHOOK = 'http://127.0.0.1:65000/hook';

describe.each(testDatabases())('an approval on $engine', (database) => {
  // Nothing is sent while a test looks at what waits.
  const { sendWebhook, release } = holdWebhooks();
  let db: Db;
  let service: TestService;
  /** Names of the statements that were run, in order. */
  const ran: string[] = [];

  beforeAll(async () => {
    db = await database.openEmpty();
    service = await startTestService({
      db: watched(db),
      timers: manualTimers().timers,
      sendWebhook,
    });
  });
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
    const referenceId = newReference();
    const asked = { amount: 10_000, installments: 1, referenceId, card: VALID_CARD };
    const { body } = await send(`${service.baseUrl}/checkout/tokens`, {
      body: asked,
      headers: { 'x-public-key': `pk_test_${account}` },
    });
    const card = { token: String(body.token), installments: 1 };
    ran.length = 0;
    const paid = await send(`${service.baseUrl}/payin`, {
      body: validPayin({ referenceId, card, webhookUrl: WEBHOOK }),
      headers: basic(account),
    });
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

  it.each(['cardonfile', 'no3ds'])('of %s writes what the long way writes', async (account) => {
    const short = await pay(account);
    expect(short.names).toContain('payin_approve');
    expect(short.names).not.toContain('payin_move');
    // A reserve of nothing does not matter; the smallest debt does.
    await owe(account, -1);
    const long = await pay(account);
    expect(long.names).toContain('payin_move');
    const [shortRows, longRows] = [await rowsOf(short.id), await rowsOf(long.id)];
    const { ledger_entries: shortEntries, ...shortRest } = shortRows;
    const { ledger_entries: longEntries, ...longRest } = longRows;
    expect(shortRest).toEqual(longRest);
    expect(shortRest.payins).toHaveLength(1);
    expect(shortRest.webhook_events).toHaveLength(1);
    expect(shortRest.webhook_outbox).toHaveLength(1);
    expect(shortRest.card_tokens).toHaveLength(1);
    expect(shortEntries).toHaveLength(3);
    expect(longEntries).toHaveLength(4);
    expect(await createLedgerAudit(db).firstDisagreement(account)).toBeNull();
  });

  it('that has something retained goes the long way', async () => {
    await run(
      `UPDATE companies SET traits = traits || '{"reserveBasisPoints":500}'::jsonb
        WHERE company_id = 'manual'`,
    );
    const { names, id } = await pay('manual');
    expect(names).toContain('payin_move');
    expect(names).not.toContain('payin_approve');
    const [held] = await run<{ amount: number }>(
      "SELECT amount FROM ledger_entries WHERE source_id = $1 AND account = 'reserve'",
      [id],
    );
    expect(held?.amount).toBe(500);
  });

  it('is counted without a gap, however many come at once', async () => {
    const pays = Array.from({ length: 40 }, () =>
      send(`${service.baseUrl}/payin`, { body: validPayin(), headers: basic('no3ds') }),
    );
    const statuses = (await Promise.all(pays)).map(({ body }) => body.status);
    expect(new Set(statuses)).toEqual(new Set(['APPROVED']));
    expect(await createLedgerAudit(db).firstDisagreement('no3ds')).toBeNull();
    const [last] = await run<{ highest: number; latest: number }>(
      `SELECT (SELECT max(sequence) FROM ledger_balances WHERE company_id = 'no3ds') AS highest,
        (SELECT max(sequence) FROM ledger_transactions WHERE company_id = 'no3ds') AS latest`,
    );
    expect(last?.highest).toBe(last?.latest);
  });

  it('leaves out of those that go together who was decided, and takes each once', async () => {
    const store = createPayinApprovalStore(watched(db));
    const [first, one, twice, decided] = await Promise.all([
      charging(1),
      charging(20),
      charging(300),
      charging(4_000),
    ]);
    await run("UPDATE payins SET charge_state = 'decided', status = 'FAILED' WHERE id = $1", [
      decided.id,
    ]);
    const approve = (payin: Payin) =>
      store.approve(approvalOf(payin, { clearing: -payin.amount, available: payin.amount }));

    const before = await createLedgerStore(db).readBalances('no3ds');
    ran.length = 0;
    // The first goes alone; the others come while it is under way.
    const answers = await Promise.all([
      approve(first),
      approve(one),
      approve(twice),
      approve(decided),
      approve(twice),
    ]);
    // The service behind goes on with what the payments above left to it.
    expect(ran.filter((name) => name === 'payin_approve')).toHaveLength(2);
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

  it('waits for who changes one of those that go together, and goes by what it became', async () => {
    const store = createPayinApprovalStore(db);
    const [first, other, held] = await Promise.all([charging(1), charging(20), charging(300)]);
    let tellHeld = () => {};
    const isHeld = new Promise<void>((resolve) => {
      tellHeld = resolve;
    });
    const changed = db.transaction(async (tx) => {
      await tx.query({
        name: '',
        text: "UPDATE payins SET charge_state = 'decided', status = 'FAILED' WHERE id = $1",
        values: [held.id],
      });
      tellHeld();
      // The embedded engine has one connection, so there they wait for that.
      while (db.engine === 'postgres' && !(await isWaitedFor(tx)));
      const ledger = createLedgerStore(db);
      await ledger.lockBalances(tx, 'no3ds');
      const amounts = { clearing: -5, available: 5 };
      const now = new Date('2026-11-20T12:00:00Z');
      const sourceId = `opening-${held.id}`;
      await ledger.append(tx, {
        companyId: 'no3ds',
        sourceId,
        kind: 'opening_balance',
        amounts,
        now,
      });
    });
    await isHeld;
    const approve = (payin: Payin) =>
      store.approve(approvalOf(payin, { clearing: -payin.amount, available: payin.amount }));
    const answers = Promise.all([approve(first), approve(other), approve(held)]);
    await changed;
    expect(await answers).toEqual([true, true, false]);
    expect((await createPayinStore(db).find('no3ds', held.id))?.status).toBe('FAILED');
    expect(await createLedgerAudit(db).firstDisagreement('no3ds')).toBeNull();
  });

  /** Whether anybody waits for a lock that this transaction holds. */
  async function isWaitedFor(tx: Queryable): Promise<boolean> {
    const waiting = await tx.query({
      name: '',
      text: `SELECT 1 FROM pg_locks
        WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
      values: [],
    });
    return waiting.length > 0;
  }

  it('writes nothing where an account of its posting has no balance yet', async () => {
    const payin = await charging(1);
    const amounts = { clearing: -1, seller: 1 } as Amounts;
    const store = createPayinApprovalStore(db);
    expect(await store.approve(approvalOf(payin, amounts))).toBe(false);
    expect((await createPayinStore(db).find('no3ds', payin.id))?.status).toBe('PENDING');
    expect(await createLedgerAudit(db).firstDisagreement('no3ds')).toBeNull();
  });

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
    expect(await createPayinStore(db).reserve(null, payin)).toBe(true);
    return payin;
  }

  function approvalOf(payin: Payin, amounts: Amounts): PayinApproval {
    const now = new Date('2026-11-20T12:00:00Z');
    return { payin, externalId: `external ${payin.id}`, now, amounts, token: null, event: null };
  }

  /** Posts a debt, as a reversal does that finds nothing to take. */
  async function owe(account: string, amount: number): Promise<void> {
    const source = `owed-${account}`;
    const entries = [
      ['debt', amount],
      ['clearing', -amount],
    ] as const;
    await run(
      `INSERT INTO ledger_transactions (company_id, source_id, step, sequence, kind, created_at)
        SELECT $1, $2, 1, max(sequence) + 1, 'opening_balance', now()
        FROM ledger_transactions WHERE company_id = $1`,
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

/** One row as text: ids, keys, hashes and moments of time are another in every payment. */
function comparable(row: Record<string, unknown>, id: string): string {
  const own =
    /_at$|hash|fingerprint|sealed|^external_id$|^reference_id$|^event_id$|^id$|^sequence$|^lease_/;
  const kept = Object.entries(row).map(([name, value]) => {
    if (own.test(name)) return [name, value === null ? null : 'own'];
    if (name === 'body') return [name, Object.keys(JSON.parse(String(value)))];
    return [name, JSON.stringify(value).replaceAll(id, 'PAYIN')];
  });
  return JSON.stringify(kept);
}
