import { AsyncLocalStorage } from 'node:async_hooks';
import type { RandomBytes } from '../crypto/envelope.ts';
import type { EndedSpan, SpanAttributes, SpanContext, Traces } from './traces.ts';

export type TracerOptions = {
  share: number;
  randomBytes: RandomBytes;
  /** Milliseconds of real time. */
  now: () => number;
  onEnd: (span: EndedSpan) => void;
};

/**
 * Decision: the id of a trace is that of its request without dashes, so that whoever has an
 * `X-Request-Id` has the trace. A caller's `traceparent` is not believed, and none is sent outside:
 * it would tell of our other calls, and no contract knows it.
 */
export function createTracer({ share, randomBytes, now, onEnd }: TracerOptions): Traces {
  const underWay = new AsyncLocalStorage<SpanContext>();
  const newSpanId = () => Buffer.from(randomBytes(8)).toString('hex');
  const child = ({ traceId, spanId }: Pick<SpanContext, 'traceId' | 'spanId'>): SpanContext => ({
    traceId,
    spanId: newSpanId(),
    parentSpanId: spanId,
  });

  return {
    openRequest(requestId) {
      const traceId = requestId.replaceAll('-', '');
      if (!isSampled(traceId, share)) return null;
      return { traceId, spanId: newSpanId(), parentSpanId: null };
    },
    open() {
      const parent = underWay.getStore();
      return parent === undefined ? null : child(parent);
    },
    openAfter(traceparent) {
      const parts = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(traceparent ?? '');
      if (parts === null) return null;
      const [, traceId = '', spanId = ''] = parts;
      return child({ traceId, spanId });
    },
    within: (span, work) => (span === null ? work() : underWay.run(span, work)),
    close(span, { name, kind, durationMs, attributes, isError }) {
      if (span === null) return;
      const endedAtMs = now();
      onEnd({
        ...span,
        ...{ name: isPlain(name) ? name : 'other', kind, isError },
        ...{ attributes: plainOnly(attributes), startedAtMs: endedAtMs - durationMs, endedAtMs },
      });
    },
    traceparent() {
      const span = underWay.getStore();
      return span === undefined ? null : `00-${span.traceId}-${span.spanId}-01`;
    },
  };
}

/** By the first 48 bits of its id, which are random, so that every process decides the same. */
function isSampled(traceId: string, share: number): boolean {
  return Number.parseInt(traceId.slice(0, 12), 16) < share * 2 ** 48;
}

/** Names out of closed sets look like this, and no number of a card, account or person does. */
function isPlain(value: string): boolean {
  return /^[\w .:{}/*-]{1,80}$/.test(value) && !/\d{8}/.test(value);
}

/** What does not look as it should is left out: nothing can get in by a mistake of ours. */
function plainOnly(attributes: SpanAttributes): SpanAttributes {
  const kept = Object.entries(attributes).filter(
    ([, value]) => typeof value === 'number' || isPlain(value),
  );
  return Object.fromEntries(kept);
}
