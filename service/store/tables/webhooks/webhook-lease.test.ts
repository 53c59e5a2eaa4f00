import { beforeEach, describe, expect, it } from 'vitest';
import { DbUnavailable } from '../../../base/shared/db.ts';
import { openedForEach } from '../../../testing/opened.ts';
import { statementDatabases } from '../../../testing/test-db.ts';
import { createWebhookStore } from './webhook.ts';

const COMPANY = 'one';
const RECEIVER = 'one shop.example';
const START = Date.parse('2027-01-01T12:00:00Z');
const MINUTE = 60_000;

describe.each(statementDatabases())('an event that waits and is gone, on $engine', (database) => {
  const db = openedForEach(database.openMigrated);
  beforeEach(async () => {
    await db.transaction((tx) =>
      createWebhookStore(db).append(
        tx,
        COMPANY,
        new Map(),
        ['evt_first', 'evt_second'].map((id) => ({
          companyId: COMPANY,
          id,
          transactionId: `pay_of_${id}`,
          event: 'payin.approved' as const,
          url: 'https://shop.example/webhooks',
          body: '{}',
          receiver: RECEIVER,
          createdAt: new Date(START),
        })),
      ),
    );
  });

  let claims = 0;
  const claimAt = async (at: number, store = createWebhookStore(db)) => {
    claims += 1;
    const claimed = await store.claim({
      now: new Date(at),
      leaseUntil: new Date(at + MINUTE),
      owner: `process-${claims}`,
      places: { perReceiver: 5, perCompany: 5, inAll: 5 },
      held: { ofReceiver: new Map(), ofCompany: new Map() },
    });
    return claimed.map(({ id }) => id).sort();
  };
  const waiting = async () => {
    const text = 'SELECT event_id AS id, failures FROM webhook_outbox ORDER BY event_id';
    return db.query({ name: '', text, values: [] });
  };
  const run = (text: string) => db.query({ name: '', text, values: [] });
  const lose = () => run("DELETE FROM webhook_events WHERE id = 'evt_first'");

  it('leaves the queue when it is missed a second time, ten minutes after the first', async () => {
    await lose();
    expect(await claimAt(START)).toEqual(['evt_second']);
    const both = [
      { id: 'evt_first', failures: 1 },
      { id: 'evt_second', failures: 0 },
    ];
    expect(await waiting()).toEqual(both);
    expect(await claimAt(START + 10 * MINUTE - 1)).toEqual(['evt_second']);
    expect(await waiting()).toEqual(both);
    expect(await claimAt(START + 10 * MINUTE)).toEqual([]);
    expect(await waiting()).toEqual([{ id: 'evt_second', failures: 0 }]);
  });

  it('leaves it at once where it had been tried', async () => {
    await run("UPDATE webhook_outbox SET failures = 2 WHERE event_id = 'evt_first'");
    await lose();
    expect(await claimAt(START)).toEqual(['evt_second']);
    expect(await waiting()).toEqual([{ id: 'evt_second', failures: 0 }]);
  });

  it('is sent when it is there the second time', async () => {
    await run("UPDATE webhook_events SET id = 'evt_late' WHERE id = 'evt_first'");
    expect(await claimAt(START)).toEqual(['evt_second']);
    await run("UPDATE webhook_events SET id = 'evt_first' WHERE id = 'evt_late'");
    expect(await claimAt(START + 10 * MINUTE)).toEqual(['evt_first', 'evt_second']);
  });

  it('is not taken for gone where the machine of its company does not answer', async () => {
    const isAway = createWebhookStore({
      ...db,
      query: async (statement, options) => {
        if (statement.name === 'webhook_read_claimed') throw new DbUnavailable(new Error('away'));
        return db.query(statement, options);
      },
    });
    await run('UPDATE webhook_outbox SET failures = 2');
    expect(await claimAt(START, isAway)).toEqual([]);
    expect(await waiting()).toHaveLength(2);
    expect(await claimAt(START + MINUTE)).toEqual(['evt_first', 'evt_second']);
  });
});
