import type { Context } from 'hono';
import { ApiError } from '../base/shared/api-error.ts';
import type { Credential } from '../domain/accounts/credential.ts';
import type { AppEnv } from '../http/app-env.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const PUBLIC_KEY = /^pk_(?:live|test)_[\x21-\x7e]{1,192}$/;
const SECRET_KEY = /^sk_(?:live|test)_[\x21-\x7e]{1,192}$/;

/**
 * The credential of a request, or null where there is none. A secret key that may have been in a
 * browser (Origin or Referer present, whatever it says) is 403 before it is even read; two ways at
 * once and anything malformed are 400 INVALID_CREDENTIALS. Source: spec, "Authentication".
 */
export function readCredential(c: Context<AppEnv>): Credential | null {
  const authorization = c.req.header('authorization');
  const apiKey = c.req.header('x-api-key');
  const apiSecret = c.req.header('x-api-secret');
  const publicKey = c.req.header('x-public-key');
  const hasPair = apiKey !== undefined || apiSecret !== undefined;
  if (authorization !== undefined || hasPair) refuseBrowser(c);

  const ways = [authorization !== undefined, hasPair, publicKey !== undefined];
  const count = ways.filter(Boolean).length;
  if (count === 0) return null;
  if (count > 1) throw malformed('Send one kind of credentials, not several.');
  if (authorization !== undefined) return readBasic(c, authorization);
  if (publicKey === undefined) return readPair(c, apiKey, apiSecret);
  if (SECRET_KEY.test(publicKey)) {
    throw misplaced(c, 'This is a secret key, sent as the public one (pk_…): revoke it.');
  }
  if (!PUBLIC_KEY.test(publicKey))
    throw malformed('A public key begins with pk_live_ or pk_test_.');
  return { scope: 'public', publicKey };
}

function refuseBrowser(c: Context<AppEnv>): void {
  if (c.req.header('origin') === undefined && c.req.header('referer') === undefined) return;
  throw new ApiError('FORBIDDEN', 'The secret key must never be used from a browser.');
}

function readBasic(c: Context<AppEnv>, authorization: string): Credential {
  const encoded = /^basic ([^\s]+)$/i.exec(authorization)?.[1];
  // Node's decoder skips what is not base64, so the alphabet is checked before it.
  if (encoded === undefined || !BASE64.test(encoded)) {
    throw malformed('Authorization must be Basic with base64 of the key pair.');
  }
  const pair = Buffer.from(encoded, 'base64').toString('latin1');
  const colon = pair.indexOf(':');
  if (colon === -1) throw malformed('Authorization must hold the public key, ":" and the secret.');
  return readPair(c, pair.slice(0, colon), pair.slice(colon + 1));
}

function readPair(c: Context<AppEnv>, publicKey = '', secretKey = ''): Credential {
  if (SECRET_KEY.test(publicKey) || PUBLIC_KEY.test(secretKey)) {
    throw misplaced(c, 'The public key (pk_…) comes first, then the secret key (sk_…).');
  }
  if (PUBLIC_KEY.test(publicKey) && SECRET_KEY.test(secretKey)) {
    return { scope: 'company', publicKey, secretKey };
  }
  if ([publicKey, secretKey].some((key) => /^\s|\s$/.test(key))) {
    throw malformed(
      'A key has a blank or a line break around it, as a copied or read one may have.',
    );
  }
  throw malformed(
    'A key is missing or malformed: pk_live_… and sk_live_…, or pk_test_… and sk_test_….',
  );
}

/** An operator looks whether it was a secret key that others could see. */
function misplaced(c: Context<AppEnv>, message: string): ApiError {
  c.set('alert', 'secret key in a public slot');
  return malformed(message);
}

function malformed(message: string): ApiError {
  return new ApiError('INVALID_CREDENTIALS', message);
}
