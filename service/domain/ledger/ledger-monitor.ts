import { withDeadline } from '../../base/shared/deadline.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import type { checkLedger } from './check-ledger.ts';

/** Decision: checked when somebody asks, who waits no longer than a scrape may. */
const CHECK_EVERY_MS = 15 * 60_000;
const WAIT_MS = 5_000;

type LedgerCheck = { result: 'agrees' | 'disagrees' | 'failed'; at: Date; durationMs: number };

export type LedgerMonitorServices = {
  check: () => ReturnType<typeof checkLedger>;
  metrics: { ledgerChecked(check: LedgerCheck): void };
  now: () => Date;
  elapsedMs: () => number;
  timers: Timers;
  onDisagreement: (sentence: string) => void;
  onError: (error: unknown) => void;
};

export function createLedgerMonitor(services: LedgerMonitorServices): () => Promise<void> {
  const { metrics, now, elapsedMs, timers } = services;
  let checkedAt: number | null = null;
  let running: Promise<void> | null = null;

  const check = async () => {
    const startedAtMs = elapsedMs();
    const tell = (result: LedgerCheck['result']) =>
      metrics.ledgerChecked({ result, at: now(), durationMs: elapsedMs() - startedAtMs });
    try {
      const { disagreement } = await services.check();
      tell(disagreement === null ? 'agrees' : 'disagrees');
      if (disagreement !== null) services.onDisagreement(disagreement);
    } catch (error) {
      tell('failed');
      services.onError(error);
    }
  };

  return async () => {
    const time = now().getTime();
    if (running === null && (checkedAt === null || time - checkedAt >= CHECK_EVERY_MS)) {
      checkedAt = time;
      running = check().finally(() => {
        running = null;
      });
    }
    const underWay = running;
    if (underWay !== null) await withDeadline(() => underWay, { deadlineMs: WAIT_MS, timers });
  };
}
