import type { Context, Hono } from 'hono';
import type { Authentications } from './authentications.ts';
import { SessionError } from './authentications.ts';

const SESSION = /^[0-9a-f-]{36}\.[A-Za-z0-9_-]{43}$/;

/** For any page: the session in the path is the capability; no cookie exists to be borrowed. */
export function sessionRoutes(app: Hono, authentications: Authentications): void {
  app.use('/3ds/sessions/*', async (c, next) => {
    await next();
    c.header('Access-Control-Allow-Origin', '*');
  });

  app.post('/3ds/sessions/:session/begin', async (c) => {
    const { transactionId, method } = await authentications.begin(sessionOf(c), originOf(c));
    const path = method === 'silent' ? '/3ds/method/silent' : `/3ds/method/${transactionId}`;
    return c.json({ transactionId, method: method === 'none' ? null : path });
  });

  app.post('/3ds/sessions/:session/authenticate', async (c) => {
    const { challenge, ...progress } = await authentications.authenticate(sessionOf(c));
    return c.json({ ...progress, challenge: challenge && `/3ds/challenge/${challenge}` });
  });

  app.post('/3ds/sessions/:session/status', async (c) =>
    c.json(await authentications.status(sessionOf(c))),
  );
}

function sessionOf(c: Context): string {
  const session = c.req.param('session') ?? '';
  if (!SESSION.test(session)) throw new SessionError('session_unknown');
  return session;
}

/** The origin of the document that runs the script; null for one without, such as a file. */
function originOf(c: Context): string | null {
  const origin = c.req.header('origin') ?? '';
  if (!/^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.:[\]-]+$/.test(origin) || !URL.canParse(origin)) return null;
  // An address with the scheme of an app has none by itself.
  return [origin, 'null'].includes(new URL(origin).origin) ? origin : null;
}
