import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { AppEnv } from '../http/app-env.ts';
import { SESSION_TIMES } from '../people/session.ts';

/**
 * The dashboard's cookies. `__Host-`: of this origin alone, over TLS alone (browsers count
 * `localhost` as that), for all its paths.
 */
export type DashboardCookie =
  | 'session'
  | 'visitor'
  | 'language'
  | 'notice'
  | 'sign-in'
  | 'invitation';

const MAX_AGE_SECONDS: Readonly<Record<DashboardCookie, number>> = {
  session: SESSION_TIMES.longestMs / 1_000,
  visitor: 12 * 3_600,
  language: 365 * 86_400,
  notice: 60,
  'sign-in': 300,
  invitation: 900,
};

export function readCookie(c: Context<AppEnv>, name: DashboardCookie): string | undefined {
  return getCookie(c, name, 'host');
}

export function writeCookie(c: Context<AppEnv>, name: DashboardCookie, value: string): void {
  setCookie(c, name, value, {
    prefix: 'host',
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: MAX_AGE_SECONDS[name],
  });
}

export function forgetCookie(c: Context<AppEnv>, name: DashboardCookie): void {
  deleteCookie(c, name, { prefix: 'host', path: '/', secure: true });
}
