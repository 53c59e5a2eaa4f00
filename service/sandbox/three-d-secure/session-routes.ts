import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { Authentications } from './authentications.ts';
import { encodeMessage, MESSAGE_VERSION, nonceField, windowSizeField } from './messages.ts';
import { readJsonBody, SessionError } from './request-body.ts';

const SESSION = /^[0-9a-f-]{36}\.[A-Za-z0-9_-]{43}$/;

const pixelsField = z.string().check(z.regex(/^\d{1,6}$/));

/** In the formats of EMV 3-D Secure. */
const browserSchema = z.strictObject({
  browserJavascriptEnabled: z.literal(true),
  browserJavaEnabled: z.boolean(),
  browserLanguage: z.string().check(z.regex(/^\P{Cc}{1,8}$/u)),
  browserColorDepth: z.enum(['1', '4', '8', '15', '16', '24', '32', '48']),
  browserScreenHeight: pixelsField,
  browserScreenWidth: pixelsField,
  /** Minutes from local time to UTC: "180" in São Paulo. */
  browserTZ: z.string().check(z.regex(/^-?\d{1,4}$/)),
});
const versionsSchema = z.strictObject({ nonce: nonceField });
const authenticateSchema = z.strictObject({
  nonce: nonceField,
  windowSize: windowSizeField,
  browser: browserSchema,
});

/** For any page: the session in the path is the capability; no cookie exists to be borrowed. */
export function sessionRoutes(app: Hono, authentications: Authentications, bankUrl: () => string) {
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
    const { transactionId, method } = await authentications.begin(sessionOf(c), originOf(c));
    const data = {
      threeDSServerTransID: transactionId,
      threeDSMethodNotificationURL: `${bankUrl()}/3ds/method-notification?nonce=${nonce}`,
    };
    const path = method === 'silent' ? '/3ds/method/silent' : '/3ds/method';
    return c.json({
      transactionId,
      messageVersion: MESSAGE_VERSION,
      method:
        method === 'none'
          ? null
          : { threeDSMethodURL: bankUrl() + path, threeDSMethodData: encodeMessage(data) },
    });
  });

  app.post('/3ds/sessions/:session/authenticate', async (c) => {
    const { nonce, windowSize } = await readJsonBody(c, authenticateSchema);
    const { challenge, ...progress } = await authentications.authenticate(sessionOf(c));
    if (challenge === null) return c.json({ ...progress, challenge });
    const creq = {
      messageType: 'CReq',
      messageVersion: MESSAGE_VERSION,
      ...challenge,
      challengeWindowSize: windowSize,
    };
    return c.json({
      ...progress,
      challenge: {
        acsURL: `${bankUrl()}/3ds/acs/challenge`,
        creq: encodeMessage(creq),
        threeDSSessionData: encodeMessage({ nonce }),
      },
    });
  });

  app.post('/3ds/sessions/:session/status', async (c) => {
    await readJsonBody(c, z.strictObject({}));
    return c.json(await authentications.status(sessionOf(c)));
  });
}

function sessionOf(c: Context): string {
  const session = c.req.param('session') ?? '';
  if (!SESSION.test(session)) throw new SessionError('session_unknown');
  return session;
}

/** The origin of the document that runs the script; null for one without, such as a file. */
function originOf(c: Context): string | null {
  const origin = c.req.header('origin') ?? '';
  if (!/^https?:\/\/[a-z0-9.:[\]-]+$/.test(origin) || !URL.canParse(origin)) return null;
  return new URL(origin).origin === origin ? origin : null;
}
