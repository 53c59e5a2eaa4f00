import type { Context } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { readCookie, writeCookie } from './cookies.ts';
import type { DashboardServices } from './services.ts';

/**
 * What a form of ours carries and nobody else's can: a hash of the session's token or, for who is
 * not signed in, of a random value that their browser keeps for us.
 */
export function formTokenOf(
  sessionToken: string | null,
  c: Context<AppEnv>,
  { hash, randomBytes }: Pick<DashboardServices, 'hash' | 'randomBytes'>,
): string {
  const bound = sessionToken ?? visitorOf(c, randomBytes);
  return Buffer.from(hash('form-token', bound)).toString('base64url');
}

function visitorOf(c: Context<AppEnv>, randomBytes: DashboardServices['randomBytes']): string {
  const known = readCookie(c, 'visitor');
  if (known !== undefined) return known;
  const made = Buffer.from(randomBytes(16)).toString('base64url');
  writeCookie(c, 'visitor', made);
  return made;
}
