import { describe, expect, it } from 'vitest';
import { opened, STORY } from '../testing/opened.ts';
import { PAYER } from '../testing/payer.ts';
import { sql } from '../testing/sql.ts';
import { testDatabases } from '../testing/test-db.ts';
import { openTestOperator } from '../testing/test-operator.ts';
import {
  newReference,
  payinWithCard,
  startTestService,
  validPayin,
  validPayout,
} from '../testing/test-service.ts';
import { manualTimers } from '../testing/test-timers.ts';

const UNKNOWN_PAYIN = 'pay_no3ds_AAAAAAAAAAAAAAAAAAAAAA';

describe.each(testDatabases())('payments by an operator on $engine', STORY, (database) => {
  const { timers } = manualTimers();

  const db = opened(database.openEmpty);
  const service = opened(() =>
    startTestService({ db, timers, sendWebhook: async () => ({ kind: 'answered', status: 500 }) }),
  );
  const operator = opened(() => openTestOperator(db));

  const pay = async (change: Record<string, unknown> = {}, account = 'no3ds') => {
    const { body } = await service.post(account, '/payin', validPayin(change));
    return String(body.id);
  };
  const payOut = async () => {
    const made = await service.post('manual', '/payout', validPayout());
    return String(made.body.id);
  };
  const available = async (company: string) =>
    Number((await operator.record('balance show', { company })).available);
  const ledgerAgrees = async () => (await operator.run('reconcile')).isBad === false;

  it('lists payins without who paid', async () => {
    const referenceId = newReference();
    const payin = await pay({ referenceId });
    const rows = await operator.rows('payin list', { company: 'no3ds', reference: referenceId });
    expect(rows).toEqual([
      {
        payin,
        reference: referenceId,
        status: 'APPROVED',
        method: 'CREDIT_CARD',
        amount: 10_000,
        refunded: 0,
        createdAt: expect.stringMatching(/Z$/),
      },
    ]);
    const shown = await operator.record('payin show', { payin });
    expect(shown).toMatchObject({ payin, status: 'APPROVED', net: expect.any(Number) });
  });

  it('finds payins by one thing that is known of them, of any company, those nobody was told of too', async () => {
    const referenceId = newReference();
    const payin = await pay({ referenceId, amount: 98_765 });
    const { externalId } = await operator.record('payin show', { payin });
    await sql(db)`UPDATE payins SET charge_state = 'reserved' WHERE id = ${payin}`;
    const { document, email } = PAYER;
    const known = { amount: '98765', 'card-last4': '1111', document, email };
    const ids = { reference: referenceId, external: String(externalId) };
    const found = { company: 'no3ds', payin, state: 'reserved', provider: 'sandbox' };
    for (const option of Object.entries({ ...known, ...ids })) {
      const rows = await operator.rows('payin find', Object.fromEntries([option]));
      expect(rows).toContainEqual(expect.objectContaining(found));
    }
    expect(await operator.rows('payin find', { amount: '98765', company: 'manual' })).toEqual([]);
    expect(await operator.record('payin show', { payin })).toMatchObject({ state: 'reserved' });
    expect(await operator.refusal('payin cancel', { payin })).toEqual(['NOT_FOUND', 'payin']);
    for (const wrong of [{}, { amount: '98765', email }, { 'card-last4': '41111' }]) {
      expect(await operator.refusal('payin find', wrong)).toHaveProperty('0', 'INVALID_DATA');
    }
    const log = JSON.stringify(await operator.audit('system', 20));
    expect([log.includes('payin find'), log.includes(email)]).toEqual([true, false]);
  });

  it('shows all that happened to a payin, and a decline that left none', async () => {
    const payin = await pay();
    await operator.run('refund record', { payin, amount: '4000' });
    const history = await operator.rows('payin show', { payin, history: 'yes' });
    const kinds = [...new Set(history.map(({ what }) => what))].toSorted().join(' ');
    expect(kinds).toBe('act created posting refund-begun refund-ended');
    expect(history[0]?.about).toMatch(/^provider sandbox, requestId [0-9a-f-]{36}$/);
    await service.post('no3ds', '/payin', payinWithCard({ number: '4000000000000127' }));
    const [line = ''] = service.logged.filter((one) => one.includes('INVALID_CVV'));
    const { payinId: id } = JSON.parse(line);
    const declined = { payin: id, status: 'none', code: 'INVALID_CVV' };
    expect(await operator.record('payin show', { payin: id })).toMatchObject(declined);
  });

  it('shows the refunds that a merchant asked for, and books none beyond what they leave', async () => {
    const payin = await pay();
    expect((await operator.record('payin show', { payin })).refunds).toBeNull();
    const { body } = await service.post('no3ds', `/payin/${payin}/refund`, {
      referenceId: newReference(),
      amount: 6_000,
      reason: 'PEND',
    });
    const shown = await operator.record('payin show', { payin });
    expect(shown).toMatchObject({ refunded: 0, refunds: `${body.id} 6000 PENDING` });
    const tooMuch = await operator.refusal('refund record', { payin, amount: '4001' });
    expect(tooMuch).toEqual(['INVALID_DATA', 'amount']);
    const rest = await operator.record('refund record', { payin });
    expect(rest).toMatchObject({ status: 'REFUNDED', refunded: 4_000 });
    expect(await ledgerAgrees()).toBe(true);
  });

  it('lists payins by status and time, at most so many', async () => {
    await pay();
    const payin = await pay({ paymentMethod: 'PIX' });
    const company = 'no3ds';
    const pending = await operator.rows('payin list', { company, status: 'PENDING' });
    expect(pending.map((row) => row.payin)).toContain(payin);
    expect(new Set(pending.map((row) => row.status))).toEqual(new Set(['PENDING']));
    expect(await operator.rows('payin list', { company, limit: '1' })).toHaveLength(1);
    const until = '2020-01-01T00:00:00Z';
    expect(await operator.rows('payin list', { company, until })).toEqual([]);
    expect(await operator.rows('payin list', { company: 'manual', from: until })).toEqual([]);
  });

  it('refunds a part, then the rest, then nothing more', async () => {
    const payin = await pay();
    const before = await available('no3ds');
    const part = await operator.record('refund record', { payin, amount: '4000' });
    expect(part).toMatchObject({ status: 'REFUNDED', refunded: 4_000 });
    expect(await available('no3ds')).toBe(before - 4_000);
    expect(await operator.audit('no3ds', 2)).toContainEqual({
      actor: 'ana',
      action: 'refund record',
      subjects: { payin, amount: 4_000, refunded: 4_000 },
      result: 'done',
      code: null,
    });

    const tooMuch = await operator.refusal('refund record', { payin, amount: '6001' });
    expect(tooMuch).toEqual(['INVALID_DATA', 'amount']);
    const rest = await operator.record('refund record', { payin });
    expect(rest).toMatchObject({ status: 'REFUNDED', refunded: 10_000 });
    expect(await operator.refusal('refund record', { payin })).toEqual(['ILLEGAL_TRANSITION']);
    expect(await operator.audit('no3ds')).toMatchObject([
      { action: 'refund record', result: 'refused', code: 'ILLEGAL_TRANSITION' },
    ]);
    expect(await ledgerAgrees()).toBe(true);
  });

  it('tells the merchant of a refund by the webhook', async () => {
    const payin = await pay({ webhookUrl: 'http://127.0.0.1:65000/hook' });
    await operator.run('refund record', { payin });
    const { body } = await service.get('no3ds', '/sandbox/webhooks/deliveries');
    const events = body.data.filter(
      (one: { transactionId: string }) => one.transactionId === payin,
    );
    expect(events.map((one: { event: string }) => one.event)).toContain('payin.refunded');
    const [latest] = await operator.rows('event list', { payin });
    expect(latest).toMatchObject({ kind: 'payin.refunded', status: expect.any(String) });
    expect(
      await operator.refusal('event list', { payin: payin.replace('no3ds', 'nobody') }),
    ).toEqual(['NOT_FOUND', 'payin']);
  });

  it('refunds a live payin only under the id the acquirer gave', async () => {
    const payin = await pay({}, 'cardonfile');
    const toLive = 'UPDATE companies SET sandbox = $1 WHERE company_id = $2';
    await db.query({ name: '', text: toLive, values: [false, 'cardonfile'] });
    const refused = await operator.refusal('refund record', { payin });
    expect(refused).toEqual(['INVALID_DATA', 'acquirer-reference']);
    const options = { payin, 'acquirer-reference': 'RF-77' };
    expect(await operator.record('refund record', options)).toMatchObject({ status: 'REFUNDED' });
    expect(await operator.audit('cardonfile')).toMatchObject([
      { subjects: { 'acquirer-reference': 'RF-77' }, result: 'done' },
    ]);
    await db.query({ name: '', text: toLive, values: [true, 'cardonfile'] });
  });

  it('cancels a payin that waits, and only such a one', async () => {
    const waiting = await pay({ paymentMethod: 'PIX' });
    expect((await operator.record('payin cancel', { payin: waiting })).status).toBe('CANCELED');
    expect(await operator.audit('no3ds')).toMatchObject([
      { action: 'payin cancel', subjects: { payin: waiting }, result: 'done' },
    ]);
    expect(await operator.refusal('payin cancel', { payin: waiting })).toEqual([
      'ILLEGAL_TRANSITION',
    ]);
    expect(await operator.refusal('payin cancel', { payin: await pay() })).toEqual([
      'ILLEGAL_TRANSITION',
    ]);
  });

  it('cancels a payin whose buyer is at the bank', async () => {
    const payin = await pay(
      { card: { ...validPayin().card, number: '4000000000002503' } },
      'postorder',
    );
    expect((await operator.record('payin show', { payin })).status).toBe('PENDING_3DS');
    expect((await operator.record('payin cancel', { payin })).status).toBe('CANCELED');
    expect(await operator.audit('postorder')).toMatchObject([{ action: 'payin cancel' }]);
  });

  it.each(['payin show', 'refund record', 'payin cancel'])(
    '%s refuses an id of nothing',
    async (command) => {
      const options = { payin: UNKNOWN_PAYIN };
      expect(await operator.refusal(command, options)).toEqual(['NOT_FOUND', 'payin']);
      const elsewhere = { payin: UNKNOWN_PAYIN.replace('no3ds', 'nobody') };
      expect(await operator.refusal(command, elsewhere)).toEqual(['NOT_FOUND', 'payin']);
      expect(await operator.refusal(command, { payin: '4111111111111111' })).toEqual([
        'INVALID_DATA',
        'payin',
      ]);
      expect(await operator.audit('system')).toMatchObject([{ subjects: {}, result: 'refused' }]);
    },
  );

  it('lets a payout go, or not', async () => {
    const [first, second] = [await payOut(), await payOut()];
    const before = await available('manual');
    const rows = await operator.rows('payout list', {
      company: 'manual',
      status: 'AWAITING_APPROVAL',
    });
    expect(rows.map(({ payout }) => payout).sort()).toEqual([first, second].sort());
    expect(JSON.stringify(rows)).not.toContain('ana@example.com');

    expect((await operator.record('payout approve', { payout: first })).status).toBe('PENDING');
    expect((await operator.record('payout cancel', { payout: second })).status).toBe('CANCELED');
    expect(await available('manual')).toBe(before + 1_000);
    const twice = await operator.refusal('payout approve', { payout: first });
    expect(twice).toEqual(['ILLEGAL_TRANSITION']);
    expect(await operator.audit('manual', 4)).toMatchObject([
      { action: 'payout approve', result: 'refused', code: 'ILLEGAL_TRANSITION' },
      { action: 'balance show', result: 'done' },
      { action: 'payout cancel', subjects: { payout: second }, result: 'done' },
      { action: 'payout approve', subjects: { payout: first }, result: 'done' },
    ]);
    const nothing = second.replace(/.{22}$/, 'A'.repeat(22));
    expect(await operator.refusal('payout cancel', { payout: nothing })).toEqual([
      'NOT_FOUND',
      'payout',
    ]);
    expect(await ledgerAgrees()).toBe(true);
  });

  it('says how many payouts a list leaves out', async () => {
    await payOut();
    await payOut();
    const { content, notes } = await operator.run('payout list', { company: 'manual', limit: '1' });
    expect('rows' in content && content.rows).toHaveLength(1);
    expect(notes).toEqual([expect.stringMatching(/^\d+ more are not shown\.$/)]);
  });

  it('shows a statement that ends at the balance', async () => {
    const payin = await pay({}, 'preorder').then(() => pay({}, 'no3ds'));
    const lines = await operator.rows('statement show', { company: 'no3ds', limit: '5' });
    expect(lines).toHaveLength(5);
    const numbers = lines.map(({ number }) => Number(number));
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
    expect(lines.at(-1)).toMatchObject({ kind: 'payin_approved', source: payin });
    expect(lines.at(-1)?.availableAfter).toBe(await available('no3ds'));
    const first = await operator.rows('statement show', { company: 'pending' });
    expect(first).toMatchObject([{ kind: 'opening_balance', availableAfter: 1_000_000 }]);
  });

  it('names the first row of a ledger that disagrees', async () => {
    const spoil = (by: number) =>
      sql(db)`UPDATE ledger_balances SET balance = balance + ${by}
        WHERE company_id = 'no3ds' AND account = 'available'`;
    await spoil(1);
    const { isBad, content } = await operator.run('reconcile');
    await spoil(-1);
    expect(isBad).toBe(true);
    expect(JSON.stringify(content)).toContain('company no3ds, ledger_balances: available is');
  });
});
