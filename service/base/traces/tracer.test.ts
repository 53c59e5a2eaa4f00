import { describe, expect, it } from 'vitest';
import { createTracer } from './tracer.ts';
import type { EndedSpan, ToldSpan } from './traces.ts';

const REQUEST = '7f000000-0000-4000-8000-00000000000a';
const TRACE = '7f00000000004000800000000000000a';
const TOLD: ToldSpan = {
  name: 'POST /payin',
  kind: 'server',
  durationMs: 40,
  attributes: {},
  isError: false,
};

function arrange(share = 1) {
  const ended: EndedSpan[] = [];
  let made = 0;
  const traces = createTracer({
    share,
    randomBytes: (size) => new Uint8Array(size).fill(++made),
    now: () => 1_000,
    onEnd: (span) => void ended.push(span),
  });
  return { traces, ended };
}

describe('a trace', () => {
  it('has the id of its request, and what is done for it within', async () => {
    const { traces, ended } = arrange();
    const request = traces.openRequest(REQUEST);
    await traces.within(request, async () => {
      await Promise.resolve();
      traces.close(traces.open(), { ...TOLD, name: 'attempt charge', kind: 'internal' });
    });
    traces.close(request, TOLD);
    expect(ended).toMatchObject([
      { traceId: TRACE, spanId: '02'.repeat(8), parentSpanId: '01'.repeat(8) },
      { traceId: TRACE, spanId: '01'.repeat(8), parentSpanId: null, startedAtMs: 960 },
    ]);
  });

  it('goes on where another process left it', () => {
    const { traces, ended } = arrange();
    const left = traces.within(traces.openRequest(REQUEST), () => traces.traceparent());
    expect(left).toBe(`00-${TRACE}-${'01'.repeat(8)}-01`);
    traces.close(traces.openAfter(left), TOLD);
    expect(ended).toMatchObject([{ traceId: TRACE, parentSpanId: '01'.repeat(8) }]);
  });

  it.each([null, '', 'x', `00-${TRACE}-01`, `00-${TRACE.toUpperCase()}x-${'0'.repeat(16)}-01`])(
    'goes on after nothing that is no span: %s',
    (traceparent) => expect(arrange().traces.openAfter(traceparent)).toBeNull(),
  );

  it('is of nothing where no request is under way', () => {
    const { traces, ended } = arrange();
    expect([traces.open(), traces.traceparent()]).toEqual([null, null]);
    traces.close(traces.open(), TOLD);
    expect(ended).toEqual([]);
  });

  it('is made for the share of requests that is asked for, by their ids', () => {
    expect(arrange(0.5).traces.openRequest(REQUEST)).not.toBeNull();
    expect(arrange(0.49).traces.openRequest(REQUEST)).toBeNull();
    expect(arrange(0).traces.openRequest(`00000000${REQUEST.slice(8)}`)).toBeNull();
  });
});

it.each(['4111111111111111', 'ana@example.com', 'x'.repeat(81), 'Ana Souzã', '52998224725'])(
  'what a span says is left out where it is no name out of a closed set: %s',
  (value) => {
    const { traces, ended } = arrange();
    const attributes = { 'checkout.company': value, 'http.route': '/payin/:id' };
    traces.close(traces.openRequest(REQUEST), { ...TOLD, name: value, attributes });
    expect(ended).toMatchObject([{ name: 'other', attributes: { 'http.route': '/payin/:id' } }]);
    expect(JSON.stringify(ended)).not.toContain(value);
  },
);
