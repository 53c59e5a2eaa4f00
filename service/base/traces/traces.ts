/** Where a span stands: ids in hex, as W3C Trace Context and OpenTelemetry have them. */
export type SpanContext = { traceId: string; spanId: string; parentSpanId: string | null };

export type SpanKind = 'internal' | 'server' | 'client' | 'producer';

/** No id of an order, payment, token or person, no raw path, and nothing that a caller chose. */
export type SpanAttributes = {
  'http.request.method'?: string;
  'http.route'?: string;
  'http.response.status_code'?: number;
  'error.type'?: string;
  'checkout.company'?: string;
  'checkout.provider'?: string;
  'checkout.verb'?: string;
  'checkout.outcome'?: string;
  'checkout.event'?: string;
};

export type ToldSpan = {
  /** Of a closed set, such as `POST /payin`. */
  name: string;
  kind: SpanKind;
  durationMs: number;
  attributes: SpanAttributes;
  isError: boolean;
};

export type EndedSpan = SpanContext &
  Omit<ToldSpan, 'durationMs'> & {
    /** Milliseconds of real time. */
    startedAtMs: number;
    endedAtMs: number;
  };

/** Where nothing is traced, every span is null. */
export interface Traces {
  /** The first span of a trace; null where this one is not among the sample. */
  openRequest(requestId: string): SpanContext | null;
  /** Within the span that is under way. */
  open(): SpanContext | null;
  /** Within one that another process may have had, by its `traceparent`. */
  openAfter(traceparent: string | null): SpanContext | null;
  within<Result>(span: SpanContext | null, work: () => Result): Result;
  close(span: SpanContext | null, told: ToldSpan): void;
  /** Of the span that is under way. Source: W3C Trace Context, "traceparent Header". */
  traceparent(): string | null;
}

export const NO_TRACES: Traces = {
  openRequest: () => null,
  open: () => null,
  openAfter: () => null,
  within: (_span, work) => work(),
  close: () => undefined,
  traceparent: () => null,
};
