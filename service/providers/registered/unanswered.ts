import { hearingCalls } from '../outgoing/heard-calls.ts';
import type { OutgoingLogLine } from '../outgoing-log-line.ts';

/** By which word of the system it failed, and what an operator looks at then. */
const FAILURES: readonly (readonly [RegExp, string])[] = [
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'has no address here: look at the name server of this machine'],
  [/^ERR_SSL_.*ALERT/, 'refuses the connection: is the certificate the one that it knows'],
  [/CERT|^UNABLE_TO_|^ERR_TLS_/, 'shows a certificate that is not trusted, or not its own'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'cuts the connection: is this address let in there'],
];

/**
 * Why a party gave no answer that says something, of the last call that was made to it; null where
 * none was. It has the party's host and words of ours, never any of the party's.
 */
export function whyUnanswered(calls: readonly OutgoingLogLine[]): string | null {
  const failed = calls.findLast(({ outcome }) => outcome === 'not_sent' || outcome === 'unknown');
  if (failed === undefined) return null;
  const { host, cause, status, error } = failed;
  if (cause === 'resting') return `${host} is left alone after failures: try again in a minute`;
  if (cause === 'timeout') return `${host} takes longer than it may to answer`;
  if (status !== null) return `${host} answers with ${status}, in words that say nothing`;
  const [, words] = FAILURES.find(([word]) => word.test(error ?? '')) ?? [];
  const because = error === null ? '' : ` (${error})`;
  if (words !== undefined) return `${host} ${words}${because}`;
  return `no connection to ${host}${because}: let outgoing https to it through`;
}

/** Runs `work`, which may ask why the calls that it has made until then were not answered. */
export function asked<Result>(work: (why: () => string | null) => Result): Result {
  return hearingCalls((calls) => work(() => whyUnanswered(calls)));
}
