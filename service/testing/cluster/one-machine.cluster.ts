import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import { postgresTestDatabase } from '../test-db.ts';
import { holdWebhooks } from '../test-held-webhooks.ts';
import type { TestService } from '../test-service.ts';
import {
  basic,
  newReference,
  send,
  startTestService,
  validPayin,
  validPayout,
} from '../test-service.ts';
import { manualTimers } from '../test-timers.ts';
import { hearStatements, placesOf, tasksOf } from './heard-statements.ts';

const ACCOUNT = 'no3ds';

/** What delivers events, and how an event ends, goes through the coordinator; no call waits for it. */
const DELIVERY = ['webhook_delivered', 'webhook_failed', 'webhook_undelivered'];

describe('each statement of a call', () => {
  const { timers } = manualTimers();
  const { sendWebhook, release } = holdWebhooks();
  let db: Db;
  let heard: ReturnType<typeof hearStatements>;
  let service: TestService;

  beforeAll(async () => {
    db = await postgresTestDatabase.openMigrated();
    heard = hearStatements(db);
    service = await startTestService({ db: heard.db, timers, sendWebhook });
    heard.said.clear();
  });
  afterAll(async () => {
    release();
    await service?.stop();
  });

  const call = async (path: string, body?: unknown, expected = body === undefined ? 200 : 201) => {
    const answer = await send(`${service.baseUrl}${path}`, {
      headers: {
        ...basic(ACCOUNT),
        ...(body === undefined ? {} : { 'idempotency-key': newReference() }),
      },
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status, answer.text).toBe(expected);
    return answer.body;
  };
  const payin = (paymentMethod: string) => validPayin({ paymentMethod });

  it('is one task of one machine, the approval of a card among them', async () => {
    const paid = await call('/payin', validPayin({ webhookUrl: 'https://shop.example/webhooks' }));
    expect(paid.status).toBe('APPROVED');
    for (const method of ['PIX', 'BOLETO']) await call('/payin', payin(method));
    await call('/payin', { ...payin('OPEN_FINANCE'), bankId: 'ipe' });
    await call(`/payin/${paid.id}/refund`, { referenceId: newReference(), amount: 1_000 });
    const out = await call('/payout', validPayout());
    const reads = [`/payin/${paid.id}`, `/payout/${out.id}`, '/payin', '/payout', '/balance'];
    for (const path of [...reads, '/balance/statement', '/whoami']) await call(path);
    const names = [...heard.said.values()].map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['payin_move', 'refund_end', 'payouts_insert']));
    expect(names.length).toBeGreaterThan(40);

    const ofCalls = [...heard.said.values()].filter(({ name }) => !DELIVERY.includes(name));
    const { routed, elsewhere } = await placesOf(ofCalls, db);
    expect(routed).toBeGreaterThan(25);
    expect(elsewhere).toEqual([]);
  });

  it.each([
    ['SELECT count(*) AS count FROM payins', [8]],
    ["SELECT id FROM payins WHERE company_id = 'one'", [1]],
    [
      `WITH few AS MATERIALIZED (SELECT id FROM payins LIMIT 3)
        SELECT o.id FROM payouts o JOIN few USING (id)`,
      [8, 8],
    ],
    ['SELECT count(*) AS count FROM webhook_outbox', []],
  ])('is counted right: %s', async (text, tasks) => {
    expect(await tasksOf({ name: '', text, values: [] }, db)).toEqual(tasks);
  });
});
