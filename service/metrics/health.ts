import type { Health } from '../../contract/health.ts';
import type { Db } from '../shared/db.ts';

/** So long what was found is told again: whoever asks often does not make the database write. */
const FOUND_HOLDS_MS = 1_000;

/**
 * Tells whether a payment can be taken now: the service is not stopping, and its database keeps
 * what is written. `elapsedMs`: a clock that only goes forward.
 */
export function createHealth(
  db: Db,
  state: { mode: Health['mode']; isStopping: boolean; unreadableRecords: number },
  elapsedMs: () => number,
): () => Promise<Health> {
  let found: { isUp: Promise<boolean>; untilMs: number } | null = null;
  const isUp = () => {
    if (found === null || elapsedMs() >= found.untilMs) {
      found = { isUp: db.isUp(), untilMs: elapsedMs() + FOUND_HOLDS_MS };
    }
    return found.isUp;
  };
  return async () => ({
    status: !state.isStopping && (await isUp()) ? 'ok' : 'unavailable',
    mode: state.mode,
    engine: db.engine,
    durability: db.durability,
    unreadableRecords: state.unreadableRecords,
  });
}
