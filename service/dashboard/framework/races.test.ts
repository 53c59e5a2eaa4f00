import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEveryday } from '../../../scripts/checks/test-tags.ts';
import type { Db } from '../../base/shared/db.ts';
import { openPostgresDb } from '../../store/engine/postgres-db.ts';
import { createAccountStore } from '../../store/tables/accounts/account.ts';
import { createAuditLog } from '../../store/tables/audit/audit-log.ts';
import { createLedgerStore } from '../../store/tables/ledger/ledger.ts';
import { createPayinStore } from '../../store/tables/payins/payin.ts';
import { createPayoutStore } from '../../store/tables/payouts/payout.ts';
import { createUserStore } from '../../store/tables/people/user.ts';
import type {
  DashboardAnswer,
  DashboardClient,
  TestDashboard,
} from '../../testing/test-dashboard.ts';
import { startTestDashboard } from '../../testing/test-dashboard.ts';
import type { TestDatabase } from '../../testing/test-db.ts';
import { emptyPostgresSchema, testDatabases } from '../../testing/test-db.ts';
import { openTestOperator } from '../../testing/test-operator.ts';
import { newReference, validPayin } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';

/** Who wins is chance: each race is run so often, in `npm test` twice. */
const ROUNDS = isEveryday ? [1, 2] : [1, 2, 3, 4, 5];

/** Payouts wait for a person here. */
const PAYS_OUT = 'manual';
const TAKES_CARDS = 'no3ds';

/** Two handles of one database, as two processes have; the embedded engine has but one. */
async function openTwice({ engine, openEmpty }: TestDatabase) {
  if (engine === 'embedded') {
    const db = await openEmpty();
    return { one: db, other: null, drop: async () => undefined };
  }
  const { url, drop } = await emptyPostgresSchema();
  return { one: await openPostgresDb(url), other: await openPostgresDb(url), drop };
}

describe.each(testDatabases())('two at once on $engine', (database) => {
  let db: Db;
  let drop: () => Promise<unknown>;
  /** Where PostgreSQL is shared, each of the two comes to a service of their own. */
  let here: TestDashboard;
  let there: TestDashboard;

  beforeAll(async () => {
    const opened = await openTwice(database);
    ({ one: db, drop } = opened);
    const { timers } = manualTimers();
    here = await startTestDashboard({ db, timers });
    there = opened.other === null ? here : await startTestDashboard({ db: opened.other, timers });
  });
  afterAll(async () => {
    if (there !== here) await there.stop();
    await here.stop();
    await drop();
  });

  function statusesOf(answers: readonly DashboardAnswer[]): number[] {
    return answers.map(({ status }) => status).sort();
  }

  async function isLedgerRight(): Promise<boolean> {
    return !(await (await openTestOperator(db)).run('reconcile')).isBad;
  }

  describe('with a payout', () => {
    let one: DashboardClient;
    let other: DashboardClient;
    beforeAll(async () => {
      one = await here.signIn('owner', PAYS_OUT);
      other = await there.signIn('finance', PAYS_OUT);
    });

    const form = (reference = newReference()) => ({
      reference,
      amount: '10,00',
      pixKeyType: 'EMAIL',
      pixKey: 'ana@example.com',
      step: 'confirm',
    });
    const idOf = ({ location }: DashboardAnswer) => location?.slice('/payouts/'.length) ?? '';
    const create = async () => idOf(await other.post('/payouts/new', form()));
    const statusOf = async (id: string) =>
      (await createPayoutStore(db).find(PAYS_OUT, id))?.status ?? null;
    const available = async () =>
      (await createLedgerStore(db).readBalances(PAYS_OUT)).available ?? 0;
    const decisionsOf = async (id: string) => {
      const entries = await createAuditLog(db).list(PAYS_OUT, 20);
      return entries.filter(
        ({ action, subjects, result }) =>
          /^payout (approve|cancel)$/.test(action) && subjects.payout === id && result === 'done',
      );
    };

    async function setFourEyes(fourEyes: boolean): Promise<void> {
      const accounts = createAccountStore(db);
      await db.transaction(async (tx) => {
        const account = await accounts.findToChange(tx, PAYS_OUT);
        if (account === null) throw new Error('there is no account');
        await accounts.update(tx, { ...account, traits: { ...account.traits, fourEyes } });
      });
    }

    it.each(ROUNDS)('approve it once, and the late one is shown how it is: %i', async () => {
      const payout = await create();
      const before = await available();
      const answers = await Promise.all([
        one.post(`/payouts/${payout}/approve`),
        other.post(`/payouts/${payout}/approve`),
      ]);
      expect(statusesOf(answers)).toEqual([303, 409]);
      const late = answers.find(({ status }) => status === 409);
      expect(late?.html).toContain('Este saque já mudou de situação.');
      expect(late?.html).toContain('Na fila');
      expect(await statusOf(payout)).toBe('PENDING');
      expect(await available()).toBe(before);
      expect(await decisionsOf(payout)).toHaveLength(1);
    });

    it.each(ROUNDS)('approve it once where four eyes are asked for: %i', async () => {
      await setFourEyes(true);
      const payout = await create();
      const [by, own] = await Promise.all([
        one.post(`/payouts/${payout}/approve`),
        other.post(`/payouts/${payout}/approve`),
      ]);
      await setFourEyes(false);
      expect([by.status, own.status]).toEqual([303, 409]);
      expect(await statusOf(payout)).toBe('PENDING');
    });

    // One that was approved and is not sent yet may still be canceled.
    it.each(ROUNDS)('approve and cancel it, and what was done last holds: %i', async () => {
      const before = await available();
      const payout = await create();
      const answers = await Promise.all([
        one.post(`/payouts/${payout}/approve`),
        other.post(`/payouts/${payout}/cancel`),
      ]);
      const [approved, canceled] = answers.map(({ status }) => status);
      expect([
        [303, 303],
        [303, 409],
        [409, 303],
      ]).toContainEqual([approved, canceled]);
      const isCanceled = canceled === 303;
      expect(await statusOf(payout)).toBe(isCanceled ? 'CANCELED' : 'PENDING');
      expect(await available()).toBe(isCanceled ? before : before - 1_000);
      expect(await decisionsOf(payout)).toHaveLength(approved === canceled ? 2 : 1);
      expect(await isLedgerRight()).toBe(true);
    });

    it.each(ROUNDS)('cancel it, and its amount comes back once: %i', async () => {
      const before = await available();
      const payout = await create();
      const answers = await Promise.all([
        one.post(`/payouts/${payout}/cancel`),
        other.post(`/payouts/${payout}/cancel`),
      ]);
      expect(statusesOf(answers)).toEqual([303, 409]);
      expect(await available()).toBe(before);
    });

    it('ask for it by one form, and it is made and debited once', async () => {
      const before = await available();
      const sent = form();
      const answers = await Promise.all([
        other.post('/payouts/new', sent),
        other.post('/payouts/new', sent),
      ]);
      expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
      expect(await statusOf(idOf(answers[0]))).toBe('AWAITING_APPROVAL');
      expect(await available()).toBe(before - 1_000);
    });

    it('confirm one spreadsheet, and each of its lines is a payout once', async () => {
      const before = await available();
      const lines = [1, 2, 3].map(() => `${newReference()};10,00;e-mail;ana@example.com`);
      const content = ['referencia;valor;tipo_chave;chave_pix', ...lines].join('\n');
      const answers = await Promise.all(
        [one, other].map((client) => client.upload('/payouts/batch/confirm', {}, { content })),
      );
      expect(statusesOf(answers)).toEqual([200, 200]);
      expect(await available()).toBe(before - 3_000);
    });
  });

  describe('with a payment', () => {
    let one: DashboardClient;
    let other: DashboardClient;
    let support: readonly DashboardClient[];
    beforeAll(async () => {
      one = await here.signIn('owner', TAKES_CARDS);
      other = await there.signIn('finance', TAKES_CARDS);
      support = [await here.signIn('support'), await there.signIn('support')];
    });

    async function call(path: string, body: object) {
      const answer = await there.post(TAKES_CARDS, path, body);
      return answer.body;
    }
    async function pay(amount = 10_000): Promise<string> {
      return String((await call('/payin', validPayin({ amount }))).id);
    }
    async function find(id: string) {
      const payin = await createPayinStore(db).find(TAKES_CARDS, id);
      if (payin === null) throw new Error('there is no such payin');
      return payin;
    }
    /** Sends a form of the refund that was opened before; all of them at once. */
    async function refund(id: string, by: readonly DashboardClient[], amount: string) {
      const forms = await Promise.all(by.map((client) => formOf(client, id)));
      return async () =>
        Promise.all(
          by.map((client, place) =>
            client.post(`/payments/${id}/refund`, {
              ...{ id: forms[place] ?? '', amount },
              step: 'confirm',
            }),
          ),
        );
    }
    async function formOf(client: DashboardClient, id: string): Promise<string> {
      const { html } = await client.get(`/payments/${id}/refund`);
      return /name="id" value="([\w-]{22})"/.exec(html)?.[1] ?? '';
    }
    /** Centavos that came in by a payin and have not gone back. */
    async function leftOf(id: string): Promise<number> {
      const [row] = await db.query<{ sum: number }>({
        name: '',
        text: `SELECT coalesce(sum(e.amount), 0)::integer AS sum FROM ledger_entries e
          WHERE e.company_id = '${TAKES_CARDS}' AND e.account = 'clearing' AND (e.source_id = $1
            OR e.source_id IN (SELECT r.id FROM refunds r
              WHERE r.company_id = '${TAKES_CARDS}' AND r.payin_id = $1))`,
        values: [id],
      });
      return row?.sum ?? Number.NaN;
    }

    it.each(ROUNDS)('give back parts of it, and never more than there is: %i', async () => {
      const id = await pay();
      const answers = await (await refund(id, [one, other, one], '40,00'))();
      expect(statusesOf(answers)).toEqual([303, 303, 400]);
      expect((await find(id)).refundedAmount).toBe(8_000);
      expect(Math.abs(await leftOf(id))).toBe(2_000);
    });

    it.each(ROUNDS)('give back all of it, once: %i', async () => {
      const id = await pay();
      const answers = await (await refund(id, [one, other], '100,00'))();
      expect(statusesOf(answers)).toEqual([303, 400]);
      expect(await find(id)).toMatchObject({ status: 'REFUNDED', refundedAmount: 10_000 });
      expect(await leftOf(id)).toBe(0);
    });

    it('send one form of a refund, and it counts once', async () => {
      const id = await pay();
      const form = { id: await formOf(one, id), amount: '30,00', step: 'confirm' };
      const answers = await Promise.all(
        [1, 2, 3].map(() => one.post(`/payments/${id}/refund`, form)),
      );
      expect(statusesOf(answers)).toEqual([303, 303, 303]);
      expect((await find(id)).refundedAmount).toBe(3_000);
    });

    it.each(ROUNDS)('of support give back no more than support may: %i', async () => {
      const id = await pay(200_000);
      const answers = await (await refund(id, support, '300,00'))();
      expect(statusesOf(answers)).toEqual([303, 400]);
      expect((await find(id)).refundedAmount).toBe(30_000);
    });

    it.each(ROUNDS)('give it back and dispute it, and each centavo goes once: %i', async () => {
      const id = await pay();
      const giveBack = await refund(id, [one], '40,00');
      const [[posted]] = await Promise.all([
        giveBack(),
        call(`/sandbox/payins/${id}/chargeback`, {}),
      ]);
      const payin = await find(id);
      expect(payin.status).toBe('CHARGEBACK');
      expect(payin.refundedAmount).toBe(posted?.status === 303 ? 4_000 : 0);
      expect(await leftOf(id)).toBe(0);
      expect(await isLedgerRight()).toBe(true);
    });
  });

  it('who are the last owners leave one of them', async () => {
    const one = await here.signIn('owner', 'nocard');
    const other = await there.signIn('owner', 'nocard');
    const answers = await Promise.all([
      one.post(`/people/${other.user.id}/remove`),
      other.post(`/people/${one.user.id}/role`, { role: 'viewer' }),
    ]);
    const left = await createUserStore(db).list('nocard');
    const owners = left.filter(({ role, state }) => role === 'owner' && state === 'active');
    expect(owners).toHaveLength(1);
    expect(answers.filter(({ location }) => location === '/people')).toHaveLength(1);
  });
});
