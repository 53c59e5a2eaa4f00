import { describe, expect, it } from 'vitest';
import { createAccountStore } from '../../store/tables/accounts/account.ts';
import { createPayinStore } from '../../store/tables/payins/payin.ts';
import { createPayinTraceStore } from '../../store/tables/payins/payin-trace.ts';
import { createReversalStore } from '../../store/tables/payins/reversal.ts';
import { createAuthenticationStore } from '../../store/tables/payins/three-d-secure.ts';
import { opened } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { rowsReadBy } from '../../testing/test-plan.ts';
import {
  newReference,
  payinWithCard,
  startTestService,
  validPayin,
} from '../../testing/test-service.ts';
import type { Account } from '../accounts/account.ts';
import type { Payin } from './payin.ts';
import type { PayinEventTrace, PayinTraceStore } from './payin-timeline.ts';
import { MAX_ENTRIES, readPayinTimeline } from './payin-timeline.ts';
import type { Reversal } from './refunds/reversal.ts';
import type { Authentication } from './three-d-secure/three-d-secure.ts';

describe.each(testDatabases())('the timeline of a payin on $engine', (database) => {
  const service = opened(() => startTestService({ database }));

  const call = async (path: string, body: object, account = 'no3ds') =>
    (await service.post(account, path, body)).body;
  const timelineOf = async (id: string) => {
    const { db } = service;
    const account = await createAccountStore(db).find('no3ds');
    const payin = await createPayinStore(db).find('no3ds', id);
    if (account === null || payin === null) throw new Error('there is no such payin');
    return readPayinTimeline(account, payin, {
      payinTraces: createPayinTraceStore(db),
      authentications: createAuthenticationStore(db),
      reversals: createReversalStore(db),
    });
  };
  const kindsOf = async (id: string) =>
    (await timelineOf(id)).entries.map((entry) =>
      entry.kind === 'posting' ? entry.posting : entry.kind,
    );

  it('has approval, refund and dispute with what each moved, in the order they happened', async () => {
    const paid = await call('/payin', validPayin({ amount: 10_000 }));
    const refund = { referenceId: newReference(), amount: 4_000, reason: 'Ficou pequena' };
    const made = await call(`/payin/${paid.id}/refund`, refund);
    await call(`/sandbox/payins/${paid.id}/chargeback`, {});
    const { entries, isCut } = await timelineOf(paid.id);
    expect(isCut).toBe(false);
    const times = entries.map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect((await kindsOf(paid.id)).filter((kind) => kind !== 'act')).toEqual([
      'created',
      'payin_approved',
      'refund-begun',
      'refund_held',
      'refund-ended',
      'refund_done',
      'payin_charged_back',
    ]);
    expect(entries).toContainEqual(
      expect.objectContaining({
        kind: 'refund-begun',
        refundId: made.id,
        amount: 4_000,
        reason: refund.reason,
      }),
    );
    const approved = entries.find((entry) => entry.kind === 'posting');
    expect(approved).toMatchObject({ amounts: { clearing: -10_000 } });
    expect(entries).toContainEqual(
      expect.objectContaining({ kind: 'act', actor: 'merchant', action: 'payin.refund' }),
    );
  });

  it('has how a payin ended that brought no money', async () => {
    const refused = await call('/payin', payinWithCard({ number: '4000000000000002' }));
    expect((await timelineOf(refused.id)).entries).toMatchObject([
      { kind: 'created' },
      { kind: 'ended', status: 'REFUSED' },
    ]);
    const pix = await call('/payin', validPayin({ paymentMethod: 'PIX' }));
    expect(await kindsOf(pix.id)).toEqual(['created']);
  });

  it('has nothing of another payin, and nothing of one with the same id elsewhere', async () => {
    const [one, other] = [await call('/payin', validPayin()), await call('/payin', validPayin())];
    await call(`/payin/${other.id}/refund`, { referenceId: newReference() });
    expect(await kindsOf(one.id)).toEqual(['created', 'payin_approved']);
    const traces = createPayinTraceStore(service.db);
    expect(await traces.postings('manual', [one.id])).toEqual([]);
    expect(await traces.refunds('manual', other.id)).toEqual([]);
    expect(await traces.acts('manual', other.id)).toEqual([]);
    expect(await traces.events('manual', other.id)).toEqual([]);
  });

  it('finds what people did by an index, however long the log is', async () => {
    const { db } = service;
    await sql(db)`INSERT INTO audit_entries (company_id, id, at, actor, action, subjects, result)
      SELECT 'no3ds', 'aud_' || n, ${new Date('2027-01-01')}::timestamptz, 'ana', 'payin cancel',
      jsonb_build_object('payin', 'pay_' || n), 'done' FROM generate_series(1, 3000) n`;
    await db.query({ name: '', text: 'ANALYZE audit_entries', values: [] });
    const text = `SELECT id FROM audit_entries WHERE company_id = $1 AND subjects ->> 'payin' = $2
      ORDER BY at DESC, id LIMIT ${MAX_ENTRIES}`;
    expect(await rowsReadBy({ name: '', text, values: ['no3ds', 'pay_17'] }, db)).toBeLessThan(5);
  });
});

describe('a timeline', () => {
  const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 12, minute));
  const account = { companyId: 'one', clockOffsetSeconds: 60 } as Account;
  const payin = {
    companyId: 'one',
    id: 'pay_1',
    authenticationId: 'tds_1',
    ...{ provider: 'sandbox', declineReason: null, status: 'FAILED' },
    trace: { requestId: 'r1', refusal: 'visa 51' },
    createdAt: at(1),
    updatedAt: at(5),
  } as Payin;
  const none: PayinTraceStore = {
    refunds: async () => [],
    events: async () => [],
    postings: async () => [],
    acts: async () => [],
    lookUp: async () => null,
  };
  const authentication = {
    ...{ createdAt: at(2), status: 'EXPIRED', reason: null, isChallenged: true },
  } as Authentication;
  const read = (traces: Partial<PayinTraceStore>, reversal: Reversal | null = null) =>
    readPayinTimeline(account, payin, {
      payinTraces: { ...none, ...traces },
      authentications: { find: async () => authentication },
      reversals: { find: async () => reversal },
    });
  const event = (more: Partial<PayinEventTrace>): PayinEventTrace => ({
    id: 'evt_1',
    event: 'payin.failed',
    status: 'DELIVERED',
    attempts: [],
    createdAt: at(5),
    ...more,
  });

  it('has 3-D Secure and a reversal, real times put in the time of the account', async () => {
    const reversal = { begunAt: at(6), doneAt: at(7), amount: 100, isByHand: false } as Reversal;
    const lookUp = async () => ({ looks: 2, dueAt: at(9) });
    const { entries } = await read({ lookUp }, reversal);
    expect(entries).toEqual([
      { at: at(1), kind: 'created', provider: 'sandbox', requestId: 'r1' },
      { at: at(2), kind: 'three-d-secure', status: 'EXPIRED', reason: null, isChallenged: true },
      { at: at(5), kind: 'ended', status: 'FAILED', declineReason: null, refusal: 'visa 51' },
      { at: at(7), kind: 'reversal-begun', amount: 100, isByHand: false },
      { at: at(8), kind: 'reversal-done', amount: 100, isByHand: false },
      { at: at(10), kind: 'look-up', looks: 2 },
    ]);
  });

  it('has each delivery of an event at its own time', async () => {
    const attempts = [
      { at: at(5).toISOString(), outcome: 'TIMEOUT' },
      { at: at(8).toISOString(), outcome: 'HTTP_200' },
    ];
    const { entries } = await read({
      events: async () => [event({ attempts }), event({ id: 'evt_2', createdAt: at(6) })],
    });
    expect(entries.slice(3).map((entry) => [entry.kind, entry.at])).toEqual([
      ['event', at(6)],
      ['delivery', at(6)],
      ['event', at(7)],
      ['delivery', at(9)],
    ]);
  });

  it('is cut at its oldest, and says so, where a receiver refused for long', async () => {
    const attempts = Array.from({ length: MAX_ENTRIES }, (_, place) => ({
      at: at(10 + place).toISOString(),
      outcome: 'HTTP_500',
    }));
    const { entries, isCut } = await read({ events: async () => [event({ attempts })] });
    expect([entries.length, isCut]).toEqual([MAX_ENTRIES, true]);
    expect(entries.every(({ kind }) => kind === 'delivery')).toBe(true);
  });
});
