import * as z from 'zod/mini';
import { startReceiver } from './test-receiver.ts';

const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.string() }),
]);
const span = z.strictObject({
  traceId: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  spanId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  parentSpanId: z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
  name: z.string(),
  kind: z.int().check(z.gte(1), z.lte(4)),
  startTimeUnixNano: z.string().check(z.regex(/^\d{18,20}$/)),
  endTimeUnixNano: z.string().check(z.regex(/^\d{18,20}$/)),
  attributes: z.array(z.strictObject({ key: z.string(), value })),
  status: z.strictObject({ code: z.optional(z.literal(2)) }),
});
const FACTS = ['service.name', 'service.version', 'service.instance.id'] as const;

/** Source: OpenTelemetry protocol, `trace_service.proto`, as JSON. */
const exportSchema = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({
        attributes: z
          .array(z.strictObject({ key: z.enum(FACTS), value }))
          .check(z.length(FACTS.length)),
      }),
      scopeSpans: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.string() }), spans: z.array(span) }),
      ),
    }),
  ),
});

/** What it wants to see before it takes a span. */
const KEY = { 'api-key': 'of the collector' };

export type CollectedSpan = z.infer<typeof span>;

/** A collector of traces on a free port, strict about what it is sent. */
export async function startCollector() {
  const receiver = await startReceiver();
  return {
    /** For the service's settings: everything is traced. */
    settings: {
      traces: { endpoint: `http://127.0.0.1:${receiver.port}/otlp`, headers: KEY, share: 1 },
    },
    /** Everything that came, as it came. */
    text: () => receiver.events.map(({ path, body }) => `${path}\n${body}`).join('\n'),
    spans: (): CollectedSpan[] =>
      receiver.events.flatMap(({ path, headers, body }) => {
        if (path !== '/otlp/v1/traces' || headers['api-key'] !== KEY['api-key']) {
          throw new Error('spans came as no collector takes them');
        }
        const { resourceSpans } = exportSchema.parse(JSON.parse(body));
        return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
      }),
    stop: receiver.stop,
  };
}
