import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
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
      errorCode: c.get('errorCode'),
      alert: c.get('alert'),
      unknownFields: c.get('unknownFields'),
    });
  };
}

/** A caller may send any word in its place. */
export function knownMethod(method: string): string {
  return METHODS.has(method) ? method : 'OTHER';
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
