import type { DashboardCookies } from './cookies.ts';
import type { DashboardServices } from './services.ts';

/**
 * What a form of ours carries and nobody else's can: a hash of the session's token or, for who is
 * not signed in, of a random value that their browser keeps for us.
 */
export function formTokenOf(
  sessionToken: string | null,
  cookies: DashboardCookies,
  { hash, randomBytes }: Pick<DashboardServices, 'hash' | 'randomBytes'>,
): string {
  const bound = sessionToken ?? visitorOf(cookies, randomBytes);
  return Buffer.from(hash('form-token', bound)).toString('base64url');
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
