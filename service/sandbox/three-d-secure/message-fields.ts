import * as z from 'zod/mini';

/** The one version spoken here. */
export const MESSAGE_VERSION = '2.2.0';

export const messageVersionField = z.literal(MESSAGE_VERSION);

/** Ids of a transaction at each role: a UUID in 36 characters. */
export const transIdField = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));

/** Text of the protocol: bounded, never empty, without control characters. */
export function textField(maxLength: number) {
  return z.string().check(z.minLength(1), z.maxLength(maxLength), z.regex(/^\P{Cc}+$/u));
}

/** Digits alone, as many as given. */
export function digitsField(minLength: number, maxLength: number) {
  return z.string().check(z.regex(new RegExp(`^\\d{${minLength},${maxLength}}$`)));
}

/** An absolute http or https address. */
export function urlField(maxLength: number) {
  return z.string().check(
    z.maxLength(maxLength),
    z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
  );
}

/** A proof of authentication: 20 bytes in base64, so 28 characters. */
export const authenticationValueField = z.string().check(z.regex(/^[A-Za-z0-9+/]{27}=$/));

export const eciField = z.enum(['05', '06', '07', '02', '01', '00']);

export const transStatusReasonField = digitsField(2, 2);

export const challengeWindowSizeField = z.enum(['01', '02', '03', '04', '05']);

/** Y, N or U: finished, started but not finished, no method at all. */
export const compIndField = z.enum(['Y', 'N', 'U']);
