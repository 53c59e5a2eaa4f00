import { describe, expect, it } from 'vitest';
import { opened } from '../testing/opened.ts';
import { testDatabases } from '../testing/test-db.ts';
import { listEvents } from '../testing/test-killed-service.ts';
import { scrape } from '../testing/test-metrics.ts';
import { openTestOperator } from '../testing/test-operator.ts';
import { payinWithCard, startTestService } from '../testing/test-service.ts';
import { manualTimers } from '../testing/test-timers.ts';

const [EMBEDDED] = testDatabases();
if (EMBEDDED === undefined) throw new Error('there is no database to test on');
const DOCUMENT = { document: 'OF-2026-118' };
const MED = { nature: 'med_fraud', reference: 'MED-1', ...DOCUMENT };
const LAST_DAY = '2026-12-02T02:59:59.000Z';

describe('money that a provider takes back, entered by an operator', () => {
  const db = opened(EMBEDDED.openEmpty);
  const service = opened(() => startTestService({ db, timers: manualTimers().timers }));
  const operator = opened(() => openTestOperator(db));

  const pay = async () => {
    const body = { ...payinWithCard({}), webhookUrl: 'https://example.com/hook' };
    const paid = await service.post('no3ds', '/payin', body);
    return String(paid.body.id);
  };
  const available = async () =>
    Number((await operator.record('balance show', { company: 'no3ds' })).available);
  const eventsOf = (id: string) => listEvents(service.baseUrl, { id, account: 'no3ds' });

  /** Does each command in turn, and tells what it left; the ledger agrees after each. */
  async function tell(payin: string, steps: readonly [string, Record<string, string>][]) {
    const before = await available();
    const left: unknown[][] = [];
    for (const [command, options] of steps) {
      const row = await operator.record(`payin ${command}`, { payin, ...options });
      left.push([
        row.status,
        row.dispute,
        row.disputed,
        row.refunded,
        (await available()) - before,
      ]);
      expect(await operator.run('reconcile')).toMatchObject({ isBad: false });
    }
    return left;
  }

  it.each([
    {
      name: 'a dispute of a part is won',
      steps: [
        ['dispute', { ...MED, amount: '4000' }],
        ['end-dispute', { outcome: 'won', ...DOCUMENT }],
      ],
      left: [
        ['MED', 'open', 4_000, 0, -4_000],
        ['APPROVED', 'won', 0, 0, 0],
      ],
      events: ['payin.med', 'payin.approved'],
    },
    {
      name: 'a dispute of all is lost, and comes back as a return of its own',
      steps: [
        ['dispute', { ...MED, nature: 'chargeback' }],
        ['end-dispute', { outcome: 'lost', ...DOCUMENT }],
        ['return', { ...MED, nature: 'chargeback', reference: 'RET-1' }],
      ],
      left: [
        ['CHARGEBACK', 'open', 10_000, 0, -10_000],
        ['CHARGEBACK', 'lost', 10_000, 0, -10_000],
        ['CHARGEBACK', 'lost', 0, 10_000, -10_000],
      ],
      events: ['payin.chargeback', 'payin.chargeback'],
    },
    {
      name: 'a return of a dispute does not stand, and the dispute is won after all',
      steps: [
        ['dispute', { ...MED, amount: '4000' }],
        ['return', { ...MED, reference: 'RET-2', amount: '3000' }],
        ['undo-return', { reference: 'RET-2', ...DOCUMENT }],
        ['end-dispute', { outcome: 'won', ...DOCUMENT }],
      ],
      left: [
        ['MED', 'open', 4_000, 0, -4_000],
        ['MED', 'open', 1_000, 3_000, -4_000],
        ['MED', 'open', 4_000, 0, -4_000],
        ['APPROVED', 'won', 0, 0, 0],
      ],
      events: ['payin.med', 'payin.med', 'payin.refund_failed', 'payin.approved'],
    },
    {
      name: 'the acquirer reverses a part, and takes that back',
      steps: [
        ['return', { ...MED, nature: 'acquirer', amount: '2500' }],
        ['undo-return', { reference: 'MED-1', ...DOCUMENT }],
      ],
      left: [
        ['REFUNDED', null, 0, 2_500, -2_500],
        ['APPROVED', null, 0, 0, 0],
      ],
      events: ['payin.refunded', 'payin.approved'],
    },
  ] satisfies {
    name: string;
    steps: [string, Record<string, string>][];
    left: unknown[][];
    events: string[];
  }[])('$name; each command again leaves it as it is', async ({ steps, left, events }) => {
    const payin = await pay();
    const twice = steps.flatMap((step) => [step, step]);
    expect(await tell(payin, twice)).toEqual(left.flatMap((row) => [row, row]));
    expect((await eventsOf(payin)).slice(-events.length)).toEqual(events);
  });

  it('keeps the paper in the log, and the day in the event', async () => {
    const payin = await pay();
    const options = { payin, ...MED, amount: '4000', 'answer-by': '2026-12-01' };
    expect(await operator.record('payin dispute', options)).toMatchObject({ answerBy: LAST_DAY });
    expect(await operator.audit('no3ds')).toMatchObject([
      {
        action: 'payin dispute',
        subjects: { payin, ...MED, amount: 4_000, 'answer-by': '2026-12-01' },
        result: 'done',
      },
    ]);
    const text = `SELECT body FROM webhook_events WHERE transaction_id = $1 AND event = 'payin.med'`;
    const bodies = await db.query<{ body: string }>({ name: '', text, values: [payin] });
    expect(bodies.map(({ body }) => JSON.parse(body).dispute)).toEqual([
      { amount: 4_000, nature: 'med_fraud', answerBy: LAST_DAY },
    ]);
  });

  it('counts what is open, its first day, and what is owed, in the metrics', async () => {
    const read = async () =>
      new Map((await scrape(service)).map(({ name, value }) => [name, value] as const));
    const answerBy = 'payins_disputed_answer_by_timestamp_seconds';
    const before = await read();
    const payin = await pay();
    const options = { payin, ...MED, 'answer-by': '2026-11-27' };
    await operator.run('payin dispute', options);
    const after = await read();
    expect((after.get('payins_disputed') ?? 0) - (before.get('payins_disputed') ?? 0)).toBe(1);
    expect(after.get(answerBy)).toBe(Date.parse('2026-11-28T02:59:59Z') / 1000);
    expect([after.get('companies_in_debt'), after.get('companies_debt_centavos')]).toEqual([0, 0]);
  });

  it.each([
    ['dispute', { ...MED, amount: '3999' }, ['INVALID_DATA', 'amount']],
    ['dispute', { ...MED, nature: 'chargeback' }, ['INVALID_DATA', 'nature']],
    ['dispute', { ...MED, reference: 'MED-2' }, ['ILLEGAL_TRANSITION']],
    ['dispute', { ...MED, nature: 'elsewhere' }, ['INVALID_DATA', 'nature']],
    ['return', { ...MED, reference: 'RET-3', amount: '1999' }, ['INVALID_DATA', 'amount']],
    ['return', { ...MED, reference: 'RET-4', amount: '10001' }, ['INVALID_DATA', 'amount']],
    ['undo-return', { reference: 'MED-9', ...DOCUMENT }, ['INVALID_DATA', 'reference']],
    ['end-dispute', { outcome: 'drawn', ...DOCUMENT }, ['INVALID_DATA', 'outcome']],
  ])('refuses %s with %o, and nothing moves', async (command, options, refusal) => {
    const payin = await pay();
    await operator.run('payin dispute', { payin, ...MED, amount: '4000' });
    await operator.run('payin return', { payin, ...MED, reference: 'RET-3', amount: '2000' });
    const before = await available();
    expect(await operator.refusal(`payin ${command}`, { payin, ...options })).toEqual(refusal);
    expect(await available()).toBe(before);
  });

  it('takes no dispute that nobody knows, and no return undone before for another', async () => {
    const payin = await pay();
    const ended = { payin, outcome: 'won', ...DOCUMENT };
    expect(await operator.refusal('payin end-dispute', ended)).toEqual(['ILLEGAL_TRANSITION']);
    await operator.run('payin return', { payin, ...MED });
    await operator.run('payin undo-return', { payin, reference: 'MED-1', ...DOCUMENT });
    const again = await operator.refusal('payin return', { payin, ...MED });
    expect(again).toEqual(['INVALID_DATA', 'reference']);
  });
});
