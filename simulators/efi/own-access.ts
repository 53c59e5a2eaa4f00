import type { PixCredentials } from '../pix-bank/access.ts';
import type { Clock } from '../server/clock.ts';
import type { PartyAnswer, PartyRequest, Route } from '../server/exchange.ts';
import { jsonAnswer } from '../server/exchange.ts';
import { readJson } from '../server/fields.ts';
import type { Random } from '../server/random.ts';
import type { PartyRecord } from '../server/record.ts';
import { createTokens } from '../server/tokens.ts';

export type OwnAccess = {
  clock: Clock;
  random: Random;
  record: PartyRecord;
  credentials: PixCredentials;
};

/** Tokens of one of Efí's hosts, which are none at another: its own client keeps them apart. */
export function createHostAccess(
  { clock, random, record, credentials }: OwnAccess,
  { path, lifetimeSeconds }: { path: string; lifetimeSeconds: number },
) {
  const tokens = createTokens({ clock, random, record, lifetimeSeconds });
  const { clientId, clientSecret } = credentials;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

  const tokenRoute: Route = {
    method: 'POST',
    path,
    handle: ({ headers, rawBody }) => {
      const body = readJson(rawBody);
      const grant = typeof body === 'object' && body !== null ? Object.values(body) : [];
      if (!grant.includes('client_credentials')) {
        record.violate(`POST ${path}: the body is no JSON with grant_type`);
        return jsonAnswer(400, { error: 'unsupported_grant_type' });
      }
      if (headers.authorization !== basic) {
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
