/**
 * @module-tag rare
 * @module-tag minutes
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookStore } from '../../store/tables/webhooks/webhook.ts';
import { opened } from '../../testing/opened.ts';
import type { Cost } from '../../testing/test-counted-db.ts';
import { countedDb } from '../../testing/test-counted-db.ts';
import { statementDatabases } from '../../testing/test-db.ts';
import { holdWebhooks } from '../../testing/test-held-webhooks.ts';
import type { Answer, TestService } from '../../testing/test-service.ts';
import {
  basic,
  newReference,
  send,
  startTestService,
  VALID_CARD,
  validPayin,
  validPayout,
} from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';

/** Rows of each table that orders fill. */
const FEW = 1_000;
const MANY = 100_000;
/** For a statement that fills a table; far more than it takes on a busy machine. */
const DEADLINE_MS = 250_000;
const ACCOUNT = 'no3ds';
/** The embedded engine works in this process: while it fills tables, kept connections run out. */
const ONCE = { connection: 'close' };
const NOW = new Date('2027-01-05T12:00:00Z');
/** What delivers events meanwhile is no part of a call. */
const DELIVERY = ['webhook_claim', 'webhook_read_claimed', 'webhook_signing_find'];
/** Its answer tells how many payouts there are, and an engine counts rows by reading them. */
const COUNTING = 'GET /payout';
/** Entries of an index to row versions that are gone; a few more hits in one window of a limit. */
const ROWS_OF_CHANCE = 50;
const BYTES_OF_CHANCE = 200;

/** What is not the same in copy `n` of a row `t`, by table; where two rows may not be the same. */
const COPIES: { [table: string]: { [column: string]: string } } = {
  payins: {
    id: "t.id || '-' || n",
    reference_id: "t.reference_id || '-' || n",
    boleto_id: "t.boleto_id || '-' || n",
    created_at: "t.created_at - n * interval '30 seconds'",
  },
  refunds: {
    id: "t.id || '-' || n",
    payin_id: "t.payin_id || '-' || n",
    reference_id: "t.reference_id || '-' || n",
  },
  payouts: {
    id: "t.id || '-' || n",
    reference_id: "t.reference_id || '-' || n",
    created_at: "t.created_at - n * interval '30 seconds'",
  },
  ledger_transactions: { source_id: "t.source_id || '-' || n", sequence: 't.sequence + n * 1000' },
  ledger_entries: { source_id: "t.source_id || '-' || n" },
  webhook_events: {
    id: "t.id || '-' || n",
    transaction_id: "t.transaction_id || '-' || n",
    created_at: "t.created_at - n * interval '30 seconds'",
  },
  webhook_outbox: {
    event_id: "t.event_id || '-' || n",
    transaction_id: "t.transaction_id || '-' || n",
  },
  idempotency_keys: { key_hash: "t.key_hash || convert_to('-' || n, 'UTF8')" },
  card_tokens: { token_hash: "t.token_hash || convert_to('-' || n, 'UTF8')" },
  provider_state: { key: "t.key || '-' || n" },
};

describe.each(statementDatabases())('what a call takes of the database, on $engine', (database) => {
  const { timers } = manualTimers();
  const { sendWebhook, release } = holdWebhooks();
  let counted: ReturnType<typeof countedDb>;
  let service: TestService;
  const few = new Map<string, Cost>();
  const many = new Map<string, Cost>();

  const plain = opened(database.openEmpty);
  beforeAll(async () => {
    counted = countedDb(plain);
    service = await startTestService({ db: counted.db, timers, now: () => NOW, sendWebhook });
    // Once, so that there is a row to copy of each table and what is read once has been read.
    for (const measure of Object.values(calls)) await measure();
    await fillTo(FEW);
    for (const [name, measure] of Object.entries(calls)) few.set(name, await measure());
    await fillTo(MANY);
    for (const [name, measure] of Object.entries(calls)) many.set(name, await measure());
  });
  afterAll(async () => {
    release();
    await service.stop();
  });

  async function fillTo(rows: number): Promise<void> {
    for (const [table, changed] of Object.entries(COPIES)) {
      const [{ have } = { have: 0 }] = await run<{ have: number }>(
        `SELECT count(*) AS have FROM ${table}`,
      );
      expect(have, `rows of ${table} to copy`).toBeGreaterThan(0);
      const columns = await run<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute
          WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped
          ORDER BY attnum`,
      );
      const names = columns.map(({ name }) => name);
      const values = names.map((name) => changed[name] ?? `t.${name}`);
      // Made anew afterwards, which takes a fraction of keeping them right row by row.
      const indexes = await run<{ name: string; made: string }>(
        `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS made FROM pg_index
          WHERE indrelid = '${table}'::regclass AND NOT indisprimary
            AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)`,
      );
      const statements = [
        ...indexes.map(({ name }) => `DROP INDEX ${name}`),
        `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')}
          FROM (SELECT * FROM ${table} LIMIT 1) t, generate_series(${have + 1}, ${rows}) n`,
        ...indexes.map(({ made }) => made),
        `ANALYZE ${table}`,
      ];
      // A statement of a call may not take as long.
      await plain.session(
        async (session) => {
          for (const text of statements) await session.query({ name: '', text, values: [] });
        },
        { deadlineMs: DEADLINE_MS },
      );
    }
  }
  function run<Row>(text: string) {
    return plain.query<Row>({ name: '', text, values: [] });
  }

  const call = async (path: string, body?: unknown, expected = body === undefined ? 200 : 201) => {
    const answer = await send(`${service.baseUrl}${path}`, {
      headers: {
        ...basic(ACCOUNT),
        ...ONCE,
        ...(body === undefined ? {} : { 'idempotency-key': newReference() }),
      },
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status, answer.text).toBe(expected);
    return answer;
  };
  const costOf = (act: () => Promise<Answer>) => counted.costOf(act, DELIVERY);
  const withEvents = { webhookUrl: 'https://shop.example/webhooks' };
  const payin = (paymentMethod: string) => validPayin({ paymentMethod, ...withEvents });
  const payCard = () => call('/payin', validPayin(withEvents));
  const payOut = () => call('/payout', validPayout());
  const token = () => ({
    amount: 10_000,
    installments: 1,
    referenceId: newReference(),
    card: VALID_CARD,
  });

  const calls: { [name: string]: () => Promise<Cost> } = {
    'POST /payin by card': () => costOf(payCard),
    'POST /payin by PIX': () => costOf(() => call('/payin', payin('PIX'))),
    'POST /payin by boleto': () => costOf(() => call('/payin', payin('BOLETO'))),
    'POST /sandbox/payins/{id}/pay': async () => {
      const { body } = await call('/payin', payin('PIX'));
      return costOf(() => call(`/sandbox/payins/${body.id}/pay`, {}, 200));
    },
    'GET /payin/{id}': async () => {
      const { body } = await payCard();
      return costOf(() => call(`/payin/${body.id}`));
    },
    'GET /payin': () => costOf(() => call('/payin?limit=10')),
    'POST /payin/{id}/refund': async () => {
      const { body } = await payCard();
      return costOf(() => call(`/payin/${body.id}/refund`, { referenceId: newReference() }));
    },
    'POST /payout': () => costOf(payOut),
    'GET /payout/{id}': async () => {
      const { body } = await payOut();
      return costOf(() => call(`/payout/${body.id}`));
    },
    'GET /payout': () => costOf(() => call('/payout?limit=10')),
    'GET /balance': () => costOf(() => call('/balance')),
    'GET /balance/statement': () => costOf(() => call('/balance/statement?limit=10')),
    'POST /checkout/tokens': () =>
      costOf(() =>
        send(`${service.checkoutUrl}/checkout/tokens`, {
          headers: { 'x-public-key': `pk_test_${ACCOUNT}`, ...ONCE },
          body: token(),
        }),
      ),
    'POST /checkout/antifraud-sessions': () =>
      costOf(() =>
        send(`${service.checkoutUrl}/checkout/antifraud-sessions`, {
          headers: { 'x-public-key': `pk_test_${ACCOUNT}`, ...ONCE },
          body: {},
        }),
      ),
    'GET /checkout/config': () =>
      costOf(() =>
        send(`${service.checkoutUrl}/checkout/config`, {
          headers: { 'x-public-key': `pk_test_${ACCOUNT}`, ...ONCE },
        }),
      ),
    'the claim of an event': () =>
      counted.costOf(async () => {
        const claimed = await createWebhookStore(counted.db).claim({
          now: NOW,
          leaseUntil: new Date(NOW.getTime() + 1),
          owner: 'tests',
          places: { perReceiver: 5, perCompany: 5, inAll: 5 },
          held: { ofReceiver: new Map(), ofCompany: new Map() },
        });
        expect(claimed).toHaveLength(0);
      }),
  };

  const taken = (name: string, of: Map<string, Cost>) => {
    const cost = of.get(name);
    if (cost === undefined) throw new Error(`${name} was not measured`);
    return cost;
  };

  it.each(Object.keys(calls))('%s takes as much, however much else is there', (name) => {
    const [first, then] = [taken(name, few), taken(name, many)];
    expect(then.statements).toBe(first.statements);
    expect(then.rowsWritten).toBe(first.rowsWritten);
    expect(then.bytes).toBeLessThanOrEqual(first.bytes + BYTES_OF_CHANCE);
    const more = name === COUNTING ? MANY - FEW : 0;
    expect(then.rowsRead).toBeLessThanOrEqual(first.rowsRead + ROWS_OF_CHANCE + more);
  });

  it(`${COUNTING} reads what it counts, which is seen here`, () => {
    expect(taken(COUNTING, many).rowsRead).toBeGreaterThan(MANY);
  });
});
