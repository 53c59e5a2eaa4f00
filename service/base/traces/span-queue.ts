import { withDeadline } from '../shared/deadline.ts';
import type { Timers } from '../shared/periodic.ts';
import type { EndedSpan } from './traces.ts';

/** Decision: some seconds of a busy service, in a few megabytes; what is more is lost and counted. */
const MAX_WAITING = 2_048;
const BATCH = 256;
const SEND_AFTER_MS = 2_000;
const SEND_WITHIN_MS = 5_000;

/** False where the collector did not take them. */
export type SendSpans = (spans: readonly EndedSpan[], signal: AbortSignal) => Promise<boolean>;

/** What became of spans: `dropped` had no place to wait, `failed` were not taken. */
export type SpanOutcome = 'sent' | 'dropped' | 'failed';

export type SpanQueue = {
  /** Never waits and never throws. */
  add(span: EndedSpan): void;
  /** Sends what waits, as far as that goes within seconds, and takes no more. */
  stop(): Promise<void>;
};

/** Nobody waits, and nothing is sent twice: a collector that is slow or away costs spans alone. */
export function createSpanQueue({
  send,
  timers,
  onSpans,
}: {
  send: SendSpans;
  timers: Timers;
  onSpans: (outcome: SpanOutcome, count: number) => void;
}): SpanQueue {
  const waiting: EndedSpan[] = [];
  let isStopped = false;
  let cancel: (() => void) | null = null;
  let sending: Promise<void> | null = null;

  async function sendWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH);
      const deadline = { deadlineMs: SEND_WITHIN_MS, timers };
      const sent = await withDeadline((signal) => send(batch, signal), deadline);
      const isTaken = sent.kind === 'answered' && sent.value;
      onSpans(isTaken ? 'sent' : 'failed', batch.length);
      // Of a collector that is away, the next batch would only learn the same.
      if (!isTaken) return;
    }
  }

  function flush(): void {
    cancel?.();
    cancel = null;
    if (sending !== null) return;
    sending = sendWaiting().finally(() => {
      sending = null;
      if (waiting.length > 0 && !isStopped) cancel ??= timers.after(SEND_AFTER_MS, flush);
    });
  }

  return {
    add(span) {
      if (isStopped || waiting.length >= MAX_WAITING) {
        onSpans('dropped', 1);
        return;
      }
      waiting.push(span);
      if (sending === null) cancel ??= timers.after(SEND_AFTER_MS, flush);
    },
    async stop() {
      isStopped = true;
      const sendRest = async () => {
        await sending;
        flush();
        await sending;
      };
      await withDeadline(sendRest, { deadlineMs: SEND_WITHIN_MS, timers });
      if (waiting.length > 0) onSpans('dropped', waiting.splice(0).length);
    },
  };
}
