import { setTimeout as delay } from 'node:timers/promises';
import { DbUnavailable } from '../../base/shared/db.ts';
import { isConflict } from './sql-failure.ts';

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 10;

export type RetryOptions = {
  /** Jitter, 0 to 1: two transactions that met once must not meet again in step. */
  random?: () => number;
  wait?: (milliseconds: number) => Promise<unknown>;
  onConflict?: () => void;
};

/** Runs `attempt` again after a serialization failure or a deadlock, at most six times in all. */
export async function retryConflicts<Result>(
  attempt: () => Promise<Result>,
  { random = Math.random, wait = delay, onConflict }: RetryOptions,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (tried === ATTEMPTS) throw new DbUnavailable(error);
      onConflict?.();
      await wait(random() * FIRST_PAUSE_MS * 2 ** tried);
    }
  }
}
