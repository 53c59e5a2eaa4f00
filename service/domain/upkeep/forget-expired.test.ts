import { describe, expect, it } from 'vitest';
import { createAccountStore } from '../../store/tables/accounts/account.ts';
import { createIdempotencyStore } from '../../store/tables/limits/idempotency.ts';
import { createWebhookStore } from '../../store/tables/webhooks/webhook.ts';
import { opened, STORY } from '../../testing/opened.ts';
import { statementDatabases } from '../../testing/test-db.ts';
import { startTestService, validPayin } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import { until } from '../../testing/until.ts';
import { forgetExpired, WEBHOOK_RETENTION_MS } from './forget-expired.ts';

const ACCOUNT = 'no3ds';

describe.each(statementDatabases())('what was finished long ago on $engine', STORY, (database) => {
  const { timers, run } = manualTimers();
  const START = Date.UTC(2027, 0, 1);
  let realTime = START;
  let outcome = 204;
  const service = opened(() =>
    startTestService({
      database,
      timers,
      now: () => new Date(realTime),
      sendWebhook: async () => ({ kind: 'answered', status: outcome }),
    }),
  );

  const events = () => createWebhookStore(service.db).list(ACCOUNT, { status: null, limit: 1_000 });
  const statuses = async () => (await events()).map(({ status }) => status).sort();
  const waitingCount = async () =>
    (await statuses()).filter((status) => status === 'PENDING').length;
  /** An event, and what its receiver answers every time. */
  const tell = async (status: number) => {
    outcome = status;
    const waiting = await waitingCount();
    const { body } = await service.post(
      ACCOUNT,
      '/payin',
      validPayin({ webhookUrl: 'http://127.0.0.1:8080/' }),
    );
    expect(body).toMatchObject({ status: 'APPROVED' });
    await until(async () => {
      for (const delayMs of [250, 1_000, 2_000]) run(delayMs);
      return (await waitingCount()) === waiting;
    });
  };
  const forgetAt = async (time: number) => {
    const { db } = service;
    const account = await createAccountStore(db).find(ACCOUNT);
    if (account === null) throw new Error('there is no account');
    const none = { deleteExpired: async () => undefined };
    await forgetExpired(account, {
      webhooks: createWebhookStore(db),
      idempotency: createIdempotencyStore(db),
      cvvs: { ...none },
      antifraudSessions: { ...none },
      cardTokens: { spendExpired: none.deleteExpired },
      lookUps: { forgetBefore: async () => undefined },
      pixKeyMisses: { forgetBefore: none.deleteExpired },
      refusedTries: { forgetBefore: none.deleteExpired },
      refusedCalls: { forget: none.deleteExpired },
      archiveAfterMonths: 0,
      now: () => new Date(time),
    });
  };

  it('goes once its time is over and not before, what was delivered first', async () => {
    await tell(204);
    await tell(500);
    const { delivered, undelivered } = WEBHOOK_RETENTION_MS;
    await forgetAt(START + delivered - 1);
    expect(await statuses()).toEqual(['DELIVERED', 'UNDELIVERED']);
    await forgetAt(START + delivered);
    expect(await statuses()).toEqual(['UNDELIVERED']);
    await forgetAt(START + undelivered - 1);
    expect(await statuses()).toEqual(['UNDELIVERED']);
    await forgetAt(START + undelivered);
    expect(await statuses()).toEqual([]);
  });

  it('never goes while it waits to be sent', async () => {
    await tell(500);
    const [event] = await events();
    await createWebhookStore(service.db).resend(ACCOUNT, String(event?.id), new Date(START * 2));
    await forgetAt(START + 10 * WEBHOOK_RETENTION_MS.undelivered);
    expect(await statuses()).toEqual(['PENDING']);
  });

  it('goes the oldest first, and no more of it than a batch at a time', async () => {
    for (const minute of [1, 2, 3]) {
      realTime = START + minute * 60_000;
      await tell(204);
    }
    const before = new Date(START + 3 * 60_000);
    const which = { deliveredBefore: before, undeliveredBefore: before, limit: 2 };
    const told = (await events()).filter(({ status }) => status === 'DELIVERED');
    const webhooks = createWebhookStore(service.db);
    expect(await webhooks.forgetFinished(ACCOUNT, which)).toBe(2);
    const left = (await events()).filter(({ status }) => status === 'DELIVERED');
    expect(left).toEqual(told.slice(0, 1));
    expect(await webhooks.forgetFinished(ACCOUNT, which)).toBe(1);
    expect(await webhooks.forgetFinished(ACCOUNT, which)).toBe(0);
  });

  it('is so for kept answers too', async () => {
    const store = createIdempotencyStore(service.db);
    const keep = (index: number) =>
      store.begin({ companyId: ACCOUNT, keyHash: Buffer.from([index]) }, Buffer.from('body'), {
        now: new Date(START + index),
        expiredBefore: new Date(0),
        deadBefore: new Date(0),
      });
    for (const index of [1, 2, 3]) expect(await keep(index)).toBeNull();
    expect(await store.deleteStarted(ACCOUNT, new Date(START + 3), 2)).toBe(2);
    // What is gone can be had anew, and what is left cannot.
    expect(await keep(3)).not.toBeNull();
    expect(await keep(1)).toBeNull();
  });
});
