import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { SESSION_TIMES } from '../../domain/people/session.ts';
import type { AppEnv } from '../../http/app-env.ts';

export type DashboardCookie =
  | 'session'
  | 'visitor'
  | 'language'
  | 'notice'
  | 'sign-in'
  | 'browser'
  | 'invitation';

export type DashboardCookies = {
  read(name: DashboardCookie): string | undefined;
  write(name: DashboardCookie, value: string): void;
  forget(name: DashboardCookie): void;
};

const MAX_AGE_SECONDS: Readonly<Record<DashboardCookie, number>> = {
  session: SESSION_TIMES.longestMs / 1_000,
  visitor: 12 * 3_600,
  language: 365 * 86_400,
  notice: 60,
  'sign-in': 300,
  browser: 180 * 86_400,
  invitation: 900,
};

/**
 * The cookies of one request. At an https address they are `__Host-`: of this origin alone, over TLS
 * alone, for all its paths. Decision: at an http address, which only a sandbox can have, they are
 * plain, since Safari keeps no cookie of TLS alone from `http://localhost`, and nobody could sign in.
 */
export function cookiesOf(c: Context<AppEnv>, dashboardUrl: string): DashboardCookies {
  const secure = dashboardUrl.startsWith('https://');
  // Cookies know no ports: whatever else runs on this machine must not have the same names.
  const nameOf = (name: DashboardCookie) => `${secure ? '__Host' : 'dashboard'}-${name}`;
  return {
    read: (name) => getCookie(c, nameOf(name)),
    write: (name, value) =>
      setCookie(c, nameOf(name), value, {
        path: '/',
        secure,
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: MAX_AGE_SECONDS[name],
      }),
    forget: (name) => {
      deleteCookie(c, nameOf(name), { path: '/', secure });
    },
  };
}
