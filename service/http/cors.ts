import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';

const PUBLIC_PATH = /^\/(?:whoami|checkout\/(?!sdk\/).*)$/;

/**
 * No cookie exists, so nothing is lent to a page of another origin. A call with a secret key, and
 * every other path, gets no `Access-Control-` header. Source: spec, "Authentication" 3.
 */
export const publicKeyCors: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!PUBLIC_PATH.test(c.req.path)) return next();
  const isPreflight =
    c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined;
  if (!isPreflight) await next();
  else {
    c.set('route', 'preflight');
    c.res = new Response(null, { status: 204 });
    c.res.headers.set('Access-Control-Allow-Methods', 'GET, POST');
    c.res.headers.set('Access-Control-Allow-Headers', 'x-public-key, content-type');
    c.res.headers.set('Access-Control-Max-Age', '7200');
  }
  c.res.headers.append('Vary', 'Origin');
  if (c.req.header('origin') === undefined || hasSecret(c.req.raw.headers)) return;
  c.res.headers.set('Access-Control-Allow-Origin', '*');
  c.res.headers.set('Access-Control-Expose-Headers', 'Retry-After, X-Request-Id');
};

function hasSecret(headers: Headers): boolean {
  return headers.has('authorization') || headers.has('x-api-key') || headers.has('x-api-secret');
}
