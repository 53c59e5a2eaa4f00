import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEveryday } from '../../../scripts/checks/test-tags.ts';
import type { Db } from '../../base/shared/db.ts';
import { openPostgresDb } from '../../store/engine/postgres-db.ts';
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
    let support: readonly DashboardClient[];
    beforeAll(async () => {
      one = await here.signIn('owner', TAKES_CARDS);
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
    async function formOf(client: DashboardClient, id: string): Promise<string> {
      const { html } = await client.get(`/payments/${id}/refund`);
      return /name="id" value="([\w-]{22})"/.exec(html)?.[1] ?? '';
    }

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
      const forms = await Promise.all(support.map((client) => formOf(client, id)));
      const more = { amount: '300,00', step: 'confirm' };
      const answers = await Promise.all(
        support.map((client, at) =>
          client.post(`/payments/${id}/refund`, { id: forms[at] ?? '', ...more }),
        ),
      );
      expect(statusesOf(answers)).toEqual([303, 400]);
      expect((await find(id)).refundedAmount).toBe(30_000);
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
