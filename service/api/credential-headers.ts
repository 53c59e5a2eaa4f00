import type { Context } from 'hono';
import { ApiError } from '../base/shared/api-error.ts';
import type { Credential } from '../domain/accounts/credential.ts';
import type { AppEnv } from '../http/app-env.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const KEY = /^[\x21-\x7e]{1,200}$/;

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
  if (authorization !== undefined) return readBasic(authorization);
  if (publicKey !== undefined) return { scope: 'public', publicKey: readKey(publicKey) };
  return { scope: 'company', publicKey: readKey(apiKey), secretKey: readKey(apiSecret) };
}

function refuseBrowser(c: Context<AppEnv>): void {
  if (c.req.header('origin') === undefined && c.req.header('referer') === undefined) return;
  throw new ApiError('FORBIDDEN', 'The secret key must never be used from a browser.');
}

function readBasic(authorization: string): Credential {
  const encoded = /^basic ([^\s]+)$/i.exec(authorization)?.[1];
  // Node's decoder skips what is not base64, so the alphabet is checked before it.
  if (encoded === undefined || !BASE64.test(encoded)) {
    throw malformed('Authorization must be Basic with base64 of the key pair.');
  }
  const pair = Buffer.from(encoded, 'base64').toString('latin1');
  const colon = pair.indexOf(':');
  if (colon === -1) throw malformed('Authorization must hold the public key, ":" and the secret.');
  return {
    scope: 'company',
    publicKey: readKey(pair.slice(0, colon)),
    secretKey: readKey(pair.slice(colon + 1)),
  };
}

function readKey(key: string | undefined): string {
  if (key === undefined || !KEY.test(key)) throw malformed('A key is missing or malformed.');
  return key;
}

function malformed(message: string): ApiError {
  return new ApiError('INVALID_CREDENTIALS', message);
}
