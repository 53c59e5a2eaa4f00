import type { MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import type { AppEnv } from './app-env.ts';
import { knownMethod } from './request-log.ts';

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
