import { AsyncLocalStorage } from 'node:async_hooks';
import type { OutgoingLogLine } from '../outgoing-log-line.ts';

const hearers = new AsyncLocalStorage<OutgoingLogLine[]>();

/** Each call of `work` to a party is added to `calls` as it ends: `work` itself may say less. */
export function hearingCalls<Result>(work: (calls: readonly OutgoingLogLine[]) => Result): Result {
  const calls: OutgoingLogLine[] = [];
  return hearers.run(calls, () => work(calls));
}

export function tellHearer(line: OutgoingLogLine): void {
  hearers.getStore()?.push(line);
}
