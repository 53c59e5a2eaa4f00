import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import * as z from 'zod/mini';
import { parseJson } from '../../base/shared/parse-json.ts';

/** In characters; a key of RSA with its certificates would still fit. */
const LONGEST_ANSWER = 16_384;

const base64url = z.string().check(z.regex(/^[\w-]{1,8192}$/));

const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') };

const registrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z._default(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))), []),
  }),
});

const authenticationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    // Always there, since the device is asked for what it found by itself.
    userHandle: z.optional(base64url),
  }),
});

/** What was signed beside the device's own data; a page inside another one signs nothing here. */
const clientDataSchema = z.object({
  challenge: base64url,
  crossOrigin: z.optional(z.literal(false)),
});

export type PasskeyAnswer<Response> = { response: Response; challenge: string };

/** Null where the text is no such answer. */
export function readRegistration(text: string): PasskeyAnswer<RegistrationResponseJSON> | null {
  const read = registrationSchema.safeParse(fromJson(text));
  if (!read.success) return null;
  const challenge = challengeIn(read.data.response.clientDataJSON);
  return challenge && { response: { ...read.data, clientExtensionResults: {} }, ...challenge };
}

export function readAuthentication(text: string): PasskeyAnswer<AuthenticationResponseJSON> | null {
  const read = authenticationSchema.safeParse(fromJson(text));
  if (!read.success) return null;
  const { userHandle, ...signed } = read.data.response;
  const challenge = challengeIn(signed.clientDataJSON);
  const response = userHandle === undefined ? signed : { ...signed, userHandle };
  return (
    challenge && { response: { ...read.data, response, clientExtensionResults: {} }, ...challenge }
  );
}

function challengeIn(clientDataJSON: string): { challenge: string } | null {
  const read = clientDataSchema.safeParse(
    fromJson(Buffer.from(clientDataJSON, 'base64url').toString('utf8')),
  );
  return read.success ? { challenge: read.data.challenge } : null;
}

function fromJson(text: string): unknown {
  return text.length > LONGEST_ANSWER ? null : parseJson(text);
}
