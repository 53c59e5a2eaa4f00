import type { OutgoingAnswer } from './answer.ts';
import type { OutgoingCall, OutgoingClient } from './client.ts';

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
