import { describe, expect, it } from 'vitest';
import type { PayinStatus } from '../../../contract/payments/payin.ts';
import { PAYIN_STATUSES } from '../../../contract/payments/payin-status.ts';
import { PAYIN_CONTROLS } from '../../../contract/payments/sandbox-payin.ts';
import { PAYIN_TRANSITIONS } from '../../domain/payins/payin-status.ts';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { payinWithCard, startTestService, validPayin } from '../../testing/test-service.ts';

/** The calls that lead a payin by PIX to a status, and what each control call does there. */
const PATHS: readonly [PayinStatus, readonly string[], Partial<Record<string, PayinStatus>>][] = [
  ['PENDING', [], { pay: 'APPROVED', expire: 'EXPIRED', cancel: 'CANCELED' }],
  ['APPROVED', ['pay'], { refund: 'REFUNDED', chargeback: 'CHARGEBACK', med: 'MED' }],
  ['EXPIRED', ['expire'], {}],
  ['CANCELED', ['cancel'], {}],
  ['REFUNDED', ['pay', 'refund'], {}],
  ['CHARGEBACK', ['pay', 'chargeback'], { 'chargeback-reversal': 'APPROVED' }],
  ['MED', ['pay', 'med'], { 'med-reversal': 'APPROVED' }],
];

it('the table of moves has every status, and leaves none that is final', () => {
  expect(Object.keys(PAYIN_TRANSITIONS).sort()).toEqual([...PAYIN_STATUSES].sort());
  for (const final of ['REFUSED', 'FAILED', 'CANCELED'] as const) {
    expect(PAYIN_TRANSITIONS[final]).toEqual([]);
  }
  // By money that comes late, and by no call.
  expect(PAYIN_TRANSITIONS.EXPIRED).toEqual(['APPROVED']);
});

describe.each(testDatabases())('the control calls of payins on $engine', (database) => {
  const service = opened(() => startTestService({ database }));

  const make = async (change: Record<string, unknown> = {}, account = 'no3ds') => {
    const order = validPayin({ paymentMethod: 'PIX', ...change });
    return String((await service.post(account, '/payin', order)).body.id);
  };
  const control = (
    id: string,
    name: string,
    { body, account = 'no3ds' }: { body?: unknown; account?: string } = {},
  ) => service.post(account, `/sandbox/payins/${id}/${name}`, body);
  const show = async (id: string) => (await service.get('no3ds', `/payin/${id}`)).body;
  const codeOf = (answer: { status: number; body: { error: { code: string } } }) => [
    answer.status,
    answer.body.error.code,
  ];

  describe.each(PATHS)('from %s', (from, calls, moves) => {
    it.each(PAYIN_CONTROLS)('%s does what the table says', async (name) => {
      const id = await make();
      for (const call of calls) await control(id, call);
      expect((await show(id)).status).toBe(from);
      const answer = await control(id, name);
      const to = moves[name];
      if (to === undefined) expect(codeOf(answer)).toEqual([409, 'ILLEGAL_TRANSITION']);
      else expect([answer.status, answer.body.status]).toEqual([200, to]);
      expect((await show(id)).status).toBe(to ?? from);
    });
  });

  it('answer the record', async () => {
    const id = await make();
    const answer = await control(id, 'pay');
    expect(answer.body).toEqual(await show(id));
    expect(answer.body.netAmount).toBeGreaterThan(0);
  });

  it('refund parts until nothing is left, and never more', async () => {
    const id = await make({ amount: 1000 });
    await control(id, 'pay');
    const refund = (amount: number) => control(id, 'refund', { body: { amount } });
    expect(codeOf(await refund(1001))).toEqual([400, 'INVALID_DATA']);
    expect((await refund(400)).body.status).toBe('REFUNDED');
    expect(codeOf(await refund(601))).toEqual([400, 'INVALID_DATA']);
    expect((await refund(600)).body.status).toBe('REFUNDED');
    expect(codeOf(await refund(1))).toEqual([409, 'ILLEGAL_TRANSITION']);
  });

  it('refuse a refund of nothing at all', async () => {
    const id = await make();
    await control(id, 'pay');
    const answer = await control(id, 'refund', { body: { amount: 0 } });
    expect(codeOf(answer)).toEqual([400, 'INVALID_DATA']);
    expect(answer.body.error.details[0].path).toBe('amount');
  });

  it('leave what is not refunded open to a dispute, whose reversal leads back to REFUNDED', async () => {
    const id = await make({ amount: 1000 });
    await control(id, 'pay');
    await control(id, 'refund', { body: { amount: 1 } });
    expect((await control(id, 'chargeback')).body.status).toBe('CHARGEBACK');
    expect((await control(id, 'chargeback-reversal')).body.status).toBe('REFUNDED');
    expect((await control(id, 'refund', { body: { amount: 999 } })).body.status).toBe('REFUNDED');
    expect(codeOf(await control(id, 'med'))).toEqual([409, 'ILLEGAL_TRANSITION']);
  });

  it('end a payin that waits for 3-D Secure, and what it waits for', async () => {
    const body = payinWithCard({ number: '4000000000002503' });
    const made = await service.post('postorder', '/payin', body);
    expect(made.body.status).toBe('PENDING_3DS');
    const { id } = made.body;
    expect(codeOf(await control(id, 'pay', { account: 'postorder' }))).toEqual([
      409,
      'ILLEGAL_TRANSITION',
    ]);
    expect((await control(id, 'cancel', { account: 'postorder' })).body.status).toBe('CANCELED');
    expect((await control(id, 'cancel', { account: 'postorder' })).status).toBe(409);
  });

  it.each(PAYIN_CONTROLS)('answer %s of a foreign or unknown payin with 404', async (name) => {
    const id = await make({}, 'cardonfile');
    expect(codeOf(await control(id, name))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await control('pay_no3ds_x', name))).toEqual([404, 'NOT_FOUND']);
  });
});
