import type { Health } from '../../../contract/health.ts';
import type { Db } from '../../base/shared/db.ts';

/** So long what was found is told again: whoever asks often does not make the database write. */
const FOUND_HOLDS_MS = 1_000;
const PROVIDERS_HOLD_MS = 60_000;

/**
 * Tells whether a payment can be taken now: the service is not stopping, and its database keeps
 * what is written, and has not refused most of it lately. `elapsedMs`: a clock that only goes
 * forward. `countProviders`: how many of the outside parties want an operator; where that cannot be
 * told, what was told last stands. `servedShare`: of the companies, on machines of the database that
 * are up.
 */
export function createHealth(
  db: Db,
  state: { mode: Health['mode']; isStopping: boolean; unreadableRecords: () => number },
  elapsedMs: () => number,
  countProviders: () => Promise<number>,
  servedShare: () => Promise<number>,
): () => Promise<Health> {
  let found: { isUp: Promise<boolean>; untilMs: number } | null = null;
  const isUp = () => {
    if (found === null || elapsedMs() >= found.untilMs) {
      found = { isUp: db.isUp(), untilMs: elapsedMs() + FOUND_HOLDS_MS };
    }
    return found.isUp;
  };
  let counted: { value: Promise<number>; untilMs: number } | null = null;
  const providersToCheck = () => {
    if (counted !== null && elapsedMs() < counted.untilMs) return counted.value;
    const before = counted?.value ?? Promise.resolve(0);
    const value = countProviders().catch(() => before);
    counted = { value, untilMs: elapsedMs() + PROVIDERS_HOLD_MS };
    return value;
  };
  return async () => {
    const onMachinesUp = (await isUp()) ? await servedShare() : 0;
    // Where a machine is away, that is why its companies' work is refused, and the others' is not.
    const companiesServed = onMachinesUp === 1 && db.refusesMost?.() ? 0 : onMachinesUp;
    return {
      status: !state.isStopping && companiesServed > 0 ? 'ok' : 'unavailable',
      mode: state.mode,
      engine: db.engine,
      durability: db.durability,
      unreadableRecords: state.unreadableRecords(),
      providersToCheck: await providersToCheck(),
      companiesServed,
    };
  };
}
