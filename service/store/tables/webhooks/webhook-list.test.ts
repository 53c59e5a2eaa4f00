import { beforeEach, describe, expect, it } from 'vitest';
import type { EventFilter } from '../../../domain/webhooks/webhook-list.ts';
import type { KeptAttempt, WebhookStore } from '../../../domain/webhooks/webhook-outbox.ts';
import { receiverOf } from '../../../domain/webhooks/webhook-outbox.ts';
import { openedForEach } from '../../../testing/opened.ts';
import { sql } from '../../../testing/sql.ts';
import { statementDatabases } from '../../../testing/test-db.ts';
import { createWebhookStore } from './webhook.ts';
import { createWebhookListStore } from './webhook-list.ts';

const COMPANY = 'acme';
const URL_OF_RECEIVER = 'https://loja.example/webhooks';
const START = Date.UTC(2030, 0, 1);
const ALL: EventFilter = {
  event: null,
  status: null,
  transactionId: null,
  from: null,
  until: null,
  after: null,
  limit: 100,
};

describe.each(statementDatabases())('the list of events on $engine', (database) => {
  let webhooks: WebhookStore;
  let lists: ReturnType<typeof createWebhookListStore>;

  const db = openedForEach(database.openMigrated);
  beforeEach(() => {
    webhooks = createWebhookStore(db);
    lists = createWebhookListStore(db);
  });

  /** Written that many minutes after the start. */
  const add = (id: string, minute = 0, change: { companyId?: string; event?: string } = {}) => {
    const { companyId = COMPANY, event = 'payin.approved' } = change;
    return db.transaction((tx) =>
      webhooks.append(tx, companyId, new Map(), [
        {
          id,
          companyId,
          transactionId: `pay_${id}`,
          event,
          url: URL_OF_RECEIVER,
          body: `{"id":"${id}"}`,
          receiver: receiverOf(companyId, URL_OF_RECEIVER),
          createdAt: new Date(START + minute * 60_000),
        },
      ]),
    );
  };
  const claimedOf = (id: string) => ({
    companyId: COMPANY,
    id,
    event: 'payin.approved',
    transactionId: 'pay_one_1',
    url: URL_OF_RECEIVER,
    body: '{}',
    receiver: receiverOf(COMPANY, URL_OF_RECEIVER),
    failures: 0,
    traceparent: null,
    owner: 'owner',
  });
  const attempt = (change: Partial<KeptAttempt> = {}): KeptAttempt => ({
    at: new Date(START).toISOString(),
    outcome: 'HTTP_500',
    durationMs: 12,
    signatures: 1,
    answer: 'no',
    ...change,
  });
  const giveUp = async (id: string) => {
    await sql(db)`UPDATE webhook_outbox SET lease_owner = 'owner'
      WHERE company_id = ${COMPANY} AND event_id = ${id}`;
    await webhooks.undelivered({ claimed: claimedOf(id), attempt: attempt() });
  };
  const idsOf = async (filter: Partial<EventFilter>) =>
    (await lists.page(COMPANY, { ...ALL, ...filter })).map(({ id }) => id);

  it('is read newest first, page by page, without a gap or a repeat', async () => {
    // Some at the same moment.
    for (const [index, id] of ['a', 'b', 'c', 'd', 'e'].entries()) await add(id, index >> 1);
    const seen: string[] = [];
    let after: EventFilter['after'] = null;
    for (;;) {
      const page = await lists.page(COMPANY, { ...ALL, after, limit: 2 });
      seen.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (last === undefined) break;
      after = { createdAt: last.createdAt, id: last.id };
    }
    expect(seen).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  it('is narrowed by type, state, transaction and period', async () => {
    await add('a', 0, { event: 'payout.completed' });
    await add('b', 1);
    await add('c', 2);
    await webhooks.delivered({
      claimed: claimedOf('b'),
      attempt: attempt({ outcome: 'HTTP_204' }),
    });
    await giveUp('c');
    expect(await idsOf({ event: 'payout.completed' })).toEqual(['a']);
    expect(await idsOf({ status: 'PENDING' })).toEqual(['a']);
    expect(await idsOf({ status: 'DELIVERED' })).toEqual(['b']);
    expect(await idsOf({ status: 'UNDELIVERED' })).toEqual(['c']);
    expect(await idsOf({ transactionId: 'pay_b' })).toEqual(['b']);
    const minute = (at: number) => new Date(START + at * 60_000);
    expect(await idsOf({ from: minute(1) })).toEqual(['c', 'b']);
    expect(await idsOf({ until: minute(1) })).toEqual(['b', 'a']);
    expect(await idsOf({ from: minute(1), until: minute(1), status: 'PENDING' })).toEqual([]);
  });

  it('has the last attempt of each event', async () => {
    await add('a');
    expect(await lists.page(COMPANY, ALL)).toMatchObject([{ attempts: 0, lastAttempt: null }]);
    await webhooks.failed({ claimed: claimedOf('a'), attempt: attempt() }, new Date(START));
    const timeout = attempt({ outcome: 'TIMEOUT', answer: null });
    await webhooks.failed({ claimed: claimedOf('a'), attempt: timeout }, new Date(START));
    expect(await lists.page(COMPANY, ALL)).toMatchObject([
      { attempts: 2, lastAttempt: { at: attempt().at, outcome: 'TIMEOUT' } },
    ]);
  });

  it('shows one event with what was sent and every answer', async () => {
    await add('a');
    const failure = attempt({ answer: '<script>alert(1)</script>' });
    await webhooks.failed({ claimed: claimedOf('a'), attempt: failure }, new Date(START));
    const success = attempt({ outcome: 'HTTP_200', answer: '', signatures: 2 });
    await webhooks.delivered({ claimed: claimedOf('a'), attempt: success });
    expect(await lists.detail(COMPANY, 'a')).toMatchObject({
      id: 'a',
      status: 'DELIVERED',
      url: URL_OF_RECEIVER,
      body: '{"id":"a"}',
      attemptCount: 2,
      attempts: [
        { number: 2, ...success },
        { number: 1, ...failure },
      ],
    });
  });

  it('keeps the newest fifty attempts of an event', async () => {
    await add('a');
    for (let made = 0; made < 53; made += 1) {
      await webhooks.failed({ claimed: claimedOf('a'), attempt: attempt() }, new Date(START));
    }
    const detail = await lists.detail(COMPANY, 'a');
    expect(detail?.attemptCount).toBe(53);
    const numbers = detail?.attempts.map(({ number }) => number) ?? [];
    expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([50, 53, 4]);
  });

  it('forgets the attempts with their event', async () => {
    await add('a');
    await giveUp('a');
    const before = new Date(START + 1);
    await webhooks.forgetFinished(COMPANY, {
      deliveredBefore: before,
      undeliveredBefore: before,
      limit: 10,
    });
    const left = await db.query({ name: '', text: 'SELECT 1 FROM webhook_attempts', values: [] });
    expect(left).toEqual([]);
  });

  it('counts and sends again what was given up in a period, the oldest first', async () => {
    for (const [minute, id] of ['a', 'b', 'c'].entries()) {
      await add(id, minute);
      await giveUp(id);
    }
    await add('d', 1);
    await add('e', 1, { companyId: 'other' });
    const period = { from: null, until: new Date(START + 60_000) };
    expect(await lists.countUndelivered(COMPANY, period, 10)).toBe(2);
    expect(await lists.countUndelivered(COMPANY, period, 1)).toBe(1);
    const resend = (limit: number) =>
      db.transaction((tx) =>
        lists.resendUndelivered(tx, COMPANY, { period, limit, now: new Date(START) }),
      );
    expect(await resend(1)).toBe(1);
    expect(await idsOf({ status: 'UNDELIVERED' })).toEqual(['c', 'b']);
    expect(await resend(10)).toBe(1);
    expect(await resend(10)).toBe(0);
    expect(await idsOf({ status: 'UNDELIVERED' })).toEqual(['c']);
    expect(await idsOf({ status: 'PENDING' })).toEqual(['d', 'b', 'a']);
  });
});
