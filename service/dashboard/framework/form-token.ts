import { timingSafeEqual } from 'node:crypto';
import type { DashboardCookies } from './cookies.ts';
import type { DashboardServices } from './services.ts';

const TOKEN_BYTES = 32;

/**
 * What a form of ours carries and nobody else's can: a hash of the session's token or, for who is
 * not signed in, of a random value that their browser keeps for us. A page gets it masked.
 */
export function formTokenOf(
  sessionToken: string | null,
  cookies: DashboardCookies,
  { hash, randomBytes }: Pick<DashboardServices, 'hash' | 'randomBytes'>,
): Uint8Array {
  return hash('form-token', sessionToken ?? visitorOf(cookies, randomBytes));
}

/**
 * The token as one page carries it: random bytes, and the token under them. No two pages have text
 * in common by it, so that the size of compressed pages tells nothing of it.
 */
export function maskFormToken(
  token: Uint8Array,
  randomBytes: DashboardServices['randomBytes'],
): string {
  const mask = randomBytes(TOKEN_BYTES);
  return Buffer.concat([mask, mixed(token, mask)]).toString('base64url');
}

export function isFormToken(text: string, token: Uint8Array): boolean {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 2 * TOKEN_BYTES) return false;
  return timingSafeEqual(mixed(bytes.subarray(TOKEN_BYTES), bytes), token);
}

function mixed(bytes: Uint8Array, mask: Uint8Array): Uint8Array {
  return bytes.map((byte, index) => byte ^ (mask[index] ?? 0));
}

function visitorOf(
  cookies: DashboardCookies,
  randomBytes: DashboardServices['randomBytes'],
): string {
  const known = cookies.read('visitor');
  if (known !== undefined) return known;
  const made = Buffer.from(randomBytes(16)).toString('base64url');
  cookies.write('visitor', made);
  return made;
}
