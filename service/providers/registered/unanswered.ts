import type { CheckFault } from '../check-fault.ts';
import { checkFault } from '../check-fault.ts';
import { hearingCalls } from '../outgoing/client.ts';
import type { OutgoingLogLine } from '../outgoing-log-line.ts';

/** By which word of the system it failed, and what an operator looks at then. */
const FAILURES = [
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'no_address'],
  [/^ERR_SSL_.*ALERT/, 'connection_refused'],
  [/CERT|^UNABLE_TO_|^ERR_TLS_/, 'untrusted'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'cut'],
] as const;

/** Of the last call that failed; null where none did. It has the party's host, never its words. */
export function whyUnanswered(calls: readonly OutgoingLogLine[]): CheckFault | null {
  const failed = calls.findLast(({ outcome }) => outcome === 'not_sent' || outcome === 'unknown');
  if (failed === undefined) return null;
  const { host, cause, status } = failed;
  if (cause === 'resting') return checkFault('resting', { host });
  if (cause === 'timeout') return checkFault('timed_out', { host });
  if (status !== null) return checkFault('senseless', { host, status });
  const error = failed.error ?? 'unknown';
  const [, fault = 'no_connection'] = FAILURES.find(([word]) => word.test(error)) ?? [];
  return checkFault(fault, { host, error });
}

/** Runs `work`, which may ask why the calls that it has made until then were not answered. */
export function asked<Result>(work: (why: () => CheckFault | null) => Result): Result {
  return hearingCalls((calls) => work(() => whyUnanswered(calls)));
}
