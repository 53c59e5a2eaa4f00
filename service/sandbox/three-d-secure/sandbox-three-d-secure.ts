import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ThreeDSecureProvider } from '../../providers/three-d-secure-provider.ts';
import type { SandboxState } from '../records.ts';
import { createAuthentications, SessionError } from './authentications.ts';
import { bankRoutes } from './bank-routes.ts';
import type { RandomBytes } from './decision.ts';
import { sessionRoutes } from './session-routes.ts';

export type SandboxThreeDSOptions = {
  /** As browsers see it. Read when it is needed: a getter may tell it once a port is known. */
  readonly bankUrl: string;
  state: SandboxState;
  /** The account's time. */
  now: (companyId: string) => Promise<Date>;
  randomBytes: RandomBytes;
  /** Listeners are told after the bank has answered, not before. */
  timers: { after(delayMs: number, work: () => void): unknown };
  log?: { error(fields: Readonly<Record<string, unknown>>, message: string): void };
  /** The built script of `browser/`; read when it is asked for. Absent: there is none. */
  readonly sdkScript?: string | undefined;
};

/**
 * A 3-D Secure provider that asks no real bank. `app` is the bank's origin. What it does with a
 * card is data (`test-cards.ts`), and what it tells its own script is a matter between the two.
 */
export function createSandboxThreeDS(options: SandboxThreeDSOptions): {
  provider: ThreeDSecureProvider;
  app: Hono;
} {
  const { state, now, randomBytes, timers } = options;
  const bankUrl = () => options.bankUrl;
  const listeners = new Set<(transactionId: string) => void>();
  const authentications = createAuthentications({
    state,
    now,
    randomBytes,
    onResult: (transactionId) => {
      timers.after(0, () => {
        for (const listener of listeners) listener(transactionId);
      });
    },
  });

  const app = createBankApp(options);
  sessionRoutes(app, authentications);
  bankRoutes(app, authentications);

  const provider: ThreeDSecureProvider = {
    name: 'sandbox',
    get browser() {
      const hosts = { script: [bankUrl()], connect: [bankUrl()], frame: [bankUrl()] };
      return { sdkUrl: `${bankUrl()}/3ds/sdk.js`, hosts };
    },
    async open(request, signal) {
      signal.throwIfAborted();
      return authentications.open(request);
    },
    async find({ companyId, transactionId }, signal) {
      signal.throwIfAborted();
      return authentications.find(transactionId, companyId);
    },
    async cancel({ companyId, transactionId }, signal) {
      signal.throwIfAborted();
      return authentications.cancel(transactionId, companyId);
    },
    onResult(listener) {
      listeners.add(listener);
    },
  };
  return { provider, app };
}

function createBankApp(options: SandboxThreeDSOptions): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    const headers = c.res.headers;
    if (!headers.has('cache-control')) headers.set('Cache-Control', 'no-store');
    if (!headers.has('content-security-policy')) {
      headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    }
    headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
    headers.set('Origin-Agent-Cluster', '?1');
    headers.set('Referrer-Policy', 'no-referrer');
    headers.set('X-Content-Type-Options', 'nosniff');
  });
  app.use(
    bodyLimit({
      maxSize: 16 * 1024,
      onError: (c) => c.json({ error: { code: 'too_large' } }, 413),
    }),
  );
  app.notFound((c) => c.json({ error: { code: 'not_found' } }, 404));
  app.onError((error, c) => {
    if (error instanceof SessionError) {
      return c.json({ error: { code: error.code } }, error.code === 'session_expired' ? 410 : 404);
    }
    // A message may quote what it was given; a name cannot.
    options.log?.error({ errorName: error.name }, 'the sandbox bank failed');
    return c.json({ error: { code: 'internal' } }, 500);
  });

  app.get('/3ds/sdk.js', (c) => {
    const { sdkScript } = options;
    if (sdkScript === undefined) return c.notFound();
    const etag = `"${createHash('sha256').update(sdkScript).digest('base64url').slice(0, 22)}"`;
    c.header('ETag', etag);
    c.header('Cache-Control', 'no-cache');
    // A page may load it with `crossorigin`.
    c.header('Access-Control-Allow-Origin', '*');
    if (c.req.header('if-none-match') === etag) return c.body(null, 304);
    return c.body(sdkScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8' });
  });
  return app;
}
