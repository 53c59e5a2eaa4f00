import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { startService } from '../../run/app.ts';
import { readSettings } from '../../settings.ts';
import { opened, STORY } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { embeddedTestDatabase, testDatabases } from '../../testing/test-db.ts';
import { scrape, total } from '../../testing/test-metrics.ts';
import { receiverOf } from '../../testing/test-receiver.ts';
import {
  basic,
  payinWithCard,
  send,
  startTestService,
  validPayin,
  validPayout,
} from '../../testing/test-service.ts';
import { until } from '../../testing/until.ts';

describe.each(testDatabases())('the metrics on $engine', STORY, (database) => {
  const clock = { now: new Date() };

  const service = opened(() =>
    startTestService({
      database,
      now: () => clock.now,
      settings: { checkoutLimits: { perKey: 600, perAddress: 2 } },
    }),
  );

  const post = (path: string, body: unknown, account = 'no3ds') =>
    service.post(account, path, body);

  /** By how much each of these series grew. */
  const growth = async (
    series: readonly (readonly [string, Record<string, string>])[],
    work: () => Promise<unknown>,
  ) => {
    const before = await scrape(service);
    await work();
    const after = await scrape(service);
    return series.map(([name, labels]) => total(after, name, labels) - total(before, name, labels));
  };

  const untilDelivered = (transactionId: string) =>
    until(async () => {
      const url = `${service.baseUrl}/sandbox/webhooks/deliveries`;
      const { body } = await send(url, { headers: basic('cardonfile') });
      const [event] = body.data.filter(
        (one: { transactionId: string }) => one.transactionId === transactionId,
      );
      return event?.status === 'DELIVERED';
    });

  it('count a charge: its request, its status, the call to the acquirer', async () => {
    const grown = await growth(
      [
        ['http_requests_total', { operation: '/payin', method: 'POST', status: '201' }],
        ['http_request_duration_seconds_count', { operation: '/payin', method: 'POST' }],
        ['payins_total', { method: 'CREDIT_CARD', status: 'APPROVED' }],
        ['payins_total', {}],
        ['acquirer_calls_total', { verb: 'charge', outcome: 'approved' }],
        ['acquirer_call_duration_seconds_count', { verb: 'charge' }],
      ],
      async () => {
        const body = validPayin();
        for (let nth = 0; nth < 2; nth += 1) expect((await post('/payin', body)).status).toBe(201);
      },
    );
    expect(grown).toEqual([2, 2, 1, 1, 1, 1]);
  });

  it('count every status a payin enters, and a decline in none', async () => {
    const grown = await growth(
      [
        ['payins_total', { method: 'PIX', status: 'PENDING' }],
        ['payins_total', { method: 'PIX', status: 'APPROVED' }],
        ['payins_total', { method: 'PIX', status: 'REFUNDED' }],
        ['payins_total', { method: 'CREDIT_CARD', status: 'PENDING_3DS' }],
        ['payins_total', { method: 'CREDIT_CARD', status: 'REFUSED' }],
        ['payins_total', {}],
        ['acquirer_calls_total', { verb: 'charge', outcome: 'declined' }],
      ],
      async () => {
        const pix = await post('/payin', validPayin({ paymentMethod: 'PIX' }));
        await post(`/sandbox/payins/${pix.body.id}/pay`, {});
        await post(`/sandbox/payins/${pix.body.id}/refund`, {});
        await post('/payin', payinWithCard({ number: '4000000000002503' }), 'postorder');
        await post('/payin', payinWithCard({ number: '4000000000000002' }));
        await post('/payin', payinWithCard({ number: '4000000000009995' }));
      },
    );
    expect(grown).toEqual([1, 1, 1, 1, 1, 5, 1]);
  });

  it('count every status a payout enters', async () => {
    const grown = await growth(
      [
        ['payouts_total', { status: 'AWAITING_APPROVAL' }],
        ['payouts_total', { status: 'CANCELED' }],
        ['payouts_total', {}],
        ['acquirer_calls_total', { verb: 'check_transfer', outcome: 'payable' }],
      ],
      async () => {
        const made = await post('/payout', validPayout(), 'manual');
        await post(`/sandbox/payouts/${made.body.id}/cancel`, {}, 'manual');
      },
    );
    expect(grown).toEqual([1, 1, 2, 1]);
  });

  it('count what receivers do with events, and what follows', async () => {
    const receiver = await receiverOf((response, nth) =>
      response.writeHead(nth === 0 ? 503 : 204).end(),
    );
    const webhookUrl = `http://127.0.0.1:${receiver.port}/`;
    const grown = await growth(
      [
        ['webhook_attempts_total', { answer: '5xx' }],
        ['webhook_attempts_total', { answer: '2xx' }],
        ['webhook_deliveries_total', { outcome: 'retried' }],
        ['webhook_deliveries_total', { outcome: 'delivered' }],
      ],
      async () => {
        const { body } = await post('/payin', validPayin({ webhookUrl }), 'cardonfile');
        await untilDelivered(body.id);
      },
    );
    expect(grown).toEqual([1, 1, 1, 1]);
  });

  it('tell of events that a dead receiver leaves waiting, and how long', async () => {
    const receiver = await receiverOf(() => undefined);
    const webhookUrl = `http://127.0.0.1:${receiver.port}/dead`;
    const idle = await scrape(service);
    expect(total(idle, 'webhook_outbox_depth')).toBe(0);
    expect(total(idle, 'webhook_outbox_oldest_seconds')).toBe(0);
    for (let nth = 0; nth < 3; nth += 1) await post('/payin', validPayin({ webhookUrl }));
    await receiver.untilEvents(3);
    clock.now = new Date(clock.now.getTime() + 90_000);
    const waiting = await scrape(service);
    expect(total(waiting, 'webhook_outbox_depth')).toBe(3);
    expect(total(waiting, 'webhook_outbox_oldest_seconds')).toBe(90);
  });

  it('count calls that a limit refused, by its name', async () => {
    const grown = await growth(
      [['rate_limited_total', { limit: 'card_tokens_per_address' }]],
      async () => {
        for (let nth = 0; nth < 5; nth += 1) await service.tokenize('preorder');
      },
    );
    expect(grown).toEqual([3]);
  });

  it('name routes by their pattern, whatever is asked for', async () => {
    await service.get('no3ds', '/payin/pay_4111111111111111');
    await send(`${service.baseUrl}/4111111111111111?card=4111111111111111`);
    await send(`${service.checkoutUrl}/nothing-here`, { method: 'PROPFIND' });
    const samples = await scrape(service);
    const labels = JSON.stringify(samples.map((sample) => sample.labels));
    expect(labels).toContain('"/payin/:id"');
    for (const word of ['4111', 'no3ds', 'pk_test', 'sk_test', 'PROPFIND', 'nothing-here']) {
      expect(labels).not.toContain(word);
    }
    const unknown = { operation: 'none', status: '404' };
    expect(total(samples, 'http_requests_total', { ...unknown, method: 'GET' })).toBe(1);
    expect(total(samples, 'http_requests_total', { ...unknown, method: 'OTHER' })).toBe(1);
  });

  it('tell that the ledger agrees, and when it no longer does', async () => {
    const before = await scrape(service);
    expect(total(before, 'ledger_check_agrees')).toBe(1);
    const { db } = service;
    const tamper = (amount: number) =>
      sql(db)`UPDATE ledger_balances SET balance = balance + ${amount}
        WHERE company_id = ${'no3ds'} AND account = 'available'`;
    await tamper(1);
    // A check is kept for a quarter of an hour.
    expect(total(await scrape(service), 'ledger_check_agrees')).toBe(1);
    clock.now = new Date(clock.now.getTime() + 15 * 60_000);
    const after = await scrape(service);
    expect(total(after, 'ledger_check_agrees')).toBe(0);
    expect(total(after, 'ledger_checks_total', { result: 'disagrees' })).toBe(1);
    expect(total(after, 'ledger_check_timestamp_seconds')).toBe(clock.now.getTime() / 1000);
    expect(service.logged.join('')).toContain('the ledger disagrees');
    await tamper(-1);
  });

  it('tell when the last backup was done, and how much of the disk is free', async () => {
    const before = await scrape(service);
    expect(total(before, 'backup_timestamp_seconds')).toBe(0);
    await sql(service.db)`INSERT INTO audit_entries
      (company_id, id, at, actor, action, subjects, result) VALUES
      ('system', 'aud_1', ${clock.now}, 'ana', 'backup', '{}', 'done'),
      ('system', 'aud_2', ${new Date(clock.now.getTime() + 1)}, 'ana', 'backup', '{}', 'refused')`;
    const after = await scrape(service);
    expect(total(after, 'backup_timestamp_seconds')).toBe(clock.now.getTime() / 1000);
    expect(total(after, 'data_disk_free_share')).toBeGreaterThan(0);
    expect(total(after, 'data_disk_free_share')).toBeLessThan(1);
  });

  it('are served at one address of their own port, and nowhere else', async () => {
    for (const [path, method] of [
      ['/', 'GET'],
      ['/metrics/', 'GET'],
      ['/metrics', 'POST'],
      ['/health', 'GET'],
      ['/payin', 'POST'],
    ] as const) {
      expect((await send(`${service.metricsUrl}${path}`, { method })).status).toBe(404);
    }
    const { baseUrl, checkoutUrl, threeDSStageUrl, bankUrl } = service;
    for (const url of [baseUrl, checkoutUrl, threeDSStageUrl, String(bankUrl)]) {
      const answer = await send(`${url}/metrics`);
      expect([answer.status, answer.text.includes('payins_total')]).toEqual([404, false]);
    }
    expect(new URL(service.metricsUrl).hostname).toBe('127.0.0.1');
  });
});

describe('the port of the metrics', () => {
  it('is another where the default is taken, and that is logged', async () => {
    const first = createServer();
    // Whoever has it, it is taken.
    await new Promise<void>((resolve) => {
      first.once('error', () => resolve());
      first.listen(4014, '127.0.0.1', resolve);
    });
    const logged: string[] = [];
    const service = await startService(
      {
        ...readSettings({
          DATA_DIR: tmpdir(),
          KEY_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
        }),
        apiPort: 0,
        checkoutPort: 0,
        threeDSPort: 0,
        bankPort: 0,
        paymentPagePort: 0,
        dashboardPort: 0,
        drainMs: 0,
      },
      {
        db: await embeddedTestDatabase.openEmpty(),
        log: pino({ base: null }, { write: (line) => void logged.push(line) }),
      },
    );
    const port = Number(new URL(service.metricsUrl).port);
    expect(port).not.toBe(4014);
    expect(total(await scrape(service), 'database_up')).toBe(1);
    expect(total(await scrape(service), 'companies_served_share')).toBe(1);
    const [warning] = logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
    expect(warning).toMatchObject({ metricsPort: port });
    await service.stop();
    await new Promise((resolve) => first.close(resolve));
  });

  it('stops the start in one sentence where it was asked for and is taken', async () => {
    const first = createServer();
    await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
    const { port } = first.address() as AddressInfo;
    await expect(startTestService({ settings: { metricsPort: port } })).rejects.toThrow(
      `METRICS_PORT: cannot listen on 127.0.0.1:${port}, is it in use?`,
    );
    await new Promise((resolve) => first.close(resolve));
  });
});

it('measures the process only where it is this service alone', async () => {
  const plain = await startTestService();
  expect((await scrape(plain)).some(({ name }) => name.startsWith('process_'))).toBe(false);
  await plain.stop();
  const whole = await startTestService({ isWholeProcess: true });
  expect(total(await scrape(whole), 'process_resident_memory_bytes')).toBeGreaterThan(0);
  await whole.stop();
});
