import { describe, expect, it } from 'vitest';
import type { Acquirer } from '../providers/acquirer.ts';
import type { RefundAnswer } from '../providers/refunds.ts';
import { opened, STORY } from '../testing/opened.ts';
import { testDatabases } from '../testing/test-db.ts';
import { openTestOperator } from '../testing/test-operator.ts';
import { ACQUIRER } from '../testing/test-provider.ts';
import {
  basic,
  newReference,
  send,
  startTestService,
  validPayin,
} from '../testing/test-service.ts';
import { manualTimers } from '../testing/test-timers.ts';

const REASON = 'the merchant’s own words';

describe.each(testDatabases())('refunds on their way on $engine', STORY, (database) => {
  let answer: RefundAnswer = { kind: 'processing' };
  const cards: Acquirer = {
    ...ACQUIRER,
    capabilities: { refund: ['CREDIT_CARD'] },
    charge: async () => ({ kind: 'approved', externalId: 'acq-1' }),
    refund: async () => answer,
    findRefund: async () => ({ kind: 'processing' }),
  };
  const PROVIDER = { name: 'acquirer', cards };
  const db = opened(database.openEmpty);
  const service = opened(() =>
    startTestService({ db, provider: PROVIDER, timers: manualTimers().timers }),
  );
  const operator = opened(() => openTestOperator(db));

  async function refunded(account: string) {
    const paid = await service.post(account, '/payin', validPayin());
    const body = { amount: 4_000, referenceId: newReference(), reason: REASON };
    const made = await service.post(account, `/payin/${paid.body.id}/refund`, body);
    expect(made.status).toBe(201);
    return { payin: paid.body.id, refund: made.body.id, reference: body.referenceId };
  }

  it('are listed with whom to ask about them, and nothing of who paid', async () => {
    answer = { kind: 'processing' };
    const one = await refunded('no3ds');
    const other = await refunded('manual');
    answer = { kind: 'done', externalId: 'r-1' };
    await refunded('no3ds');
    const common = { amount: 4_000, provider: 'acquirer' };
    const times = { since: expect.any(String), askedAt: expect.any(String) };
    const rows = [
      { company: 'manual', ...other, ...common, ...times },
      { company: 'no3ds', ...one, ...common, ...times },
    ];
    expect(await operator.rows('refund list')).toEqual(rows);
    expect(await operator.rows('refund list', { company: 'no3ds' })).toEqual([rows[1]]);
    expect(operator.printed.join()).not.toMatch(/Souza|52998224725|411111|own words/);
  });

  describe('asked for by an operator', () => {
    const asking = opened(() =>
      openTestOperator(service.db, {}, { played: { provider: PROVIDER } }),
    );

    const pay = async (account = 'no3ds') => {
      const paid = { body: validPayin({ amount: 10_000 }), headers: basic(account) };
      return String((await send(`${service.baseUrl}/payin`, paid)).body.id);
    };
    const create = (payin: string, more: Record<string, string> = {}) => ({
      payin,
      reference: newReference(),
      ...more,
    });

    it('are asked of the provider, and kept under the name of who asked', async () => {
      answer = { kind: 'done', externalId: 'r-2' };
      const payin = await pay();
      const options = create(payin, { amount: '4000', reason: REASON });
      const made = await asking.record('refund create', options);
      expect(made).toMatchObject({ payin, amount: 4_000, status: 'DONE', failureReason: null });
      const shown = await service.get('no3ds', `/payin/${payin}`);
      expect(shown.body).toMatchObject({ status: 'REFUNDED', refundedAmount: 4_000 });
      const [ended, begun] = await asking.audit('no3ds', 2);
      expect(ended).toMatchObject({ actor: 'service', action: 'payin.refund', result: 'done' });
      expect(begun).toEqual({
        actor: 'ana',
        action: 'refund create',
        subjects: { payin, refund: made.refund, provider: 'acquirer', amount: 4_000 },
        result: 'done',
        code: null,
      });
      expect(asking.printed.join()).not.toContain(REASON);
    });

    it('give all that is left where no amount is named, and are told as they stand', async () => {
      const payin = await pay();
      answer = { kind: 'done', externalId: 'r-3' };
      await asking.run('refund create', create(payin, { amount: '1' }));
      answer = { kind: 'processing' };
      expect(await asking.record('refund create', create(payin))).toMatchObject({
        amount: 9_999,
        status: 'PENDING',
      });
    });

    it('are made once, however often the same is asked for', async () => {
      answer = { kind: 'done', externalId: 'r-4' };
      const options = create(await pay(), { amount: '4000' });
      const made = await Promise.all([1, 2, 3].map(() => asking.record('refund create', options)));
      expect(new Set(made.map(({ refund }) => refund)).size).toBe(1);
      const refusal = await asking.refusal('refund create', { ...options, amount: '4001' });
      expect(refusal).toEqual(['DUPLICATE_REFERENCE', 'referenceId']);
    });

    it.each<[string, (payin: string) => Record<string, string>, string[]]>([
      [
        'more than is left',
        (payin) => create(payin, { amount: '10001' }),
        ['INVALID_DATA', 'amount'],
      ],
      ['nothing', (payin) => create(payin, { amount: '0' }), ['INVALID_DATA', 'amount']],
      ['no reference', (payin) => ({ payin }), ['INVALID_DATA', 'reference']],
      ['a payin that is not there', () => create(`pay_no3ds_${'A'.repeat(22)}`), ['NOT_FOUND']],
      [
        'a company that is not there',
        () => create(`pay_nobody_${'A'.repeat(22)}`),
        ['NOT_FOUND', 'payin'],
      ],
    ])('are refused for %s', async (_name, options, refusal) => {
      expect(await asking.refusal('refund create', options(await pay()))).toEqual(refusal);
    });

    it('give back no more than a limit in all, whoever else gives back at the same time', async () => {
      answer = { kind: 'done', externalId: 'r-6' };
      const payin = await pay();
      const limited = () => create(payin, { amount: '3000', 'at-most': '7000' });
      const made = await Promise.allSettled(
        [1, 2, 3].map(() => asking.record('refund create', limited())),
      );
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      expect(await asking.refusal('refund create', limited())).toEqual(['INVALID_DATA', 'amount']);
      const all = create(payin, { 'at-most': '9999' });
      expect(await asking.refusal('refund create', all)).toEqual(['INVALID_DATA', 'amount']);
      expect(await asking.record('refund create', { ...all, 'at-most': '10000' })).toMatchObject({
        amount: 4_000,
      });
    });

    it('are refused once nothing is left, and while the payin is disputed', async () => {
      answer = { kind: 'done', externalId: 'r-5' };
      const payin = await pay();
      await asking.run('refund create', create(payin));
      expect(await asking.refusal('refund create', create(payin))).toEqual([
        'INVALID_DATA',
        'amount',
      ]);
      const disputed = await pay();
      await service.post('no3ds', `/sandbox/payins/${disputed}/chargeback`, {});
      expect(await asking.refusal('refund create', create(disputed))).toEqual(['NOT_REFUNDABLE']);
    });
  });
});
