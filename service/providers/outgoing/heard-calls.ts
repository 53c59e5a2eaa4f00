import { AsyncLocalStorage } from 'node:async_hooks';
import type { OutgoingLogLine } from '../outgoing-log-line.ts';

const hearers = new AsyncLocalStorage<OutgoingLogLine[]>();

/**
 * Runs `work` with a list that every call to an outside party which it makes is added to as it ends:
 * what came of them is more than `work` may say.
 */
export function hearingCalls<Result>(work: (calls: readonly OutgoingLogLine[]) => Result): Result {
  const calls: OutgoingLogLine[] = [];
  return hearers.run(calls, () => work(calls));
}

export function tellHearer(line: OutgoingLogLine): void {
  hearers.getStore()?.push(line);
}
