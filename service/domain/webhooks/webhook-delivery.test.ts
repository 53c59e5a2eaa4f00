import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Db, Queryable } from '../../base/shared/db.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import { createWebhookStore } from '../../store/tables/webhooks/webhook.ts';
import { createWebhookListStore } from '../../store/tables/webhooks/webhook-list.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { until } from '../../testing/until.ts';
import type { DeliveryLimits, SendWebhook, WebhookAnswer } from './webhook-delivery.ts';
import { startWebhookDelivery } from './webhook-delivery.ts';
import type { WebhookEvent, WebhookStore } from './webhook-outbox.ts';
import { receiverOf, resendEvent } from './webhook-outbox.ts';
import type { WebhookSchedule } from './webhook-schedule.ts';
import { RETRIES_AFTER_MS } from './webhook-schedule.ts';
import { standardHeaders } from './webhook-signing.ts';

const COMPANY = 'acme';
const STANDARD_SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const START = Date.UTC(2030, 0, 1);
const GOOD: WebhookAnswer = { kind: 'answered', status: 204 };
const BAD: WebhookAnswer = { kind: 'answered', status: 500 };

type Sent = { url: string; headers: Readonly<Record<string, string>>; body: string };

/** Timers that run when the test says so. */
function heldTimers() {
  const waiting = new Set<{ delayMs: number; work: () => void }>();
  const timers: Timers = {
    after(delayMs, work) {
      const entry = { delayMs, work };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
  };
  const find = (delayMs: number) => [...waiting].filter((entry) => entry.delayMs === delayMs);
  return {
    timers,
    find,
    /** Runs the timers of that delay, once there is one. */
    async run(delayMs: number) {
      await until(() => find(delayMs).length > 0);
      for (const entry of find(delayMs)) {
        waiting.delete(entry);
        entry.work();
      }
    },
  };
}

describe.each(testDatabases())('delivery on $engine', (database) => {
  let db: Db;
  let webhooks: WebhookStore;
  let time: number;
  let failures: unknown[];

  beforeEach(async () => {
    db = await database.openMigrated();
    onTestFinished(() => db.close());
    webhooks = createWebhookStore(db);
    time = START;
    failures = [];
  });

  const now = () => new Date(time);
  const append = async (tx: Queryable, event: WebhookEvent) => {
    const { companyId, transactionId } = event;
    const latest = await webhooks.latest(tx, companyId, [transactionId]);
    await webhooks.append(tx, companyId, latest, [event]);
  };
  const add = async (change: Partial<WebhookEvent> = {}) => {
    const id = change.id ?? `evt_${randomBytes(6).toString('hex')}`;
    const url = change.url ?? 'https://loja.example/webhooks';
    await db.transaction((tx) =>
      append(tx, {
        companyId: COMPANY,
        transactionId: id,
        event: 'payin.approved',
        body: `{"id":"${id}"}`,
        receiver: receiverOf(change.companyId ?? COMPANY, url),
        createdAt: now(),
        ...change,
        id,
        url,
      }),
    );
    return id;
  };
  const start = (
    send: SendWebhook,
    options: {
      secrets?: string[];
      store?: WebhookStore;
      limits?: DeliveryLimits;
      schedule?: WebhookSchedule;
      secretsOf?: (companyId: string) => Promise<string[]>;
      /** What never answers would keep `stop` waiting for its deadline. */
      isLeftRunning?: boolean;
    } = {},
  ) => {
    const held = heldTimers();
    const delivery = startWebhookDelivery(
      {
        webhooks: options.store ?? webhooks,
        sendWebhook: send,
        secretsOf: options.secretsOf ?? (async () => options.secrets ?? []),
        scheduleOf: async () => options.schedule ?? 'specification',
        timers: held.timers,
        randomBytes: (size) => new Uint8Array(randomBytes(size)),
        now,
        limits: options.limits ?? { perCompany: 100, inAll: 500 },
      },
      (...failure) => failures.push(failure),
    );
    if (!options.isLeftRunning) onTestFinished(() => delivery.stop());
    return { ...held, delivery };
  };
  /** Answers in turn, the last one again and again; keeps what was sent. */
  const answering = (...answers: WebhookAnswer[]) => {
    const sent: Sent[] = [];
    const send: SendWebhook = async (request) => {
      sent.push(request);
      return answers[sent.length - 1] ?? answers.at(-1) ?? GOOD;
    };
    return { sent, send };
  };
  const statusOf = async (id: string) => (await webhooks.find(COMPANY, id))?.status;

  it('keeps how long each attempt took, who signed it and what was answered', async () => {
    const said = (text: string) => new TextEncoder().encode(text);
    const answers: WebhookAnswer[] = [
      { kind: 'answered', status: 500, beginning: said('<b>down</b>\n') },
      { kind: 'connection_failed' },
      GOOD,
    ];
    const { sent, send } = answering(...answers);
    const id = await add();
    const slowly: SendWebhook = (request, signal) => {
      time += 30;
      return send(request, signal);
    };
    const { run } = start(slowly, { secrets: ['whsec_new', 'whsec_old'] });
    await run(1_000);
    await until(() => sent.length === 2);
    await run(2_000);
    await until(async () => (await statusOf(id)) === 'DELIVERED');
    const detail = await createWebhookListStore(db).detail(COMPANY, id);
    const kept = { durationMs: 30, signatures: 2 };
    expect(detail?.attempts).toMatchObject([
      { number: 3, outcome: 'HTTP_204', answer: '', ...kept },
      { number: 2, outcome: 'CONNECTION_FAILED', answer: null, ...kept },
      { number: 1, outcome: 'HTTP_500', answer: '<b>down</b>', ...kept },
    ]);
    expect(JSON.stringify(detail)).not.toContain('whsec_');
    expect(Object.keys((await webhooks.find(COMPANY, id))?.attempts[0] ?? {}).sort()).toEqual([
      'at',
      'outcome',
    ]);
  });

  it.each<[string, WebhookAnswer]>([
    ['HTTP_500', BAD],
    ['HTTP_404', { kind: 'answered', status: 404 }],
    ['HTTP_301', { kind: 'answered', status: 301 }],
    ['HTTP_199', { kind: 'answered', status: 199 }],
    ['CONNECTION_FAILED', { kind: 'connection_failed' }],
    ['ADDRESS_REFUSED', { kind: 'address_refused' }],
  ])('tries again 1 s and then 2 s after %s, then gives up', async (outcome, answer) => {
    const { sent, send } = answering(answer);
    const id = await add();
    const { run, find } = start(send);
    await run(1_000);
    await until(() => sent.length === 2);
    await run(2_000);
    await until(async () => (await statusOf(id)) === 'UNDELIVERED');
    expect(sent).toHaveLength(3);
    expect([...find(1_000), ...find(2_000)]).toEqual([]);
    const delivery = await webhooks.find(COMPANY, id);
    expect(delivery?.attempts.map((attempt) => attempt.outcome)).toEqual([
      outcome,
      outcome,
      outcome,
    ]);
  });

  it('tries for three days where the account has a schedule of days, and then gives up', async () => {
    const waits = RETRIES_AFTER_MS.days;
    const { sent, send } = answering(BAD);
    const id = await add();
    const { run, delivery } = start(send, { schedule: 'days' });
    const attempts = async () => (await webhooks.find(COMPANY, id))?.attempts.length;
    for (const [failed, waitMs] of waits.entries()) {
      await until(async () => (await attempts()) === failed + 1);
      if (waitMs <= 2_000) {
        await run(waitMs);
        continue;
      }
      // Nothing is held by what waits long, and nothing is sent before its time.
      time += waitMs - 1;
      delivery.wake();
      await run(250);
      expect(sent).toHaveLength(failed + 1);
      time += 1;
      delivery.wake();
    }
    await until(async () => (await statusOf(id)) === 'UNDELIVERED');
    expect(sent).toHaveLength(waits.length + 1);
    expect(waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000).toBeCloseTo(70.35, 1);
  });

  it('is done on a schedule of days as soon as the receiver is back', async () => {
    const { sent, send } = answering(BAD, BAD, BAD, GOOD);
    const id = await add();
    const { run, delivery } = start(send, { schedule: 'days' });
    await run(1_000);
    await run(2_000);
    await until(async () => (await webhooks.find(COMPANY, id))?.attempts.length === 3);
    expect(await statusOf(id)).toBe('PENDING');
    time += 60_000;
    delivery.wake();
    await until(async () => (await statusOf(id)) === 'DELIVERED');
    expect(sent).toHaveLength(4);
  });

  it.each([200, 201, 204, 299])('is done at the first %i', async (status) => {
    const { sent, send } = answering(BAD, { kind: 'answered', status });
    const id = await add();
    const { run } = start(send);
    await run(1_000);
    await until(async () => (await statusOf(id)) === 'DELIVERED');
    expect(sent).toHaveLength(2);
  });

  it('cuts an attempt off after 5 s and counts it as failed', async () => {
    const signals: AbortSignal[] = [];
    const id = await add();
    const { run } = start((_request, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    for (const retryAfterMs of [1_000, 2_000, null]) {
      await run(5_000);
      if (retryAfterMs !== null) await run(retryAfterMs);
    }
    await until(async () => (await statusOf(id)) === 'UNDELIVERED');
    expect(signals.map((signal) => signal.aborted)).toEqual([true, true, true]);
    const delivery = await webhooks.find(COMPANY, id);
    expect(delivery?.attempts.map(({ outcome }) => outcome)).toEqual(Array(3).fill('TIMEOUT'));
  });

  it('sends the same id and body at every attempt and resend, signed anew each time', async () => {
    const { sent, send } = answering(BAD, BAD, BAD, GOOD);
    const id = await add();
    const secrets = [STANDARD_SECRET, 'whsec_old'];
    const { run, delivery } = start(send, { secrets });
    time += 1_000;
    await run(1_000);
    time += 2_000;
    await run(2_000);
    await until(async () => (await statusOf(id)) === 'UNDELIVERED');
    time += 600_000;
    await resendEvent(COMPANY, id, { webhooks, now, wakeDelivery: () => delivery.wake() });
    await until(async () => (await statusOf(id)) === 'DELIVERED');
    expect(new Set(sent.map(({ body }) => body))).toEqual(new Set([`{"id":"${id}"}`]));
    expect(new Set(sent.map(({ headers }) => headers['X-Webhook-Id']))).toEqual(new Set([id]));
    const times = sent.map(({ headers }) => /^t=(\d+),/.exec(headers['X-Webhook-Signature'] ?? ''));
    expect(new Set(times.map((match) => match?.[1])).size).toBeGreaterThan(2);
    for (const { headers, body } of sent) {
      const t = /^t=(\d+)/.exec(headers['X-Webhook-Signature'] ?? '')?.[1];
      const marks = secrets.map((secret) =>
        createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'),
      );
      expect(headers['X-Webhook-Signature']).toBe(`t=${t},v1=${marks[0]},v1=${marks[1]}`);
      // Its libraries look at the clock of the system.
      vi.setSystemTime(Number(t) * 1_000);
      const standard = new Webhook(STANDARD_SECRET);
      expect(standard.verify(body, headers)).toEqual({ id });
      expect(() => standard.verify(`${body} `, headers)).toThrow('No matching signature found');
    }
    vi.useRealTimers();
  });

  it('signs as Standard Webhooks only with secrets of their form', () => {
    const signed = { id: 'evt_1', signedAtSeconds: 1_795_293_023 };
    const old = `whsec_${'a-'.repeat(21)}a`;
    const plain = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1795293023' };
    expect(standardHeaders('{}', { ...signed, secrets: [old] })).toEqual(plain);
    const both = standardHeaders('{}', { ...signed, secrets: [STANDARD_SECRET, STANDARD_SECRET] });
    expect(both['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
  });

  it('starts an event only when those before it in its transaction are settled', async () => {
    const order: string[] = [];
    const answers: ((answer: WebhookAnswer) => void)[] = [];
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push(await add({ transactionId: 'pay_1' }));
    const other = await add({ transactionId: 'pay_2' });
    start(({ headers }) => {
      order.push(headers['X-Webhook-Id'] ?? '');
      return new Promise((resolve) => answers.push(resolve));
    });
    await until(() => order.length === 2);
    expect(new Set(order)).toEqual(new Set([ids[0], other]));
    for (let n = 0; n < 4; n += 1) {
      await until(() => answers.length > n);
      answers[n]?.(GOOD);
    }
    await until(async () => (await statusOf(ids[2] ?? '')) === 'DELIVERED');
    expect(order.filter((id) => id !== other)).toEqual(ids);
  });

  it('does not let one dead receiver hold up another, of the same company or not', async () => {
    for (let n = 0; n < 120; n += 1) await add({ url: 'https://dead.example/' });
    const sent: string[] = [];
    const { delivery } = start(
      ({ url }) => {
        sent.push(url);
        return url.includes('dead') ? new Promise(() => undefined) : Promise.resolve(GOOD);
      },
      { isLeftRunning: true },
    );
    await until(() => sent.length >= 50);
    const alive = await add({ url: 'https://alive.example/' });
    await add({ companyId: 'other', url: 'https://dead.example/alive' });
    delivery.wake();
    await until(async () => (await statusOf(alive)) === 'DELIVERED');
    await until(() => sent.length === 52);
    expect(sent.filter((url) => url === 'https://dead.example/')).toHaveLength(50);
  });

  it('delivers what another company sends while 200 names of one hang, which have 100 connections', async () => {
    for (let n = 0; n < 200; n += 1) {
      for (let nth = 0; nth < 2; nth += 1) await add({ url: `https://hangs-${n}.example/` });
    }
    const sent: string[] = [];
    const { delivery } = start(
      ({ url }) => {
        sent.push(url);
        return url.includes('hangs') ? new Promise(() => undefined) : Promise.resolve(GOOD);
      },
      { isLeftRunning: true },
    );
    await until(() => sent.length >= 100);
    const id = await add({ companyId: 'other', url: 'https://alive.example/' });
    delivery.wake();
    await until(async () => (await webhooks.find('other', id))?.status === 'DELIVERED');
    expect(sent).toHaveLength(101);
    expect(new Set(sent).size).toBe(101);
  });

  it('gives a free place to the company that has the fewest, where all places are taken', async () => {
    for (let n = 0; n < 8; n += 1) await add({ url: `https://hangs-${n}.example/` });
    const sent: string[] = [];
    const ends: (() => void)[] = [];
    const { delivery } = start(
      ({ url }) => {
        sent.push(url);
        if (url.includes('alive')) return Promise.resolve(GOOD);
        return new Promise((resolve) => ends.push(() => resolve(GOOD)));
      },
      { limits: { perCompany: 6, inAll: 4 }, isLeftRunning: true },
    );
    await until(() => sent.length === 4);
    const id = await add({ companyId: 'other', url: 'https://alive.example/' });
    delivery.wake();
    expect(sent).toHaveLength(4);
    ends[0]?.();
    await until(async () => (await webhooks.find('other', id))?.status === 'DELIVERED');
    expect(sent[4]).toBe('https://alive.example/');
  });

  it('shares the work of two processes, each event sent once and by one', async () => {
    const ids = new Set<string>();
    for (let n = 0; n < 80; n += 1) ids.add(await add({ url: `https://shop-${n % 7}.example/` }));
    const sent: string[] = [];
    const send: SendWebhook = async ({ headers }) => {
      sent.push(headers['X-Webhook-Id'] ?? '');
      await new Promise((resolve) => setImmediate(resolve));
      return GOOD;
    };
    start(send);
    start(send);
    await until(async () => {
      const left = await webhooks.list(COMPANY, { status: 'PENDING', limit: 1 });
      return left.length === 0;
    });
    expect(sent).toHaveLength(80);
    expect(new Set(sent)).toEqual(ids);
    expect(failures).toEqual([]);
  });

  it('takes over what a dead process had leased, once its lease is over and not before', async () => {
    const id = await add();
    const [dead] = await webhooks.claim({
      now: now(),
      leaseUntil: new Date(time + 7_000),
      owner: 'dead',
      places: { perReceiver: 1, perCompany: 1, inAll: 1 },
      held: { ofReceiver: new Map(), ofCompany: new Map() },
    });
    expect(dead?.id).toBe(id);
    const { sent, send } = answering(GOOD);
    const { delivery, run } = start(send);
    time += 6_999;
    await run(250);
    await delivery.stop();
    expect(sent).toEqual([]);
    time += 1;
    start(send);
    await until(async () => (await statusOf(id)) === 'DELIVERED');
    expect(sent).toHaveLength(1);
  });

  it('leaves an event alone that another took over while this process slept', async () => {
    const id = await add();
    const { sent, send } = answering(GOOD);
    const slept: WebhookStore = {
      ...webhooks,
      async claim(claim) {
        if (time > START) return [];
        const claimed = await webhooks.claim(claim);
        time += 60_000;
        return claimed;
      },
    };
    const { delivery } = start(send, { store: slept });
    await until(() => time > START);
    await delivery.stop();
    expect(sent).toEqual([]);
    start(send);
    await until(async () => (await statusOf(id)) === 'DELIVERED');
    expect(sent).toHaveLength(1);
  });

  it('gives back at its end what waits for a retry, which comes when it is due', async () => {
    const id = await add();
    const first = start(answering(BAD).send);
    await until(() => first.find(1_000).length > 0);
    await first.delivery.stop();
    const { sent, send } = answering(GOOD);
    const second = start(send);
    time += 999;
    await second.run(250);
    await second.delivery.stop();
    expect(sent).toEqual([]);
    time += 1;
    start(send);
    await until(async () => (await statusOf(id)) === 'DELIVERED');
    expect(sent).toHaveLength(1);
  });

  it('finds by polling what was written without a wake', async () => {
    const { sent, send } = answering(GOOD);
    const { run } = start(send);
    await run(250);
    const id = await add();
    await run(250);
    await until(async () => (await statusOf(id)) === 'DELIVERED');
    expect(sent).toHaveLength(1);
  });

  it('goes on after a failure of the database', async () => {
    let isDown = true;
    const failing: WebhookStore = {
      ...webhooks,
      claim: (claim) => (isDown ? Promise.reject(new Error('down')) : webhooks.claim(claim)),
    };
    const id = await add();
    const { run } = start(answering(GOOD).send, { store: failing });
    await until(() => failures.length === 1);
    isDown = false;
    await run(250);
    await until(async () => (await statusOf(id)) === 'DELIVERED');
  });

  it('puts off what it cannot send, by company and id, and sends the others', async () => {
    const broken = await add();
    const { sent, send } = answering(GOOD);
    let isBroken = true;
    const secretsOf = async (companyId: string) => {
      if (isBroken && companyId === COMPANY) throw new Error('cannot be read');
      return [];
    };
    const { delivery, run } = start(send, { secretsOf });
    await until(() => failures.length === 1);
    expect(failures).toEqual([[new Error('cannot be read'), COMPANY, broken]]);
    await add({ companyId: 'other' });
    await run(250);
    await until(() => sent.length === 1);
    // Put off for as long as it is old: a minute at first, also for the process that comes after.
    for (const [minutes, tries] of [
      [1, 2],
      [1, 2],
      [2, 3],
    ] as const) {
      time = START + minutes * 60_000;
      await delivery.stop();
      const next = start(send, { secretsOf });
      await until(() => failures.length >= tries);
      await next.delivery.stop();
      expect(failures).toHaveLength(tries);
    }
    isBroken = false;
    time = START + 4 * 60_000;
    start(send, { secretsOf });
    await until(async () => (await statusOf(broken)) === 'DELIVERED');
    expect((await webhooks.find(COMPANY, broken))?.attempts).toHaveLength(1);
  });

  it('keeps no event of a transaction that was rolled back', async () => {
    const rolledBack = db.transaction(async (tx) => {
      await append(tx, {
        companyId: COMPANY,
        transactionId: 'pay_1',
        event: 'payin.approved',
        url: 'https://loja.example/',
        body: '{}',
        id: 'evt_1',
        receiver: 'x',
        createdAt: now(),
      });
      throw new Error('after the event');
    });
    await expect(rolledBack).rejects.toThrow('after the event');
    expect(await webhooks.list(COMPANY, { status: null, limit: 10 })).toEqual([]);
  });

  it('leaves a waiting event as it is when asked to resend it, and refuses an unknown one', async () => {
    const id = await add();
    const wakeDelivery = () => undefined;
    const delivery = await resendEvent(COMPANY, id, { webhooks, now, wakeDelivery });
    expect(delivery.status).toBe('PENDING');
    await expect(resendEvent('other', id, { webhooks, now, wakeDelivery })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
