import { withTokens } from '../outgoing/authorized-client.ts';
import { callsOf } from '../outgoing/calls.ts';
import type { PartyOptions } from '../outgoing/client.ts';
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
  return callsOf<string>(client, deadlineMs);
}
