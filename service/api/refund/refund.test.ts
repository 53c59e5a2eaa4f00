import { describe, expect, it } from 'vitest';
import { errorDetail } from '../../base/shared/error-detail.ts';
import { checkLedger } from '../../domain/ledger/check-ledger.ts';
import { createAccountStore } from '../../store/tables/accounts/account.ts';
import { createLedgerAudit } from '../../store/tables/ledger/ledger-audit.ts';
import { opened } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { listEvents } from '../../testing/test-killed-service.ts';
import type { Answer } from '../../testing/test-service.ts';
import {
  newReference,
  startTestService,
  validPayin,
  validPayout,
} from '../../testing/test-service.ts';

const WEBHOOK = 'http://127.0.0.1:65000/hook';
const METHODS = ['CREDIT_CARD', 'PIX', 'OPEN_FINANCE'] as const;

describe.each(testDatabases())('refunds on $engine', (database) => {
  const service = opened(() =>
    startTestService({ database, sendWebhook: async () => ({ kind: 'answered', status: 200 }) }),
  );

  const call = (path: string, body?: unknown, account = 'no3ds') =>
    service.post(account, path, body);
  const read = async (path: string, account = 'no3ds') => (await service.get(account, path)).body;
  const make = async (change: Record<string, unknown> = {}, account = 'no3ds') => {
    const order = validPayin({ webhookUrl: WEBHOOK, ...change });
    return String((await call('/payin', order, account)).body.id);
  };
  const paid = async (change: Record<string, unknown> = {}, account = 'no3ds') => {
    const id = await make(change, account);
    const isCard = (change.paymentMethod ?? 'CREDIT_CARD') === 'CREDIT_CARD';
    if (!isCard) await call(`/sandbox/payins/${id}/pay`, undefined, account);
    return id;
  };
  const refund = (id: string, body: Record<string, unknown> = {}, account = 'no3ds') =>
    call(`/payin/${id}/refund`, { referenceId: newReference(), ...body }, account);
  const control = (id: string, name: string, body?: unknown) =>
    call(`/sandbox/payins/${id}/${name}`, body);
  const passMinute = () => call('/sandbox/clock', { advanceSeconds: 60 });
  const available = async (account = 'no3ds') => {
    const { available: amount, inFlight } = await read('/balance', account);
    return { available: amount, inFlight };
  };
  const refusalOf = ({ status, body }: Answer) => [status, body.error?.code];
  const eventsOf = (id: string) => listEvents(service.baseUrl, { id, account: 'no3ds' });
  const ledgerAgrees = async () => {
    const { db } = service;
    const services = { accounts: createAccountStore(db), ledgerAudit: createLedgerAudit(db) };
    expect((await checkLedger(services)).disagreement).toBeNull();
  };

  it.each(METHODS)('give back all of a payin by %s where no amount is named', async (method) => {
    const id = await paid({ paymentMethod: method });
    const before = await available();
    const referenceId = newReference();
    const made = await refund(id, { referenceId, reason: 'Devolvido' });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^ref_no3ds_/),
        payinId: id,
        referenceId,
        amount: 10_000,
        status: 'DONE',
        reason: 'Devolvido',
        failureReason: null,
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect(await available()).toEqual({ ...before, available: before.available - 10_000 });
    const { payinId: _, reason: __, updatedAt: ___, ...listed } = made.body;
    expect(await read(`/payin/${id}`)).toMatchObject({
      status: 'REFUNDED',
      refundedAmount: 10_000,
      refunds: [listed],
    });
    expect(await read(`/payin/${id}/refund/${made.body.id}`)).toEqual(made.body);
    expect(await eventsOf(id)).toEqual(['payin.approved', 'payin.refunded']);
    await ledgerAgrees();
  });

  it('give back parts until nothing is left; the first makes the payin REFUNDED', async () => {
    const id = await paid();
    const first = await refund(id, { amount: 4_000 });
    expect([first.status, first.body.status, first.body.amount]).toEqual([201, 'DONE', 4_000]);
    expect(await read(`/payin/${id}`)).toMatchObject({ status: 'REFUNDED', refundedAmount: 4_000 });

    const tooMuch = await refund(id, { amount: 6_001 });
    expect(refusalOf(tooMuch)).toEqual([400, 'INVALID_DATA']);
    expect(tooMuch.body.error.details).toEqual([
      errorDetail('amount', 'more_than_left', { left: 6_000 }),
    ]);

    expect((await refund(id)).body.amount).toBe(6_000);
    const record = await read(`/payin/${id}`);
    expect(record).toMatchObject({ status: 'REFUNDED', refundedAmount: 10_000 });
    expect(record.refunds.map(({ amount }: { amount: number }) => amount)).toEqual([4_000, 6_000]);
    const nothing = await refund(id, { amount: 1 });
    expect(refusalOf(nothing)).toEqual([400, 'INVALID_DATA']);
    expect(nothing.body.error.details).toEqual([
      errorDetail('amount', 'more_than_left', { left: 0 }),
    ]);
    const events = ['payin.approved', 'payin.refunded', 'payin.refund_done'];
    expect(await eventsOf(id)).toEqual(events);
    await ledgerAgrees();
  });

  it.each([
    ['nothing at all', { amount: 0 }, 'amount'],
    ['less than nothing', { amount: -1 }, 'amount'],
    ['a part of a centavo', { amount: 0.5 }, 'amount'],
    ['a text', { amount: '5' }, 'amount'],
    ['no reference', { referenceId: undefined }, 'referenceId'],
    ['a reason of many lines', { reason: 'a\nb' }, 'reason'],
    ['a reason that is too long', { reason: 'a'.repeat(141) }, 'reason'],
  ])('refuse %s, and name the field', async (_name, body, path) => {
    const answer = await refund(await paid(), body);
    expect(refusalOf(answer)).toEqual([400, 'INVALID_DATA']);
    expect(answer.body.error.details[0].path).toBe(path);
  });

  it('answer the same body with the first refund, and another with 409', async () => {
    const id = await paid();
    const body = { referenceId: newReference(), amount: 3_000 };
    const first = await refund(id, body);
    expect((await refund(id, body)).body).toEqual(first.body);
    for (const other of [
      { ...body, amount: 2_999 },
      { ...body, reason: 'Outro' },
    ]) {
      expect(refusalOf(await refund(id, other))).toEqual([409, 'DUPLICATE_REFERENCE']);
    }
    expect(refusalOf(await refund(await paid(), body))).toEqual([409, 'DUPLICATE_REFERENCE']);
    // Each company has its own.
    const elsewhere = await paid({}, 'manual');
    expect((await refund(elsewhere, body, 'manual')).body.status).toBe('DONE');
    expect(await read(`/payin/${id}`)).toMatchObject({ refundedAmount: 3_000 });
  });

  it('honour an Idempotency-Key', async () => {
    const id = await paid();
    const once = { 'idempotency-key': newReference() };
    const body = { referenceId: newReference(), amount: 100, reason: 'PEND' };
    const ask = (asked: object) => service.post('no3ds', `/payin/${id}/refund`, asked, once);
    const first = await ask(body);
    await passMinute();
    expect((await ask(body)).body).toEqual(first.body);
    const other = await ask({ ...body, amount: 101 });
    expect(refusalOf(other)).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
  });

  it.each([
    ['waits', [], 'PENDING'],
    ['has expired', ['expire'], 'EXPIRED'],
    ['was canceled', ['cancel'], 'CANCELED'],
    ['is disputed', ['pay', 'chargeback'], 'CHARGEBACK'],
    ['was returned by MED', ['pay', 'med'], 'MED'],
  ])('are refused for a payin that %s', async (_name, calls, status) => {
    const id = await make({ paymentMethod: 'PIX' });
    for (const name of calls) await control(id, name);
    const answer = await refund(id);
    expect(refusalOf(answer)).toEqual([409, 'NOT_REFUNDABLE']);
    expect(answer.body.error.message).toContain(status);
    expect((await read(`/payin/${id}`)).refunds).toEqual([]);
  });

  it('are refused for a boleto, whatever its status', async () => {
    const id = await make({ paymentMethod: 'BOLETO' });
    expect(refusalOf(await refund(id))).toEqual([400, 'REFUND_NOT_SUPPORTED']);
    await control(id, 'pay');
    expect(refusalOf(await refund(id))).toEqual([400, 'REFUND_NOT_SUPPORTED']);
  });

  it('of a payin that is foreign or unknown are 404', async () => {
    const foreign = await paid({}, 'manual');
    for (const id of [foreign, 'pay_no3ds_x']) {
      expect(refusalOf(await refund(id))).toEqual([404, 'NOT_FOUND']);
    }
    const made = (await refund(foreign, {}, 'manual')).body;
    const get = (path: string) => service.get('no3ds', path);
    expect((await get(`/payin/${foreign}/refund/${made.id}`)).status).toBe(404);
    const own = await paid();
    expect((await get(`/payin/${own}/refund/${made.id}`)).status).toBe(404);
    expect((await get(`/payin/${own}/refund/ref_no3ds_x`)).status).toBe(404);
  });

  it('hold their money while they are pending, and give it back where they fail', async () => {
    const id = await paid();
    const before = await available();
    const pending = await refund(id, { amount: 3_000, reason: 'fail' });
    expect([pending.status, pending.body.status]).toEqual([201, 'PENDING']);
    const held = { available: before.available - 3_000, inFlight: before.inFlight + 3_000 };
    expect(await available()).toEqual(held);
    expect(refusalOf(await refund(id, { amount: 7_001 }))).toEqual([400, 'INVALID_DATA']);
    expect(refusalOf(await control(id, 'refund', { amount: 7_001 }))).toEqual([
      400,
      'INVALID_DATA',
    ]);
    await ledgerAgrees();

    await passMinute();
    expect(await available()).toEqual(before);
    const failureReason = 'the receiving account is closed';
    expect(await read(`/payin/${id}/refund/${pending.body.id}`)).toMatchObject({
      status: 'FAILED',
      failureReason,
    });
    const record = await read(`/payin/${id}`);
    expect(record).toMatchObject({ status: 'APPROVED', refundedAmount: 0 });
    expect(record.refunds).toMatchObject([{ status: 'FAILED', failureReason }]);
    expect(await eventsOf(id)).toEqual(['payin.approved', 'payin.refund_failed']);
    await ledgerAgrees();
  });

  it('that are refused at once leave the payin as it was', async () => {
    const id = await paid();
    const before = await available();
    const body = { referenceId: newReference(), reason: 'OTHE' };
    const failed = await refund(id, body);
    expect([failed.status, failed.body.status]).toEqual([201, 'FAILED']);
    expect((await refund(id, body)).body).toEqual(failed.body);
    expect(await available()).toEqual(before);
    expect((await refund(id)).body).toMatchObject({ status: 'DONE', amount: 10_000 });
    await ledgerAgrees();
  });

  for (const reason of ['PEND', 'SLOW', 'PERR']) {
    const tags = reason === 'SLOW' ? ['rare'] : [];
    it(`that are pending (${reason}) are done later`, { tags }, async () => {
      const id = await paid();
      const body = { referenceId: newReference(), reason };
      const pending = await refund(id, body);
      expect([pending.status, pending.body.status]).toEqual([201, 'PENDING']);
      expect(refusalOf(await refund(id))).toEqual([400, 'INVALID_DATA']);
      await passMinute();
      const done = await refund(id, body);
      expect([done.status, done.body.status]).toEqual([201, 'DONE']);
      expect(await read(`/payin/${id}`)).toMatchObject({ status: 'REFUNDED' });
      const kept = await sql<{ count: number }>(service.db)`SELECT count(*) AS count
        FROM provider_state WHERE key =
        'refund|' || (SELECT attempt_id FROM refunds WHERE id = ${done.body.id})`;
      expect(kept).toEqual([{ count: 1 }]);
      expect(await eventsOf(id)).toEqual(['payin.approved', 'payin.refunded']);
      await ledgerAgrees();
    });
  }

  it('are refused where they would leave a debt', async () => {
    const account = 'cardonfile';
    const id = await paid({ amount: 5_000 }, account);
    const { available: all } = await read('/balance', account);
    await call('/payout', validPayout({ amount: all - 4_000 }), account);
    expect(refusalOf(await refund(id, {}, account))).toEqual([400, 'INSUFFICIENT_FUNDS']);
    expect((await read(`/payin/${id}`, account)).refunds).toEqual([]);
    expect((await refund(id, { amount: 4_000 }, account)).body.status).toBe('DONE');
    await ledgerAgrees();
  });

  it('take their part of a split from its recipients, and give exactly it back', async () => {
    const account = 'preorder';
    const split = [
      { recipientId: 'seller-1', percent: 40 },
      { recipientId: account, percent: 60 },
    ];
    const id = await paid({ paymentMethod: 'PIX', split }, account);
    const before = await read('/balance', account);
    const seller = (balance: { recipients: { amount: number }[] }) => balance.recipients[0]?.amount;
    await refund(id, { amount: 5_000, reason: 'FAIL' }, account);
    const held = await read('/balance', account);
    expect(seller(held)).toBe((seller(before) ?? 0) / 2);
    expect(held.inFlight).toBe(5_000);
    await call('/sandbox/clock', { advanceSeconds: 60 }, account);
    expect(await read('/balance', account)).toEqual(before);
    await ledgerAgrees();
  });

  it('of one reference at once are one', async () => {
    const [one, other] = [await paid(), await paid()];
    const referenceId = newReference();
    const same = await Promise.all(
      Array.from({ length: 6 }, () => refund(one, { referenceId, amount: 100 })),
    );
    expect(new Set(same.map(({ body }) => body.id)).size).toBe(1);
    const reference = newReference();
    const apart = await Promise.all(
      [one, other].map((id) => refund(id, { referenceId: reference, amount: 100 })),
    );
    expect(apart.map(({ status }) => status).sort()).toEqual([201, 409]);
    const amounts = [await read(`/payin/${one}`), await read(`/payin/${other}`)];
    expect(amounts.reduce((total, { refundedAmount }) => total + refundedAmount, 0)).toBe(200);
    await ledgerAgrees();
  });

  it('and a chargeback at once never take more than was paid', async () => {
    for (let time = 0; time < 5; time += 1) {
      const id = await paid({ amount: 1_000 });
      await Promise.all([
        refund(id, { amount: 400, reason: time % 2 === 0 ? 'PEND' : 'FAIL' }),
        control(id, 'chargeback'),
        refund(id, { amount: 600 }),
      ]);
      await ledgerAgrees();
      await passMinute();
      await ledgerAgrees();
      if ((await read(`/payin/${id}`)).status === 'CHARGEBACK') {
        expect((await control(id, 'chargeback-reversal')).status).toBe(200);
      }
      const { refundedAmount, status } = await read(`/payin/${id}`);
      expect(refundedAmount).toBeLessThanOrEqual(1_000);
      expect(status).toBe(refundedAmount > 0 ? 'REFUNDED' : 'APPROVED');
      await ledgerAgrees();
    }
  });

  it('on their way while a dispute begins and ends are told of, and leave it as it is', async () => {
    for (const [reason, event] of [
      ['PEND', 'payin.refund_done'],
      ['FAIL', 'payin.refund_failed'],
    ]) {
      const id = await paid();
      await refund(id, { amount: 3_000, reason });
      await control(id, 'chargeback');
      await passMinute();
      expect((await read(`/payin/${id}`)).status).toBe('CHARGEBACK');
      await ledgerAgrees();
      await control(id, 'chargeback-reversal');
      const status = reason === 'PEND' ? 'REFUNDED' : 'APPROVED';
      expect((await read(`/payin/${id}`)).status).toBe(status);
      const events = ['payin.approved', 'payin.chargeback', event, `payin.${status.toLowerCase()}`];
      expect(await eventsOf(id)).toEqual(events);
      expect((await refund(id)).body.status).toBe('DONE');
      expect((await read(`/payin/${id}`)).status).toBe('REFUNDED');
      await ledgerAgrees();
    }
  });

  it('are told by the statement under their own reference', async () => {
    const id = await paid();
    const asked = { referenceId: newReference(), amount: 2_000, reason: 'FAIL' };
    const { body } = await refund(id, asked);
    await passMinute();
    const statement = await read('/balance/statement?limit=2');
    const of = { payinId: id, payoutId: null, refundId: body.id, referenceId: asked.referenceId };
    expect(statement.data).toMatchObject([
      { ...of, kind: 'REFUND_RELEASED', amount: 2_000, inFlight: -2_000 },
      { ...of, kind: 'REFUND_HELD', amount: -2_000, inFlight: 2_000 },
    ]);
  });

  it('are in the audit log, from their beginning to their end', async () => {
    const id = await paid();
    const { body } = await refund(id, { reason: 'PEND' });
    await passMinute();
    const entries = await sql<{ actor: string; result: string; subjects: object }>(service.db)`
      SELECT actor, result, subjects FROM audit_entries
      WHERE company_id = 'no3ds' AND action = 'payin.refund' AND subjects ->> 'refund' = ${body.id}
      ORDER BY at`;
    const subjects = { payin: id, refund: body.id, provider: 'sandbox', amount: 10_000 };
    expect(entries).toEqual([
      { actor: 'merchant', result: 'begun', subjects },
      { actor: 'service', result: 'done', subjects },
    ]);
  });
});
