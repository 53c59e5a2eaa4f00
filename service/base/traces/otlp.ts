import { request } from 'undici';
import type { SendSpans } from './span-queue.ts';
import type { TraceSettings } from './trace-settings.ts';
import type { EndedSpan } from './traces.ts';

/** Source: OpenTelemetry protocol, `trace.proto`, "SpanKind". */
const KINDS = { internal: 1, server: 2, client: 3, producer: 4 } as const;
const STATUS_ERROR = 2;

/**
 * As JSON. Source: OTLP specification 1.x, "OTLP/HTTP". Decision: written here: OpenTelemetry's own
 * exporter needs a newer Node than this service does, and lets attributes of any name through.
 */
export function createOtlpSender(
  { endpoint, headers }: Pick<TraceSettings, 'endpoint' | 'headers'>,
  resource: { version: string; instanceId: string },
): SendSpans {
  return async (spans, signal) => {
    const { statusCode, body } = await request(`${endpoint}/v1/traces`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(toExport(spans, resource)),
      signal,
    });
    await body.dump();
    return statusCode >= 200 && statusCode < 300;
  };
}

function toExport(
  spans: readonly EndedSpan[],
  { version, instanceId }: { version: string; instanceId: string },
): object {
  const facts = {
    'service.name': 'checkout',
    'service.version': version,
    'service.instance.id': instanceId,
  };
  return {
    resourceSpans: [
      {
        resource: { attributes: toAttributes(facts) },
        scopeSpans: [{ scope: { name: 'checkout' }, spans: spans.map(toOtlp) }],
      },
    ],
  };
}

function toOtlp(span: EndedSpan): object {
  const { traceId, spanId, parentSpanId, name, kind, attributes, isError } = span;
  return {
    ...{ traceId, spanId, name, kind: KINDS[kind] },
    ...(parentSpanId === null ? {} : { parentSpanId }),
    startTimeUnixNano: toNanoseconds(span.startedAtMs),
    endTimeUnixNano: toNanoseconds(span.endedAtMs),
    attributes: toAttributes(attributes),
    status: isError ? { code: STATUS_ERROR } : {},
  };
}

function toAttributes(facts: Readonly<Record<string, string | number>>): object[] {
  return Object.entries(facts).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

/** As text: so many do not fit into a number. */
function toNanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}
