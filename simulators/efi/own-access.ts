import type { PixCredentials } from '../pix-bank/access.ts';
import type { PartyAnswer, PartyRecord, PartyRequest, Route } from '../server/exchange.ts';
import { jsonAnswer } from '../server/exchange.ts';
import { readJson } from '../server/fields.ts';
import type { Clock, Random } from '../server/harness.ts';
import { createTokens } from '../server/tokens.ts';

export type OwnAccess = {
  clock: Clock;
  random: Random;
  record: PartyRecord;
  credentials: PixCredentials;
};

/** Tokens of one of Efí's hosts, which are none at another: its own client keeps them apart. */
export function createHostAccess(
  access: OwnAccess,
  { path, lifetimeSeconds }: { path: string; lifetimeSeconds: number },
) {
  const { record, credentials } = access;
  const tokens = createTokens(access, lifetimeSeconds);
  const { clientId, clientSecret } = credentials;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

  const tokenRoute: Route = {
    method: 'POST',
    path,
    handle: (request) => {
      const body = readJson(request.rawBody);
      const grant = typeof body === 'object' && body !== null ? Object.values(body) : [];
      if (!grant.includes('client_credentials')) {
        record.violate('the body is no JSON with grant_type', request);
        return jsonAnswer(400, { error: 'unsupported_grant_type' });
      }
      if (request.headers.authorization !== basic) {
        return jsonAnswer(401, { error: 'invalid_client', error_description: 'Inválido' });
      }
      return jsonAnswer(200, {
        access_token: tokens.issue([]),
        token_type: 'Bearer',
        expires_in: lifetimeSeconds,
      });
    },
  };

  return {
    tokens,
    tokenRoute,
    guarded: (
      method: string,
      routePath: string,
      handle: (request: PartyRequest) => PartyAnswer,
    ): Route => ({
      method,
      path: routePath,
      handle: (request) => {
        const { state } = tokens.check(request.headers.authorization);
        if (state === 'good') return handle(request);
        return jsonAnswer(401, { error: 'invalid_token', error_description: 'Token inválido' });
      },
    }),
  };
}
