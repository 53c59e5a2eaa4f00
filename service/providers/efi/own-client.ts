import type { OutgoingAnswer } from '../outgoing/answer.ts';
import { withTokens } from '../outgoing/authorized-client.ts';
import type { OutgoingCall, PartyOptions } from '../outgoing/client.ts';
import { createOutgoingClient } from '../outgoing/client.ts';
import type { ClientCredentials } from '../outgoing/fetch-token.ts';
import { createFetchToken } from '../outgoing/fetch-token.ts';
import { createTokens } from '../outgoing/tokens.ts';

export type EfiOptions = Omit<PartyOptions, 'provider'> & {
  credentials: ClientCredentials;
};

/** The calls to one of Efí's other hosts, where a token of its PIX API is none. */
export function createOwnClient(
  options: EfiOptions & { origin: string; tokenPath: string; deadlineMs: number },
) {
  const { credentials, tokenPath, deadlineMs, now } = options;
  const outgoing = createOutgoingClient({ ...options, provider: 'efi' });
  const fetchToken = createFetchToken({
    client: outgoing,
    ...{ path: tokenPath, auth: 'basic_json', credentials },
  });
  const client = withTokens(outgoing, { tokens: createTokens({ fetchToken, now }), scope: '' });

  /** `verb` is what the log calls it. */
  return function send(
    verb: string,
    [method, path]: [OutgoingCall['method'], string],
    {
      signal,
      body,
      headers = {},
    }: { signal: AbortSignal; body?: unknown; headers?: Readonly<Record<string, string>> },
  ): Promise<OutgoingAnswer> {
    const call = { verb, method, path, deadlineMs, isRead: method === 'GET' };
    if (body === undefined) return client.send({ ...call, headers }, signal);
    const json = { ...headers, 'content-type': 'application/json' };
    return client.send({ ...call, headers: json, body: JSON.stringify(body) }, signal);
  };
}
