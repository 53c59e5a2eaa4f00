import type { PartyAnswer, PartyRecord, PartyRequest, Route } from '../server/exchange.ts';
import { jsonAnswer } from '../server/exchange.ts';
import { readJson } from '../server/fields.ts';
import type { Tokens } from '../server/tokens.ts';
import { problemAnswer, unauthorizedAnswer } from './problem.ts';
import type { PixProfile } from './profiles.ts';

/** What the bank gave to the company, beside a certificate. */
export type PixCredentials = {
  clientId: string;
  clientSecret: string;
  applicationKey: string;
  accountNumber: string;
};

export const PIX_SCOPES = [
  'cob.read',
  'cob.write',
  'pix.read',
  'pix.write',
  'webhook.read',
  'webhook.write',
  'payloadlocation.read',
];

type Access = {
  profile: PixProfile;
  credentials: PixCredentials;
  tokens: Tokens;
  record: PartyRecord;
  now: () => number;
  /** Those that the application was granted; what it asks for beyond is silently left out. */
  granted: readonly string[];
  lifetimeSeconds: number;
};

export function tokenRoute(access: Access): Route {
  const { profile, tokens, record, granted, lifetimeSeconds } = access;
  return {
    method: 'POST',
    path: profile.tokenPath,
    handle: (request) => {
      const asked = readTokenRequest(profile, request);
      for (const fault of asked.faults) record.violate(fault, request);
      if (asked.grantType !== 'client_credentials') {
        return jsonAnswer(400, { error: 'unsupported_grant_type' });
      }
      if (!isKnown(asked, access)) {
        const description = 'Invalid or inactive credentials';
        return jsonAnswer(401, { error: 'invalid_client', error_description: description });
      }
      const wanted = asked.scope === null ? granted : asked.scope.split(' ');
      const scopes = granted.filter((scope) => wanted.includes(scope));
      return jsonAnswer(200, {
        access_token: tokens.issue(scopes),
        token_type: 'Bearer',
        expires_in: lifetimeSeconds,
        scope: scopes.join(' '),
      });
    },
  };
}

export function guarded(access: Access, scope: string, route: Route): Route {
  const { profile, tokens, record, now } = access;
  return {
    ...route,
    handle: (request): PartyAnswer => {
      const { state, scopes } = tokens.check(request.headers.authorization);
      if (state !== 'good') return unauthorizedAnswer(profile, now());
      const header = headerFault(access, request);
      if (header !== null) {
        record.violate(header, request);
        return problemAnswer(profile, { name: 'AcessoNegado', detail: header });
      }
      if (!scopes.includes(scope)) {
        return problemAnswer(profile, {
          name: 'AcessoNegado',
          detail: `O token não tem o escopo ${scope}.`,
        });
      }
      return route.handle(request);
    },
  };
}

function headerFault({ profile, credentials }: Access, { headers }: PartyRequest): string | null {
  if (profile.header === null) return null;
  const { name, holds } = profile.header;
  const expected = {
    application_key: credentials.applicationKey,
    client_id: credentials.clientId,
    account_number: credentials.accountNumber,
  }[holds];
  return headers[name] === expected ? null : `the header ${name} is not the company's`;
}

type TokenRequest = {
  id: string | null;
  secret: string | null;
  grantType: string | null;
  scope: string | null;
  faults: string[];
};

function readTokenRequest(profile: PixProfile, request: PartyRequest): TokenRequest {
  const { headers, rawBody } = request;
  const [id = null, secret = null] = readBasic(headers.authorization) ?? [];
  if (profile.tokenAuth === 'basic_json') {
    const body = readJson(rawBody);
    const grantType = textIn(body, 'grant_type');
    return {
      ...{ id, secret, grantType, scope: textIn(body, 'scope') },
      faults: grantType === null ? ['the body is no JSON with grant_type'] : [],
    };
  }
  const form = new URLSearchParams(rawBody);
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  const faults = isForm ? [] : ['the body is not a form'];
  const rest = { grantType: form.get('grant_type'), scope: form.get('scope'), faults };
  if (profile.tokenAuth === 'basic_form') return { id, secret, ...rest };
  return { id: form.get('client_id'), secret: form.get('client_secret'), ...rest };
}

function isKnown(asked: TokenRequest, { profile, credentials }: Access): boolean {
  const isSecretRight =
    profile.tokenAuth === 'form_id'
      ? asked.secret === null
      : asked.secret === credentials.clientSecret;
  return asked.id === credentials.clientId && isSecretRight;
}

function readBasic(authorization: string | undefined): [string, string] | null {
  const encoded = /^Basic (\S+)$/.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const [id, ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return [id ?? '', secret.join(':')];
}

function textIn(body: unknown, name: string): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const value = new Map<string, unknown>(Object.entries(body)).get(name);
  return typeof value === 'string' ? value : null;
}
