import { beforeAll, describe, expect, it } from 'vitest';
import { startPixBank } from '../../../simulators/pix-bank/pix-bank.ts';
import { createTestHarness } from '../../../simulators/server/harness.ts';
import { readSettings } from '../../settings.ts';
import { pixBankSettings } from '../../testing/pix-bank-settings.ts';
import type { CollectedSpan } from '../../testing/test-collector.ts';
import { startCollector } from '../../testing/test-collector.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { scrape, total } from '../../testing/test-metrics.ts';
import { openTestOperator } from '../../testing/test-operator.ts';
import { startReceiver } from '../../testing/test-receiver.ts';
import { send, startTestService, validPayin } from '../../testing/test-service.ts';
import { until } from '../../testing/until.ts';

const FOREIGN = 'f'.repeat(32);

describe.each(testDatabases())('a request that is traced, on $engine', (database) => {
  let spans: CollectedSpan[] = [];
  let card: { requestId: string; received: object };
  let pix: { requestId: string; asked: string };

  beforeAll(async () => {
    const { clock, random, authority } = createTestHarness();
    const bank = await startPixBank({ clock, random, authority, profile: 'inter' });
    const hosts = { api: bank.api, token: new URL(bank.tokenUrl).origin };
    const providers = { inter: { hosts, trustedPem: bank.authorityPem } };
    const collector = await startCollector();
    const receiver = await startReceiver();
    const db = await database.openEmpty();
    const { settings } = collector;
    const now = () => new Date(clock.now());
    const service = await startTestService({ db, providers, settings, now });
    const played = { played: { providers } };
    const operator = await openTestOperator(db, { baseUrl: 'https://pay.example.com' }, played);
    const provider = { company: 'no3ds', provider: 'inter' };
    await operator.run('provider add', { ...provider, ...pixBankSettings(bank, 'inter') });
    await operator.run('route set', { company: 'no3ds', method: 'PIX', providers: 'inter' });
    // What was read of no route is used for some seconds.
    clock.advance(10_000);

    const pay = (body: unknown) => {
      const traceparent = `00-${FOREIGN}-${'f'.repeat(16)}-01`;
      return service.post('no3ds', '/payin', body, { traceparent });
    };
    const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id') ?? '';
    const charged = await pay(validPayin({ webhookUrl: receiver.url }));
    expect(charged.status).toBe(201);
    await receiver.untilEvents(1);
    card = { requestId: idOf(charged), received: receiver.events[0]?.headers ?? {} };
    const issued = await pay(validPayin({ paymentMethod: 'PIX' }));
    expect(issued.status).toBe(201);
    pix = { requestId: idOf(issued), asked: JSON.stringify(bank.requests) };
    await send(`${service.baseUrl}/health`);

    await operator.services.registeredProviders.stop();
    await service.stop();
    await Promise.all([bank.stop(), receiver.stop()]);
    spans = collector.spans();
    await collector.stop();
  });

  const ofRequest = (requestId: string) => {
    const traceId = requestId.replaceAll('-', '');
    return spans.filter((span) => span.traceId === traceId);
  };
  const tree = (found: CollectedSpan[]) =>
    found
      .map(({ name, parentSpanId }) => {
        return [name, found.find(({ spanId }) => spanId === parentSpanId)?.name ?? null];
      })
      .sort();

  it('is one trace by its id, to the webhook that came of it', () => {
    expect(tree(ofRequest(card.requestId))).toEqual([
      ['POST /payin', null],
      ['attempt charge', 'POST /payin'],
      ['webhook payin.approved', 'POST /payin'],
    ]);
  });

  it('is one trace by its id, to the calls of the party', () => {
    expect(tree(ofRequest(pix.requestId))).toEqual([
      ['POST /payin', null],
      ['attempt issue_pix', 'POST /payin'],
      ['inter issue', 'attempt issue_pix'],
      ['inter token', 'attempt issue_pix'],
    ]);
  });

  it('says what was asked, of whom, and what came of it, by a closed list of names', () => {
    const named = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)));
    expect([...named].sort()).toEqual([
      'checkout.company',
      'checkout.event',
      'checkout.outcome',
      'checkout.provider',
      'checkout.verb',
      'http.request.method',
      'http.response.status_code',
      'http.route',
    ]);
  });

  it('takes no id from its caller, and gives none to the party or the receiver', () => {
    expect(spans.length).toBeGreaterThan(5);
    expect(spans.filter(({ traceId }) => traceId === FOREIGN)).toEqual([]);
    expect(pix.asked.length).toBeGreaterThan(100);
    expect(pix.asked).not.toContain('traceparent');
    expect(Object.keys(card.received)).toContain('x-webhook-id');
    expect(Object.keys(card.received)).not.toContain('traceparent');
  });

  it('is none that only asks for the health', () => {
    expect(spans.filter(({ name }) => name.includes('health'))).toEqual([]);
  });
});

it('a collector that is away changes no answer, and what is lost is counted', async () => {
  const collector = await startCollector();
  await collector.stop();
  const { settings } = collector;
  const pending: (() => void)[] = [];
  const timers = {
    after(delayMs: number, work: () => void) {
      if (delayMs === 2_000) pending.push(work);
      return () => undefined;
    },
  };
  const service = await startTestService({ settings, timers });
  expect((await service.post('no3ds', '/payin', validPayin())).status).toBe(201);
  for (const work of pending) work();
  const lost = async () => total(await scrape(service), 'trace_spans_total', { outcome: 'failed' });
  await until(async () => (await lost()) > 0);
  expect(total(await scrape(service), 'trace_spans_total', { outcome: 'sent' })).toBe(0);
  await service.stop();
});

describe('the settings', () => {
  const ENDPOINT = 'http://127.0.0.1:4318';
  it('trace nothing unless a collector is named', () => {
    expect(readSettings({}).traces).toBeNull();
    expect(readSettings({ OTEL_TRACES_SAMPLER_ARG: '0.5' }).traces).toBeNull();
    expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT }).traces).toEqual({
      endpoint: ENDPOINT,
      headers: {},
      share: 1,
    });
  });

  it('take an address with a path, and headers that the collector wants', () => {
    const traces = readSettings({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example.com/otlp/',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi,x-team=pay',
    }).traces;
    expect(traces).toMatchObject({
      endpoint: 'https://otlp.example.com/otlp',
      headers: { authorization: 'Basic YTpi', 'x-team': 'pay' },
    });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://ana:secret@collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://collector/otlp?key=secret'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=secret%0D%0Ax: y'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=secret%'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', '-1'],
    ['OTEL_TRACES_SAMPLER_ARG', 'all'],
  ])('refuse %s=%s, and quote nothing of it', (name, text) => {
    const read = () => readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, [name]: text });
    expect(read).toThrow(`${name} must be`);
    expect(read).not.toThrow(text);
  });
});
