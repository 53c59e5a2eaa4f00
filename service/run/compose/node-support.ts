import type { Logger } from 'pino';
import type { Settings } from '../../settings.ts';

/**
 * Last days of security fixes. Source: release schedule of the Node.js project, read 2026-11-26.
 */
const SUPPORTED_UNTIL: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
};

/** One line in the log of production, where it runs on a Node that gets no security fixes. */
export function warnOfOldNode(
  log: Pick<Logger, 'warn'>,
  { mode, version, now }: { mode: Settings['mode']; version: string; now: Date },
): void {
  const supportEnded = endedSupport(version, now);
  if (mode !== 'production' || supportEnded === null) return;
  log.warn({ node: version, supportEnded }, 'this Node gets no security fixes: use Node 24');
}

/** Null while support lasts, and for a newer line. `version`: as `process.version` has it. */
function endedSupport(version: string, now: Date): string | null {
  const line = Number(/^v(\d+)\./.exec(version)?.[1]);
  const until = SUPPORTED_UNTIL[line];
  return until !== undefined && now.toISOString().slice(0, 10) > until ? until : null;
}
