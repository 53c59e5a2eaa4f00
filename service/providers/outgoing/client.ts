import { AsyncLocalStorage } from 'node:async_hooks';
import type { Dispatcher } from 'undici';
import type { Timers } from '../../base/shared/periodic.ts';
import type { OutgoingLogLine } from '../outgoing-log-line.ts';
import type { OutgoingAnswer } from './answer.ts';
import { classify } from './answer.ts';
import type { Breaker } from './breaker.ts';
import { createBreaker } from './breaker.ts';
import type { Exchanged, OutgoingRequest } from './exchange.ts';
import { exchange } from './exchange.ts';

/** One call. Its host is the client's; `path` is made of the definition's parts and of ids. */
export type OutgoingCall = Omit<OutgoingRequest, 'origin' | 'headers' | 'body'> & {
  /** As the log names it: no path is logged, since keys and ids of payers stand in some. */
  verb: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Whether it changes nothing at the party. */
  isRead: boolean;
  deadlineMs: number;
};

export type OutgoingOptions = {
  provider: string;
  account: string;
  /** Of the provider's definition, never from a request. */
  origin: string;
  dispatcher: Dispatcher;
  timers: Timers;
  now: () => number;
  log: (line: OutgoingLogLine) => void;
  /** Of a party with several hosts that rest and recover together. */
  breaker?: Breaker;
};

export type PartyOptions = Omit<OutgoingOptions, 'origin' | 'breaker'>;

export type OutgoingClient = {
  send: (call: OutgoingCall, signal: AbortSignal) => Promise<OutgoingAnswer>;
  /** The party rested, and takes one read before any write. */
  needsRead: Breaker['needsRead'];
};

/** The one way in which requests leave to outside parties; one client a provider and account. */
export function createOutgoingClient(options: OutgoingOptions): OutgoingClient {
  const { provider, account, dispatcher, timers, now, log } = options;
  const { origin, protocol, host } = new URL(options.origin);
  if (protocol !== 'https:') throw new Error(`${provider} has to be called by https`);
  const { breaker = createBreaker({ now }) } = options;

  async function leave(call: OutgoingCall, signal: AbortSignal) {
    const { method, path, headers = {}, body = null, deadlineMs } = call;
    const request = { origin, method, path, headers, body };
    let error: string | null = null;
    const onError = (code: string) => {
      error = code;
    };
    const within = { dispatcher, timers, deadlineMs, signal, onError };
    const exchanged = await exchange(request, within);
    const answer = toAnswer(exchanged, call);
    breaker.tell(answer, retryAfterMs(exchanged, now()));
    const status = exchanged.kind === 'arrived' ? exchanged.answer.status : null;
    return { answer, status, error };
  }

  return {
    needsRead: breaker.needsRead,
    send: async (call, signal) => {
      // Before the breaker is asked, which waits to hear of each call that it has let go.
      if (!isPath(call.path, origin)) throw new Error(`the path of ${call.verb} leads elsewhere`);
      const startedAt = now();
      const resting = { kind: 'not_sent', cause: 'resting' } as const;
      const { answer, status, error } = breaker.admits(call)
        ? await leave(call, signal)
        : { answer: resting, status: null, error: null };
      const line = {
        ...{ provider, account, host, verb: call.verb, outcome: answer.kind, status, error },
        cause: 'cause' in answer ? answer.cause : null,
        durationMs: now() - startedAt,
        restsUntil: breaker.restsUntil(),
      };
      log(line);
      tellHearer(line);
      return answer;
    },
  };
}

function toAnswer(exchanged: Exchanged, { isRead }: OutgoingCall): OutgoingAnswer {
  if (exchanged.kind !== 'arrived') return exchanged;
  const { status, text } = exchanged.answer;
  // Some parties say nothing more of what they have not got; of a write it would say too little.
  if (isRead && status === 404 && text === '') return { kind: 'rejected', status, body: null };
  return classify(exchanged.answer);
}

function isPath(path: string, origin: string): boolean {
  if (!/^\/[\x21-\x7e]*$/.test(path) || path.startsWith('//')) return false;
  const url = new URL(path, origin);
  // An id that holds `..` or a fragment would name another call.
  return url.origin === origin && `${url.pathname}${url.search}` === path;
}

/** Source: RFC 9110, "Retry-After": seconds, or a date. */
function retryAfterMs(exchanged: Exchanged, now: number): number | null {
  const text = exchanged.kind === 'arrived' ? exchanged.answer.retryAfter : null;
  if (text === null) return null;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return ms > 0 ? ms : null;
}

const hearers = new AsyncLocalStorage<OutgoingLogLine[]>();

/** Each call of `work` to a party is added to `calls` as it ends: `work` itself may say less. */
export function hearingCalls<Result>(work: (calls: readonly OutgoingLogLine[]) => Result): Result {
  const calls: OutgoingLogLine[] = [];
  return hearers.run(calls, () => work(calls));
}

function tellHearer(line: OutgoingLogLine): void {
  hearers.getStore()?.push(line);
}

type Headers = Readonly<Record<string, string>>;

/** `body`: anything that JSON can hold. `isRead`: a GET unless told. */
type Sent = { signal: AbortSignal; body?: unknown; headers?: Headers; isRead?: boolean };

/** `deadlineMs`: whoever asks may give up sooner. `own`: the headers of every call. */
export function callsOf<Verb extends string>(
  { send }: Pick<OutgoingClient, 'send'>,
  deadlineMs: number | Readonly<Record<Verb, number>>,
  own: Headers = {},
) {
  return (
    verb: Verb,
    [method, path]: [OutgoingCall['method'], path: string],
    { signal, body, headers = {}, isRead = method === 'GET' }: Sent,
  ): Promise<OutgoingAnswer> => {
    const ms = typeof deadlineMs === 'number' ? deadlineMs : deadlineMs[verb];
    const call = { verb, method, path, isRead, deadlineMs: ms };
    const all = { ...own, ...headers };
    if (body === undefined) return send({ ...call, headers: all }, signal);
    const json = { ...all, 'content-type': 'application/json' };
    return send({ ...call, headers: json, body: JSON.stringify(body) }, signal);
  };
}
