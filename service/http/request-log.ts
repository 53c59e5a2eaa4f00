import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Traces } from '../base/traces/traces.ts';
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
export function askedBy<Services extends object>(c: Context<AppEnv>, services: Services) {
  const isAbout = ({ id, provider }: { id: string; provider: string }) => {
    c.set('payinId', id);
    c.set('provider', provider);
  };
  return { ...services, request: { id: c.get('requestId'), isAbout } };
}

/** A caller may send any word in its place. */
export function knownMethod(method: string): string {
  return METHODS.has(method) ? method : 'OTHER';
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

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

type RequestMeter = {
  requestAnswered(request: {
    operation: string;
    method: string;
    status: number;
    durationMs: number;
  }): void;
};

type CountedText = { text(): Promise<{ contentType: string; text: string }> };

export function requestMetrics(metrics: RequestMeter): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAtMs = performance.now();
    await next();
    metrics.requestAnswered({
      operation: c.get('route') ?? 'none',
      method: knownMethod(c.req.method),
      status: c.res.status,
      durationMs: performance.now() - startedAtMs,
    });
  };
}

/** What the internal port serves: `GET /metrics`. `refresh` reads what is not counted but asked. */
export function createMetricsApp(counted: CountedText, refresh: () => Promise<void>): Hono {
  const app = new Hono();
  app.get('/metrics', async (c) => {
    await refresh();
    const { contentType, text } = await counted.text();
    return c.body(text, 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
  });
  app.notFound((c) => c.text('There is nothing at this address.\n', 404));
  app.onError((_error, c) => c.text('The metrics cannot be read now.\n', 500));
  return app;
}
