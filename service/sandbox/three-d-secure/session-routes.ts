import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { RequestedBrowser } from './authentication-message.ts';
import { scriptedBrowserSchema } from './authentication-message.ts';
import type { BankEnv } from './bank-env.ts';
import { challengeWindowSizeField } from './message-fields.ts';
import { toBase64Url } from './message-text.ts';
import { nonceField } from './notification-routes.ts';
import { readJsonBody } from './request-body.ts';
import { SessionError } from './session-error.ts';
import type { ThreeDSServer } from './three-ds-server.ts';

const SESSION = /^[0-9a-f-]{36}\.[A-Za-z0-9_-]{43}$/;

const versionsSchema = z.strictObject({ nonce: nonceField });
const authenticateSchema = z.strictObject({
  nonce: nonceField,
  windowSize: challengeWindowSizeField,
  browser: scriptedBrowserSchema,
});
const statusSchema = z.strictObject({});

/**
 * What the provider's script calls, from any page: the session in the path is the capability, and
 * no cookie exists that a page could borrow.
 */
export function sessionRoutes(app: Hono<BankEnv>, server: ThreeDSServer, acsUrl: () => string) {
  app.use('/3ds/sessions/*', async (c, next) => {
    if (c.req.method === 'OPTIONS') c.res = new Response(null, { status: 204 });
    else await next();
    c.header('Access-Control-Allow-Origin', '*');
    c.header('Access-Control-Allow-Methods', 'POST');
    c.header('Access-Control-Allow-Headers', 'content-type');
    c.header('Access-Control-Max-Age', '7200');
  });

  app.post('/3ds/sessions/:session/versions', async (c) => {
    const { nonce } = await readJsonBody(c, versionsSchema);
    return c.json(await server.versions(sessionOf(c), originOf(c), nonce));
  });

  app.post('/3ds/sessions/:session/authenticate', async (c) => {
    const { browser, nonce, windowSize } = await readJsonBody(c, authenticateSchema);
    const { challenge, ...progress } = await server.authenticate(
      sessionOf(c),
      { ...browser, ...requestedBrowser(c) },
      windowSize,
    );
    if (challenge === null) return c.json({ ...progress, challenge });
    const threeDSSessionData = toBase64Url(JSON.stringify({ nonce }));
    return c.json({
      ...progress,
      challenge: { acsURL: acsUrl(), creq: challenge.creq, threeDSSessionData },
    });
  });

  app.post('/3ds/sessions/:session/status', async (c) => {
    await readJsonBody(c, statusSchema);
    return c.json(await server.status(sessionOf(c)));
  });
}

function sessionOf(c: Context<BankEnv>): string {
  const session = c.req.param('session') ?? '';
  if (!SESSION.test(session)) throw new SessionError('session_unknown');
  return session;
}

/** The origin of the document that runs the script; null for one without, such as a file. */
function originOf(c: Context<BankEnv>): string | null {
  const origin = c.req.header('origin') ?? '';
  if (!/^https?:\/\/[a-z0-9.:[\]-]+$/.test(origin) || !URL.canParse(origin)) return null;
  return new URL(origin).origin === origin ? origin : null;
}

const MAX_HEADER = 2048;

/** What only the server can know of a browser. */
function requestedBrowser(c: Context<BankEnv>): RequestedBrowser {
  const address = c.env?.incoming?.socket?.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, '');
  return {
    browserAcceptHeader: (c.req.header('accept') || '*/*').slice(0, MAX_HEADER),
    browserUserAgent: (c.req.header('user-agent') || 'unknown').slice(0, MAX_HEADER),
    ...(address === undefined ? {} : { browserIP: address }),
  };
}
