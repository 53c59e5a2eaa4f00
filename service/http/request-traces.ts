import type { MiddlewareHandler } from 'hono';
import type { Traces } from '../base/traces/traces.ts';
import type { AppEnv } from './app-env.ts';
import { knownMethod } from './request-log.ts';

export function requestTraces(traces: Traces): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const span = traces.openRequest(c.get('requestId'));
    if (span === null) return next();
    const startedAtMs = performance.now();
    await traces.within(span, next);
    const route = c.get('route') ?? 'none';
    if (route === '/health' || route === '/live') return;
    const [method, { status }] = [knownMethod(c.req.method), c.res];
    const [companyId, errorCode] = [c.get('companyId'), c.get('errorCode')];
    traces.close(span, {
      name: `${method} ${route}`,
      kind: 'server',
      durationMs: performance.now() - startedAtMs,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        ...(companyId === undefined ? {} : { 'checkout.company': companyId }),
        ...(errorCode === undefined ? {} : { 'error.type': errorCode }),
      },
      isError: status >= 500,
    });
  };
}
