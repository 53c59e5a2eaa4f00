import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Acquirer } from '../providers/acquirer.ts';
import type { RefundAnswer } from '../providers/refunds.ts';
import { testDatabases } from '../testing/test-db.ts';
import type { TestOperator } from '../testing/test-operator.ts';
import { openTestOperator } from '../testing/test-operator.ts';
import type { TestService } from '../testing/test-service.ts';
import {
  basic,
  newReference,
  send,
  startTestService,
  validPayin,
} from '../testing/test-service.ts';
import { manualTimers } from '../testing/test-timers.ts';

const REASON = 'the merchant’s own words';

describe.each(testDatabases())('refunds on their way on $engine', (database) => {
  let answer: RefundAnswer = { kind: 'processing' };
  const cards: Acquirer = {
    settlesWithinMs: 0,
    capabilities: { refund: ['CREDIT_CARD'] },
    charge: async () => ({ kind: 'approved', externalId: 'acq-1' }),
    findCharge: async () => ({ kind: 'not_found' }),
    storeCard: async () => ({ kind: 'unavailable' }),
    refund: async () => answer,
    findRefund: async () => ({ kind: 'processing' }),
  };
  let service: TestService;
  let operator: TestOperator;

  beforeAll(async () => {
    const db = await database.openEmpty();
    const provider = { name: 'acquirer', cards };
    service = await startTestService({ db, provider, timers: manualTimers().timers });
    operator = await openTestOperator(db);
  });
  afterAll(() => service.stop());

  async function refunded(account: string) {
    const headers = basic(account);
    const paid = await send(`${service.baseUrl}/payin`, { body: validPayin(), headers });
    const body = { amount: 4_000, referenceId: newReference(), reason: REASON };
    const path = `${service.baseUrl}/payin/${paid.body.id}/refund`;
    const made = await send(path, { body, headers });
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
    expect(operator.printed.join()).not.toMatch(/Ana|52998224725|4111|own words/);
  });

  it('are of no company that is not there', async () => {
    const refusal = await operator.refusal('refund list', { company: 'nobody' });
    expect(refusal).toEqual(['NOT_FOUND', 'company']);
  });
});
