import { expect, it } from 'vitest';
import { manualTimers } from '../../testing/test-timers.ts';
import type { SendSpans, SpanOutcome } from './span-queue.ts';
import { createSpanQueue } from './span-queue.ts';
import type { EndedSpan } from './traces.ts';

const SEND_AFTER_MS = 2_000;
const SEND_WITHIN_MS = 5_000;
const MAX_WAITING = 2_048;
const SPAN: EndedSpan = {
  ...{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), parentSpanId: null, name: 'GET /whoami' },
  ...{ kind: 'server', attributes: {}, isError: false, startedAtMs: 1, endedAtMs: 2 },
};

function arrange(send: SendSpans) {
  const { timers, run } = manualTimers();
  const counts: Record<SpanOutcome, number> = { sent: 0, dropped: 0, failed: 0 };
  const queue = createSpanQueue({
    send,
    timers,
    onSpans: (outcome, count) => {
      counts[outcome] += count;
    },
  });
  const add = (count: number) => {
    for (let nth = 0; nth < count; nth += 1) queue.add(SPAN);
  };
  return { queue, add, counts, run };
}

it('sends what waits in batches, and nothing before its time', async () => {
  const batches: number[] = [];
  const { queue, add, counts, run } = arrange(async (spans) => batches.push(spans.length) > 0);
  add(300);
  expect(batches).toEqual([]);
  run(SEND_AFTER_MS);
  await queue.stop();
  expect(batches).toEqual([256, 44]);
  expect(counts).toEqual({ sent: 300, dropped: 0, failed: 0 });
});

it('drops and counts what finds no place while a collector does not answer', async () => {
  let asked = 0;
  const { queue, add, counts, run } = arrange(() => {
    asked += 1;
    return new Promise(() => undefined);
  });
  add(1);
  run(SEND_AFTER_MS);
  add(MAX_WAITING + 10);
  expect([asked, counts]).toEqual([1, { sent: 0, dropped: 10, failed: 0 }]);
  const stopped = queue.stop();
  run(SEND_WITHIN_MS);
  await stopped;
  expect(counts.dropped).toBe(MAX_WAITING + 10);
});

it.each<[string, SendSpans]>([
  ['is away', () => Promise.reject(new Error('connect ECONNREFUSED'))],
  ['refuses', async () => false],
])('counts what is lost to a collector that %s, and sends nothing twice', async (_how, send) => {
  const sent: number[] = [];
  const { queue, add, counts, run } = arrange((spans, signal) => {
    sent.push(spans.length);
    return send(spans, signal);
  });
  add(3);
  run(SEND_AFTER_MS);
  await queue.stop();
  expect([sent, counts]).toEqual([[3], { sent: 0, dropped: 0, failed: 3 }]);
});

it('takes nothing any more once it is stopped', async () => {
  const { queue, add, counts } = arrange(async () => true);
  await queue.stop();
  add(2);
  expect(counts).toEqual({ sent: 0, dropped: 2, failed: 0 });
});
