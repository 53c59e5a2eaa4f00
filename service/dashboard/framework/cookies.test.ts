import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { AppEnv } from '../../http/app-env.ts';
import type { DashboardCookies } from './cookies.ts';
import { cookiesOf } from './cookies.ts';

/** What a dashboard at this address answers to somebody who has these cookies. */
async function answerAt(url: string, act: (cookies: DashboardCookies) => void, cookie = '') {
  const app = new Hono<AppEnv>();
  app.get('/', (c) => {
    act(cookiesOf(c, url));
    return c.text('');
  });
  return (await app.request('/', { headers: { cookie } })).headers.getSetCookie();
}

async function readAt(url: string, cookie: string): Promise<string | undefined> {
  let session: string | undefined;
  await answerAt(
    url,
    (cookies) => {
      session = cookies.read('session');
    },
    cookie,
  );
  return session;
}

describe('the cookies of a dashboard at an https address', () => {
  const url = 'https://painel.example';

  it('are of its origin alone, over TLS alone, and out of reach of scripts', async () => {
    expect(await answerAt(url, (cookies) => cookies.write('session', 'x'))).toEqual([
      '__Host-session=x; Max-Age=43200; Path=/; HttpOnly; Secure; SameSite=Lax',
    ]);
    expect(await answerAt(url, (cookies) => cookies.forget('session'))).toEqual([
      '__Host-session=; Max-Age=0; Path=/; Secure',
    ]);
  });

  it('are read under no name that a page without TLS can set', async () => {
    expect(await readAt(url, '__Host-session=x')).toBe('x');
    expect(await readAt(url, 'dashboard-session=x; session=x')).toBeUndefined();
  });
});

describe('the cookies of a dashboard at an http address', () => {
  const url = 'http://localhost:4030';

  it('are kept by a browser that keeps none of TLS alone there, such as Safari', async () => {
    expect(await answerAt(url, (cookies) => cookies.write('session', 'x'))).toEqual([
      'dashboard-session=x; Max-Age=43200; Path=/; HttpOnly; SameSite=Lax',
    ]);
    expect(await answerAt(url, (cookies) => cookies.forget('session'))).toEqual([
      'dashboard-session=; Max-Age=0; Path=/',
    ]);
  });

  it('are not those of other programs on this machine', async () => {
    expect(await readAt(url, 'dashboard-session=x')).toBe('x');
    expect(await readAt(url, 'session=x')).toBeUndefined();
  });
});
