import * as z from 'zod/mini';
import type { OutgoingClient } from './client.ts';
import type { FetchToken, TokenAnswer } from './tokens.ts';

/** `basic_`: with a JSON body or a form. `form_id`: the id alone; the certificate is the secret. */
export type TokenAuth = 'basic_json' | 'basic_form' | 'form_id' | 'form_secret';

export type ClientCredentials = { clientId: string; clientSecret: string };

export const TOKEN_DEADLINE_MS = 10_000;
/** Decision: a token that does not say how long it lives is used for five minutes. */
const LIFETIME_WHEN_UNTOLD_SECONDS = 300;

const tokenSchema = z.object({
  access_token: z.string().check(z.regex(/^[\x21-\x7e]+$/)),
  expires_in: z.optional(
    z.pipe(z.coerce.number(), z.number().check(z.positive(), z.maximum(31_536_000))),
  ),
});

/** Asks for tokens by client credentials. Source: RFC 6749, section 4.4. */
export function createFetchToken(options: {
  client: OutgoingClient;
  path: string;
  auth: TokenAuth;
  credentials: ClientCredentials;
}): FetchToken {
  const { client, path, auth, credentials } = options;
  // Others wait for it, so it ends by its deadline and not with the caller that began it.
  const { signal } = new AbortController();
  return async (scope) => {
    const answer = await client.send(
      {
        ...{ verb: 'token', method: 'POST', path, isRead: true, deadlineMs: TOKEN_DEADLINE_MS },
        ...writeTokenRequest(auth, credentials, scope),
      },
      signal,
    );
    if (answer.kind === 'rejected') return { kind: 'refused' };
    return answer.kind === 'answered' ? readToken(answer.body) : { kind: 'failed' };
  };
}

function readToken(body: unknown): TokenAnswer {
  const { success, data } = tokenSchema.safeParse(body);
  if (!success) return { kind: 'failed' };
  const { access_token: value, expires_in: seconds = LIFETIME_WHEN_UNTOLD_SECONDS } = data;
  return { kind: 'given', value, lifetimeMs: seconds * 1000 };
}

function writeTokenRequest(
  auth: TokenAuth,
  { clientId, clientSecret }: ClientCredentials,
  scope: string,
): { headers: Record<string, string>; body: string } {
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const grant = { grant_type: 'client_credentials', scope };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  switch (auth) {
    case 'basic_json': {
      // Efí's, whose own client names no scope: the application has those it was given there.
      const headers = { authorization: basic, 'content-type': 'application/json' };
      return { headers, body: JSON.stringify({ grant_type: grant.grant_type }) };
    }
    case 'basic_form': {
      const headers = { authorization: basic, ...form };
      return { headers, body: new URLSearchParams(grant).toString() };
    }
    case 'form_id': {
      const fields = { ...grant, client_id: clientId };
      return { headers: form, body: new URLSearchParams(fields).toString() };
    }
    case 'form_secret': {
      const fields = { ...grant, client_id: clientId, client_secret: clientSecret };
      return { headers: form, body: new URLSearchParams(fields).toString() };
    }
    default:
      return auth satisfies never;
  }
}
