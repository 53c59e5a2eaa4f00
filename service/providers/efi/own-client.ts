import { withTokens } from '../outgoing/authorized-client.ts';
import type { PartyOptions } from '../outgoing/client.ts';
import { callsOf, createOutgoingClient } from '../outgoing/client.ts';
import type { ClientCredentials } from '../outgoing/fetch-token.ts';
import { createFetchToken } from '../outgoing/fetch-token.ts';
import { createTokens } from '../outgoing/tokens.ts';

export type EfiOptions = Omit<PartyOptions, 'provider'> & { credentials: ClientCredentials };

const DEADLINE_MS = 15_000;

/**
 * The calls to one of Efí's other hosts, where a token of its PIX API is none. `path`: of its token.
 */
export function createOwnClient(options: EfiOptions & { origin: string }, path: string) {
  const { credentials, now } = options;
  const client = createOutgoingClient({ ...options, provider: 'efi' });
  const fetchToken = createFetchToken({ client, path, auth: 'basic_json', credentials });
  const tokens = createTokens({ fetchToken, now });
  return callsOf<string>(withTokens(client, { tokens, scope: '' }), DEADLINE_MS);
}
