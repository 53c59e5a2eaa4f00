/** @module-tag minutes */

import { afterAll, describe, expect, it } from 'vitest';
import { createAuditLog } from '../../store/tables/audit/audit-log.ts';
import { createLedgerStore } from '../../store/tables/ledger/ledger.ts';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import {
  countOf,
  disagreementOf,
  listEvents,
  startKilledService,
  takeTurns,
} from '../../testing/test-killed-service.ts';
import { startReceiver } from '../../testing/test-receiver.ts';
import { basic, newReference, send, validPayin } from '../../testing/test-service.ts';

/** Where the process is killed, as `readKillPoint` has it. */
const WHERE = {
  'before payin_claim': 'before a payin is reserved',
  'committed payin_claim': 'after a payin was reserved',
  'before provider_state_keep': 'before the acquirer took it in',
  'committed provider_state_keep': 'after the acquirer took it in, before its answer',
  'before payin_move': 'before a payin is acknowledged',
  'written payin_move': 'before the move of a payin is committed',
  'committed payin_move': 'after the move of a payin was committed',
  'before refunds_insert': 'before anything of a refund is written',
  'written refunds_insert': 'before the beginning of a refund is committed',
  'committed refunds_insert': 'after that, before it is asked for',
  'before refund_end': 'after the answer, before it is written',
  'written refund_end': 'before the end of a refund is committed',
  'committed refund_end': 'after the end of a refund was committed',
  // The first is the mark that it was tried; the second, the refund.
  'before provider_state_keep 2': 'before the acquirer took in what it is asked again',
  'committed provider_state_keep 2': 'after the acquirer took in what it was asked again',
  'before payouts_insert': 'after the directory was asked',
  'written payouts_insert': 'before the debit is committed',
  'committed payouts_insert': 'after the debit was committed',
  'committed payout_keep_external_id': "after the acquirer's name for it was kept",
  'before payout_begin_send': 'before it is claimed for sending',
  'committed payout_begin_send': 'after it was claimed for sending',
  'written payout_move': 'before the first move of a payout is committed',
  'committed payout_move': 'after the first move of a payout was committed',
  'written payout_move 2': 'before the second move of a payout is committed',
  'committed payout_move 2': 'after the second move of a payout was committed',
  'before webhook_delivered': 'after it told and before it knows',
  'committed webhook_delivered': 'after it knows that it told',
} as const;
type Point = keyof typeof WHERE;

const TAKEN_IN = ['before provider_state_keep', 'committed provider_state_keep'] as const;
const MAKING_PAYIN = [
  ...(['before payin_claim', 'committed payin_claim'] as const),
  ...TAKEN_IN,
  ...(['before payin_move', 'committed payin_move'] as const),
];
const MOVING_PAYIN = ['written payin_move', 'committed payin_move'] as const;
const ENDING_REFUND = ['before refund_end', 'written refund_end', 'committed refund_end'] as const;
const MOVING_PAYOUT = ['written payout_move', 'committed payout_move'] as const;
const MOVING_IT_AGAIN = ['written payout_move 2', 'committed payout_move 2'] as const;
const BEGUN_REFUND = ['committed refunds_insert', ...TAKEN_IN, ...ENDING_REFUND] as const;

/** What is done; `run` has it killed at `point` and holds what became of it. */
type Act = {
  verb: string;
  act: string;
  points: readonly Point[];
  run: (point: Point) => Promise<void>;
};

/** Payouts have a company of their own, whose balance nothing else moves. */
const [PAYINS, PAYOUTS, BY_HAND] = ['no3ds', 'nocard', 'manual'] as const;
const FEE = 438;
const OPENING = 1_000_000;

/** Published keys. */
function evp(suffix: string) {
  return `00000000-0000-4000-8000-0000000004${suffix}`;
}

describe.each(testDatabases())('a service killed in between, on $engine', ({ engine }) => {
  const receiver = opened(startReceiver);
  const service = opened(() => startKilledService(engine));
  afterAll(() => service.remove());

  const post = (path: string, body?: unknown, account: string = PAYINS) =>
    send(service.url(path), {
      method: 'POST',
      headers: basic(account),
      ...(body === undefined ? {} : { body }),
    });
  const read = async (path: string, account: string = PAYINS) =>
    (await send(service.url(path), { headers: basic(account) })).body;
  /** Waits for the last of these events: there are no others. */
  const expectTold = async (id: string, events: string[], account: string = PAYINS) => {
    await receiver.untilTold(String(events.at(-1)), id);
    expect(await listEvents(service.url(''), { id, account })).toEqual(events);
  };

  const newPayin = (paymentMethod: string) =>
    validPayin({ paymentMethod, webhookUrl: receiver.url });
  const control = (id: string, name: string, body?: unknown) =>
    post(`/sandbox/payins/${id}/${name}`, body);
  const statusOf = async (id: string) => (await read(`/payin/${id}`)).status;

  const issues = (method: string): Act => ({
    verb: 'issue',
    act: `issues one ${method}`,
    points: MAKING_PAYIN,
    async run(point) {
      const body = newPayin(method);
      await service.killedAt(point, () => post('/payin', body));
      const made = await post('/payin', body);
      expect([made.status, made.body.status]).toEqual([201, 'PENDING']);
      // What was issued is the buyer's to pay by, also after the next question.
      const { id, pix, boleto, openFinanceRedirectUrl } = made.body;
      expect(pix ?? boleto ?? openFinanceRedirectUrl).toBeDefined();
      expect((await post('/payin', body)).body).toEqual(made.body);
      expect((await control(id, 'pay')).body.status).toBe('APPROVED');
      await expectTold(id, ['payin.approved']);
    },
  });

  const chargesCard: Act = {
    verb: 'charge',
    act: 'charges a card once',
    points: MAKING_PAYIN,
    async run(point) {
      const body = newPayin('CREDIT_CARD');
      await service.killedAt(point, () => post('/payin', body));
      const made = await post('/payin', body);
      expect([made.status, made.body.status]).toEqual([201, 'APPROVED']);
      await expectTold(made.body.id, ['payin.approved']);
      expect((await post('/payin', body)).body).toEqual(made.body);
    },
  };

  const confirmsAtBank: Act = {
    verb: 'confirm',
    act: 'takes what was confirmed at the bank once',
    points: ['committed provider_state_keep', ...MOVING_PAYIN],
    async run(point) {
      const { id, openFinanceRedirectUrl } = (await post('/payin', newPayin('OPEN_FINANCE'))).body;
      await service.killedAt(point, () =>
        fetch(openFinanceRedirectUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'confirm=1',
        }),
      );
      await expectTold(id, ['payin.approved']);
      expect(await statusOf(id)).toBe('APPROVED');
    },
  };

  const controls: Act[] = (
    [
      ['expire', [], 'EXPIRED'],
      ['cancel', [], 'CANCELED'],
      ['pay', [], 'APPROVED'],
      ['refund', ['pay'], 'REFUNDED'],
      ['chargeback', ['pay'], 'CHARGEBACK'],
      ['chargeback-reversal', ['pay', 'chargeback'], 'APPROVED'],
      ['med', ['pay'], 'MED'],
      ['med-reversal', ['pay', 'med'], 'APPROVED'],
    ] as const
  ).map(([name, before, status]) => ({
    verb: 'control',
    act: `does ${name} to a payin once`,
    points: MOVING_PAYIN,
    async run(point) {
      const { id } = (await post('/payin', newPayin('PIX'))).body;
      for (const earlier of before) await control(id, earlier);
      const from = await statusOf(id);
      await service.killedAt(point, () => control(id, name));
      // Where nothing of it was kept, it may be asked for again.
      const isKept = point === 'committed payin_move';
      expect(await statusOf(id)).toBe(isKept ? status : from);
      expect((await control(id, name)).status).toBe(isKept ? 409 : 200);
      expect(await statusOf(id)).toBe(status);
      await receiver.untilTold(`payin.${status.toLowerCase()}`, id);
      const events = await listEvents(service.url(''), { id, account: PAYINS });
      expect(events).toHaveLength(before.length + 1);
    },
  }));

  const refundsInParts: Act = {
    verb: 'refund in parts',
    act: 'gives back two parts asked for at once, and no third',
    points: ['committed payin_move'],
    async run(point) {
      const { id } = (await post('/payin', newPayin('PIX'))).body;
      await control(id, 'pay');
      const refund = (amount: number) => control(id, 'refund', { amount });
      await service.killedAt(`${point} 2`, () => Promise.all([refund(4_000), refund(4_000)]));
      const third = await refund(4_000);
      expect([third.status, third.body.error.code]).toEqual([400, 'INVALID_DATA']);
      expect((await refund(2_000)).status).toBe(200);
      await expectTold(id, ['payin.approved', ...Array(3).fill('payin.refunded')]);
    },
  };

  const refunds: Act[] = (
    [
      ['makes a refund', { amount: 4_000 }, 'DONE', 4_000],
      ['undoes a refund that is refused', { reason: 'OTHE' }, 'FAILED', 0],
    ] as const
  ).map(([act, asked, status, given]) => ({
    verb: 'refund',
    act: `${act} once`,
    points:
      status === 'DONE'
        ? (['before refunds_insert', 'written refunds_insert', ...BEGUN_REFUND] as const)
        : BEGUN_REFUND,
    async run(point) {
      const before = (await read('/balance')).available;
      const { id } = (await post('/payin', newPayin('CREDIT_CARD'))).body;
      const path = `/payin/${id}/refund`;
      const body = { referenceId: newReference(), ...asked };
      await service.killedAt(point, () => post(path, body));
      const made = await post(path, body);
      expect([made.status, made.body.status]).toEqual([201, status]);
      expect((await post(path, body)).body).toEqual(made.body);
      const event = status === 'DONE' ? 'payin.refunded' : 'payin.refund_failed';
      await expectTold(id, ['payin.approved', event]);
      const record = await read(`/payin/${id}`);
      expect([record.refundedAmount, record.refunds.length]).toEqual([given, 1]);
      expect(record.status).toBe(given > 0 ? 'REFUNDED' : 'APPROVED');
      expect((await read('/balance')).available).toBe(before + 10_000 - FEE - given);
    },
  }));

  const asksAgain: Act = {
    verb: 'ask again',
    act: 'makes a refund that could not be taken in at first once',
    points: ['before provider_state_keep 2', 'committed provider_state_keep 2'],
    async run(point) {
      const { id } = (await post('/payin', newPayin('CREDIT_CARD'))).body;
      const path = `/payin/${id}/refund`;
      const body = { referenceId: newReference(), amount: 4_000, reason: 'PERR' };
      expect((await post(path, body)).body.status).toBe('PENDING');
      await service.killedAt(point, () => post('/sandbox/clock', { advanceSeconds: 60 }));
      expect((await post(path, body)).body.status).toBe('DONE');
    },
  };

  const newPayout = (pixKey: string) => ({
    amount: 1_000,
    pixKey,
    pixKeyType: 'EVP',
    referenceId: newReference(),
    webhookUrl: receiver.url,
  });
  const payOut = (body: unknown, account: string = PAYOUTS) => post('/payout', body, account);
  const controlPayout = (id: string, name: string, account: string) =>
    post(`/sandbox/payouts/${id}/${name}`, undefined, account);
  const listed = async (query: string, account: string = PAYOUTS) =>
    (await read(`/payout?${query}`, account)).data;

  const paysOut: Act = {
    verb: 'pay out',
    act: 'pays a payout once',
    points: [
      ...(['before payouts_insert', 'written payouts_insert', 'committed payouts_insert'] as const),
      ...TAKEN_IN,
      'committed payout_keep_external_id',
      ...MOVING_PAYOUT,
      ...MOVING_IT_AGAIN,
      ...(['before webhook_delivered', 'committed webhook_delivered'] as const),
    ],
    async run(point) {
      const body = newPayout(evp('99'));
      let first: string | undefined;
      await service.killedAt(point, async () => {
        first = (await payOut(body)).body.id;
      });
      const again = await payOut(body);
      const { id } = again.body;
      expect([again.status, first ?? id]).toEqual([201, id]);
      await expectTold(id, ['payout.processing', 'payout.completed'], PAYOUTS);
      const found = await listed(`referenceId=${body.referenceId}`);
      expect(found).toMatchObject([{ id, status: 'COMPLETED' }]);
    },
  };

  const returnsBalance: Act[] = (
    [
      ['03', ['committed provider_state_keep', ...MOVING_PAYOUT], 'FAILED', 'is rejected'],
      ['04', MOVING_IT_AGAIN, 'FAILED', 'fails'],
      ['05', MOVING_IT_AGAIN, 'REFUSED', 'is refused'],
    ] as const
  ).map(([suffix, points, status, what]) => ({
    verb: 'return',
    act: `gives the balance of a payout back once that ${what}`,
    points,
    async run(point) {
      const body = newPayout(evp(suffix));
      await service.killedAt(point, () => payOut(body));
      const found = () => listed(`referenceId=${body.referenceId}`);
      const [{ id }] = await found();
      const event = `payout.${status.toLowerCase()}`;
      await receiver.untilTold(event, id);
      expect(await found()).toMatchObject([{ id, status }]);
      // A refusal that was written while its caller waited is the answer to a repeat as well.
      const isRefusal = suffix === '03' && point === 'committed payout_move';
      const answer = isRefusal ? { error: { code: 'PROVIDER_REJECTED' } } : { id, status };
      expect((await payOut(body)).body).toMatchObject(answer);
      const events = await listEvents(service.url(''), { id, account: PAYOUTS });
      expect(events.filter((name) => name !== 'payout.processing')).toEqual([event]);
    },
  }));

  const approvesPayout: Act = {
    verb: 'approve',
    act: 'sends a payout once that was approved by hand',
    points: [
      ...MOVING_PAYOUT,
      ...(['before payout_begin_send', 'committed payout_begin_send'] as const),
      ...(['committed provider_state_keep', 'committed payout_keep_external_id'] as const),
    ],
    async run(point) {
      const { id, status } = (await payOut(newPayout(evp('99')), BY_HAND)).body;
      expect(status).toBe('AWAITING_APPROVAL');
      const approve = () => controlPayout(id, 'approve', BY_HAND);
      await service.killedAt(point, approve);
      // Whoever got no answer asks again: it is approved now, or was before.
      expect([200, 409]).toContain((await approve()).status);
      await expectTold(id, ['payout.pending', 'payout.processing', 'payout.completed'], BY_HAND);
    },
  };

  const controlsPayout: Act[] = (
    [
      ['cancel', BY_HAND, 'CANCELED'],
      ['refund', PAYOUTS, 'REFUNDED'],
    ] as const
  ).map(([name, account, status]) => ({
    verb: 'control a payout',
    act: `gives the balance of a payout back once that it is told to ${name}`,
    points: MOVING_PAYOUT,
    async run(point) {
      const body = newPayout(evp('99'));
      const { id } = (await payOut(body, account)).body;
      if (account === PAYOUTS) await receiver.untilTold('payout.completed', id);
      const ask = () => controlPayout(id, name, account);
      await service.killedAt(point, ask);
      expect((await ask()).status).toBe(point === 'committed payout_move' ? 409 : 200);
      await receiver.untilTold(`payout.${status.toLowerCase()}`, id);
      const found = await listed(`referenceId=${body.referenceId}`, account);
      expect(found).toMatchObject([{ id, status }]);
    },
  }));

  const ACTS: Act[] = [
    ...['PIX', 'BOLETO', 'OPEN_FINANCE'].map(issues),
    ...[chargesCard, confirmsAtBank, ...controls, refundsInParts],
    ...[...refunds, asksAgain],
    ...[...returnsBalance, approvesPayout, ...controlsPayout, paysOut],
  ];
  const CASES = ACTS.flatMap(({ points, ...act }) => points.map((point) => ({ ...act, point })));

  describe('in this order', { shuffle: false }, () => {
    for (const { act, point, run, tags } of takeTurns(CASES)) {
      it(`${act}, killed ${WHERE[point]}`, { tags }, () => run(point));
    }

    it('leaves a ledger that agrees, and at the acquirer one of each', async () => {
      const gone = new Map<string, number>();
      for (const account of [PAYOUTS, BY_HAND]) {
        const completed = await listed('limit=100&status=COMPLETED', account);
        gone.set(account, completed.length * 1_000);
      }
      const db = await service.end();
      const count = (what: string) => countOf(db, `SELECT count(*) AS count FROM ${what}`);
      const atAcquirer = (kind: string) => count(`provider_state WHERE key LIKE '${kind}|%'`);
      try {
        expect(await disagreementOf(db)).toBeNull();
        const clearing =
          'SELECT coalesce(sum(refunded_amount - amount), 0)::bigint AS count FROM payins ' +
          "WHERE status IN ('APPROVED', 'REFUNDED')";
        const { clearing: moved } = await createLedgerStore(db).readBalances(PAYINS);
        expect(moved).toBe((await countOf(db, clearing)) - OPENING);
        for (const [account, amount] of gone) {
          const { available, in_flight } = await createLedgerStore(db).readBalances(account);
          expect([available, in_flight]).toEqual([OPENING - amount, 0]);
        }
        const cards = await count("payins WHERE payment_method = 'CREDIT_CARD'");
        expect(await atAcquirer('charge')).toBe(cards);
        // A canceled one was never sent.
        const sent = await count("payouts WHERE status <> 'CANCELED'");
        expect(await atAcquirer('transfer')).toBe(sent);
        // What the control calls take back was never asked for.
        const made = await count('refunds WHERE nature IS NULL');
        expect(await atAcquirer('refund')).toBe(made);
        const ids = "refunds r JOIN provider_state p ON p.key = 'refund|' || r.attempt_id";
        expect(await count(ids)).toBe(made);
        expect(await count('look_ups WHERE subject_id IN (SELECT id FROM refunds)')).toBe(0);
        // Both steps of each refund stand in the audit log.
        const failed = await count("refunds WHERE status = 'FAILED'");
        const entries = await createAuditLog(db).list(PAYINS, 1_000);
        expect(entries.map(({ result }) => result).sort()).toEqual([
          ...Array(made).fill('begun'),
          ...Array(made - failed).fill('done'),
          ...Array(failed).fill('failed'),
        ]);
      } finally {
        await db.close();
      }
    });
  });
});
