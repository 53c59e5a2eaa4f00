import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { AppEnv } from './app-env.ts';

/**
 * From a closed list of fields: no body, header, query, raw path or caller's request id gets in.
 */
export function requestLog(log: Logger): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAtMs = performance.now();
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.set('log', log);
    await next();
    c.res.headers.set('X-Request-Id', requestId);
    log.info({
      requestId,
      method: knownMethod(c.req.method),
      route: c.get('route') ?? 'none',
      status: c.res.status,
      durationMs: Math.round((performance.now() - startedAtMs) * 10) / 10,
      companyId: c.get('companyId'),
      payinId: c.get('payinId'),
      eventId: c.get('eventId'),
      provider: c.get('provider'),
      errorCode: c.get('errorCode'),
      alert: c.get('alert'),
      unknownFields: c.get('unknownFields'),
    });
  };
}

/** With the request, which hears of its payin: an id of ours, never what a path holds. */
export function askedBy(c: Context<AppEnv>) {
  const isAbout = ({ id, provider }: { id: string; provider: string }) => {
    c.set('payinId', id);
    c.set('provider', provider);
  };
  return { id: c.get('requestId'), isAbout };
}

/** A caller may send any word in its place. */
export function knownMethod(method: string): string {
  return METHODS.has(method) ? method : 'OTHER';
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
