import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expirePayments, followPayment } from '../domain/payins/end-payment.ts';
import { reverseOrphans } from '../domain/payins/refunds/reverse-orphans.ts';
import { watchPayin } from '../domain/payins/watch-payin.ts';
import type { KnownPayment, PaymentIssuer } from '../providers/acquirer.ts';
import type { KnownRefund, RefundAnswer } from '../providers/refunds.ts';
import { opened, STORY } from '../testing/opened.ts';
import { testDatabases } from '../testing/test-db.ts';
import { disagreementOf, listEvents } from '../testing/test-killed-service.ts';
import { scrape } from '../testing/test-metrics.ts';
import { openTestOperator } from '../testing/test-operator.ts';
import { ISSUER, servedBy, testProvider } from '../testing/test-provider.ts';
import { startTestService, validPayin } from '../testing/test-service.ts';
import { manualTimers } from '../testing/test-timers.ts';
import { toText } from './print.ts';

const AMOUNT = 10_000;
const PAID = 9_999;
const LESS: KnownPayment = { kind: 'paid', amount: PAID };
const DONE: KnownRefund = { kind: 'done', externalId: 'dev-1' };
const REFUSED: KnownRefund = { kind: 'refused', reason: 'the account is closed' };
const RETURN = 'underpaid return';

/** An issuer of PIX; null: it says nothing. `asked`: the ids and centavos it was to give back. */
function fakeIssuer() {
  const issuer = {
    known: null as KnownPayment | null,
    answers: null as RefundAnswer | null,
    knows: null as KnownRefund | null,
    refunds: true,
    asked: [] as [string, number][],
  };
  const payments = (): PaymentIssuer => ({
    capabilities: { refund: issuer.refunds ? ['PIX'] : [] },
    ...ISSUER,
    async findPayment() {
      if (issuer.known === null) throw new Error('no answer');
      return issuer.known;
    },
    async refund({ refundId, amount }) {
      issuer.asked.push([refundId, amount]);
      if (issuer.answers === null) throw new Error('the line was cut');
      return issuer.answers;
    },
    async findRefund() {
      if (issuer.knows === null) throw new Error('no answer');
      return issuer.knows;
    },
  });
  return { issuer, provider: () => testProvider({ name: 'fake', payments: payments() }) };
}

describe.each(testDatabases())('payins paid with too little, on $engine', STORY, (database) => {
  const { issuer, provider } = fakeIssuer();
  const HOUR_MS = 60 * 60_000;
  let time = Date.now();
  const db = opened(database.openEmpty);
  // Nothing but the test looks at what waits.
  const service = opened(() =>
    startTestService({ db, timers: manualTimers().timers, provider: provider() }),
  );
  const operator = opened(() => openTestOperator(db));
  beforeAll(() => {
    operator.services.providers = {
      route: async () => [provider()],
      isRouted: async () => true,
      find: async () => provider(),
    };
  });
  beforeEach(() => {
    Object.assign(issuer, { known: LESS, answers: DONE, knows: null, refunds: true, asked: [] });
  });

  /** One whose issuer has told that too little came in. */
  const underpaid = async (company = 'no3ds') => {
    const webhookUrl = 'https://example.com/hook';
    const order = validPayin({ paymentMethod: 'PIX', amount: AMOUNT, webhookUrl });
    const { id } = (await service.post(company, '/payin', order)).body;
    await followPayment({ companyId: company, reference: id }, operator.services);
    return String(id);
  };
  const read = async (id: string, company = 'no3ds') =>
    (await service.get(company, `/payin/${id}`)).body;
  const eventsOf = (id: string) => listEvents(service.baseUrl, { id, account: 'no3ds' });
  const waiting = async () => (await operator.rows('underpaid list')).map(({ payin }) => payin);
  const pollLater = async () => {
    time = Math.max(time, Date.now()) + HOUR_MS;
    const services = { ...operator.services, now: () => new Date(time) };
    await reverseOrphans(await operator.account('no3ds'), services);
  };
  const gauge = async () =>
    (await scrape(service)).find(({ name }) => name === 'payins_underpaid')?.value;

  it('are listed and counted with what was asked for and what came, and nothing of who paid', async () => {
    const before = (await gauge()) ?? Number.NaN;
    const payin = await underpaid('cardonfile');
    const answer = await operator.run('underpaid list', { company: 'cardonfile' });
    expect(answer.content).toEqual({
      rows: [
        {
          company: 'cardonfile',
          payin,
          reference: (await read(payin, 'cardonfile')).referenceId,
          method: 'PIX',
          asked: AMOUNT,
          paid: PAID,
          provider: expect.any(String),
          since: expect.stringMatching(/Z$/),
        },
      ],
    });
    expect(toText(answer)).not.toMatch(/Souza|52998224725/i);
    expect(await gauge()).toBe(before + 1);
    expect(await operator.rows('underpaid list', { company: 'no3ds' })).toEqual([]);
    await operator.run(RETURN, { payin });
    expect(await gauge()).toBe(before);
  });

  it('are given back once by name, fail, and tell the merchant both in order', async () => {
    const payin = await underpaid();
    const record = await operator.record(RETURN, { payin });
    expect(record).toEqual({
      payin,
      status: 'FAILED',
      reversal: expect.stringMatching(/^[0-9a-f]{32}$/),
      provider: 'fake',
      amount: PAID,
      state: 'done',
      todo: 'nothing: it has gone back',
    });
    expect(issuer.asked).toEqual([[record.reversal, PAID]]);
    expect(await read(payin)).toMatchObject({ status: 'FAILED', amount: AMOUNT, netAmount: null });
    expect(await eventsOf(payin)).toEqual(['payin.failed', 'payin.reversed']);
    const subjects = { payin, reversal: record.reversal, provider: 'fake', amount: PAID };
    expect(await operator.audit('no3ds', 2)).toMatchObject([
      { actor: 'service', action: 'charge.reverse', subjects, result: 'done' },
      { actor: 'ana', action: RETURN, subjects, result: 'done' },
    ]);
    expect([await waiting(), await operator.rows('orphan list')]).toEqual([[], []]);
    expect(await disagreementOf(db)).toBeNull();

    expect(await operator.refusal(RETURN, { payin })).toEqual(['ILLEGAL_TRANSITION']);
    await pollLater();
    expect(issuer.asked).toHaveLength(1);
  });

  it('give back what their bank has not returned, and nothing where all has gone', async () => {
    const back = { id: 'D1', amount: 1_000, nature: 'med_fraud' } as const;
    const payins = [await underpaid(), await underpaid()];
    issuer.known = { ...LESS, returns: [back] };
    const one = await operator.record(RETURN, { payin: payins[0] ?? '' });
    issuer.known = { ...LESS, returns: [{ ...back, amount: PAID }] };
    const other = await operator.record(RETURN, { payin: payins[1] ?? '' });
    expect([one, other]).toMatchObject([
      { amount: PAID - 1_000, state: 'done' },
      { amount: 0, state: 'done' },
    ]);
    expect(issuer.asked.map(([, amount]) => amount)).toEqual([PAID - 1_000]);
    expect(await eventsOf(payins[1] ?? '')).toEqual(['payin.failed']);
  });

  it('are given back once where two ask for it at once', async () => {
    const payin = await underpaid();
    const another = await openTestOperator(db);
    another.services.providers = operator.services.providers;
    const tries = [operator, operator, another].map((one) =>
      one.run(RETURN, { payin }).then(
        () => 'done',
        (error: { code: string }) => error.code,
      ),
    );
    const ends = await Promise.all(tries);
    expect(ends.filter((one) => one === 'done')).toHaveLength(1);
    expect(ends.every((one) => ['done', 'IN_PROGRESS', 'ILLEGAL_TRANSITION'].includes(one))).toBe(
      true,
    );
    expect(issuer.asked).toHaveLength(1);
    expect(await eventsOf(payin)).toEqual(['payin.failed', 'payin.reversed']);
  });

  it('are not asked for again where somebody slower watches what has gone back', async () => {
    const payin = await underpaid();
    const before = await operator.services.payins.find('no3ds', payin);
    if (before === null) throw new Error('the payin is not there');
    await operator.run(RETURN, { payin });
    await watchPayin(before, operator.services);
    issuer.knows = { kind: 'not_found' };
    await pollLater();
    expect(issuer.asked).toHaveLength(1);
    expect(await eventsOf(payin)).toEqual(['payin.failed', 'payin.reversed']);
    const watched = await operator.services.payins.listWatched('no3ds', new Date(time + HOUR_MS));
    expect(watched.map(({ id }) => id)).not.toContain(payin);
  });

  it.each<[string, KnownPayment | null, string]>([
    ['nothing has come in', { kind: 'open' }, 'ILLEGAL_TRANSITION'],
    ['all has come in since', { kind: 'paid', amount: AMOUNT }, 'ILLEGAL_TRANSITION'],
    ['the issuer does not say how much', { kind: 'paid' }, 'ILLEGAL_TRANSITION'],
    ['the issuer does not answer', null, 'PROVIDER_ERROR'],
  ])('are not given back where %s', async (_name, known, code) => {
    const payin = await underpaid();
    issuer.known = known;
    expect(await operator.refusal(RETURN, { payin })).toEqual([code]);
    expect(issuer.asked).toEqual([]);
    expect((await read(payin)).status).toBe('PENDING');
    expect(await operator.audit('no3ds')).toMatchObject([
      { action: RETURN, subjects: { payin }, result: 'refused', code },
    ]);
    issuer.known = LESS;
    expect((await operator.record(RETURN, { payin })).state).toBe('done');
  });

  it.each([
    ['a payin that is not there', 'pay_no3ds_AAAAAAAAAAAAAAAAAAAAAA'],
    ['a company that is not there', 'pay_nobody_AAAAAAAAAAAAAAAAAAAAAA'],
  ])('are not given back for %s', async (_name, payin) => {
    expect(await operator.refusal(RETURN, { payin })).toEqual(['NOT_FOUND', 'payin']);
  });

  it("are not found under another company's name", async () => {
    const payin = await underpaid();
    const foreign = payin.replace('no3ds', 'cardonfile');
    expect(await operator.refusal(RETURN, { payin: foreign })).toEqual(['NOT_FOUND', 'payin']);
    expect(await waiting()).toEqual([payin]);
    await operator.run(RETURN, { payin });
  });

  it('are handed to the operator where the issuer refuses to give back', async () => {
    const payin = await underpaid();
    issuer.answers = REFUSED;
    const record = await operator.record(RETURN, { payin });
    expect(record).toMatchObject({ status: 'FAILED', state: 'by_hand' });
    expect(record.todo).toMatch(/orphan mark-returned/);
    expect(await eventsOf(payin)).toEqual(['payin.failed']);
    await pollLater();
    expect(issuer.asked).toHaveLength(1);
    expect(await operator.rows('orphan list')).toMatchObject([
      { payin, amount: PAID, state: 'by_hand' },
    ]);
    await operator.run('orphan mark-returned', { payin, 'acquirer-reference': 'E-77' });
    expect(await eventsOf(payin)).toEqual(['payin.failed', 'payin.reversed']);
    expect(await operator.rows('orphan list')).toEqual([]);
  });

  it('are handed to the operator where the issuer has no call for giving back', async () => {
    const payin = await underpaid();
    issuer.refunds = false;
    expect(await operator.record(RETURN, { payin })).toMatchObject({ state: 'by_hand' });
    expect(issuer.asked).toEqual([]);
    await operator.run('orphan mark-returned', { payin, 'acquirer-reference': 'E-78' });
    expect(await eventsOf(payin)).toEqual(['payin.failed', 'payin.reversed']);
  });

  it('are asked for again under one id until the issuer has given them back', async () => {
    const payin = await underpaid();
    issuer.answers = null;
    const record = await operator.record(RETURN, { payin });
    expect(record).toMatchObject({ state: 'open' });
    await pollLater();
    issuer.knows = { kind: 'processing' };
    await pollLater();
    expect(issuer.asked).toHaveLength(1);
    issuer.knows = { kind: 'not_found' };
    await pollLater();
    expect(issuer.asked).toEqual([
      [record.reversal, PAID],
      [record.reversal, PAID],
    ]);
    expect(await operator.rows('orphan list')).toMatchObject([{ payin, state: 'open' }]);
    issuer.knows = DONE;
    await pollLater();
    expect(await eventsOf(payin)).toEqual(['payin.failed', 'payin.reversed']);
    expect(await operator.rows('orphan list')).toEqual([]);
    expect(await disagreementOf(db)).toBeNull();
  });

  it('neither expire nor are cancelled while what came in is not given back', async () => {
    const payin = await underpaid();
    expect(await operator.refusal('payin cancel', { payin })).toEqual(['ILLEGAL_TRANSITION']);
    const later = new Date(Date.now() + 2 * HOUR_MS);
    await expirePayments(await operator.account('no3ds'), {
      ...operator.services,
      now: () => later,
    });
    expect(await waiting()).toEqual([payin]);
    await operator.run(RETURN, { payin });
    expect(await waiting()).toEqual([]);
  });

  it('leave the list where the whole amount has come in', async () => {
    const payin = await underpaid();
    issuer.known = { kind: 'paid', amount: AMOUNT };
    await followPayment({ companyId: 'no3ds', reference: payin }, operator.services);
    expect([(await read(payin)).status, await waiting()]).toEqual(['APPROVED', []]);
    expect(await operator.refusal(RETURN, { payin })).toEqual(['ILLEGAL_TRANSITION']);
  });

  it('stay where the credentials of their provider are gone', async () => {
    const payin = await underpaid();
    operator.services.providers = { ...servedBy(provider()), find: async () => null };
    expect(await operator.refusal(RETURN, { payin })).toEqual(['PROVIDER_ERROR']);
    expect(await waiting()).toEqual([payin]);
  });
});
