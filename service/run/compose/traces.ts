import type { RandomBytes } from '../../base/crypto/envelope.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import { createOtlpSender } from '../../base/traces/otlp.ts';
import { createSpanQueue } from '../../base/traces/span-queue.ts';
import { createTracer } from '../../base/traces/tracer.ts';
import type { Traces } from '../../base/traces/traces.ts';
import { NO_TRACES } from '../../base/traces/traces.ts';
import type { Metrics } from '../../domain/metrics/metrics.ts';
import type { Settings } from '../../settings.ts';

/** Traces for the collector of the settings; without one nothing is traced. */
export function createTraces(
  { traces: settings }: Settings,
  dependencies: {
    metrics: Pick<Metrics, 'spansLeft'>;
    randomBytes: RandomBytes;
    timers: Timers;
    now: () => Date;
  },
): { traces: Traces; stopTraces: () => Promise<void> } {
  if (settings === undefined) return { traces: NO_TRACES, stopTraces: async () => undefined };
  const { metrics, randomBytes, timers, now } = dependencies;
  const queue = createSpanQueue({
    send: createOtlpSender(settings.endpoint),
    timers,
    onSpans: (outcome, count) => metrics.spansLeft({ outcome, count }),
  });
  const { share } = settings;
  const traces = createTracer({
    ...{ share, randomBytes, onEnd: queue.add },
    now: () => now().getTime(),
  });
  return { traces, stopTraces: () => queue.stop() };
}
