import type { MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { requestMetrics } from '../http/metrics.ts';
import { plainPath } from '../http/plain-path.ts';
import { requestLog } from '../http/request-log.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { assetRoutes } from '../http/serve-asset.ts';
import { answerRoute } from './framework/guard.tsx';
import { dashboardRoutes, pagesAbove } from './framework/routes.ts';
import type { DashboardServices } from './framework/services.ts';

/** Every page loads our own files alone, is in no frame and has no place to write script into. */
const PAGE_HEADERS: readonly (readonly [string, string])[] = [
  [
    'Content-Security-Policy',
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
  ],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  // A form posted under `no-referrer` says of its origin that it is null.
  ['Referrer-Policy', 'same-origin'],
  ['X-Frame-Options', 'DENY'],
];

/** It is served at DASHBOARD_URL, on an origin of its own. */
export function createDashboardApp(services: DashboardServices, ownUrl: string): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(
    requestLog(services.log),
    requestMetrics(services.metrics),
    securityHeaders(ownUrl),
    pageHeaders,
    plainPath,
  );
  assetRoutes(app, services.dashboardAssets);
  const routes = dashboardRoutes(services);
  // Before the others, since `/webhooks/:event` is `/webhooks/resend` as well.
  for (const route of [...pagesAbove(routes), ...routes]) {
    app.on(route.method, route.path, (c) => answerRoute(route, c, services));
  }
  app.notFound((c) =>
    answerRoute(
      { method: 'GET', path: 'none', act: 'anyone', run: (visit) => visit.notFound() },
      c,
      services,
    ),
  );
  return app;
}

const pageHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const answered = c.res.headers;
  for (const [name, value] of PAGE_HEADERS) if (!answered.has(name)) answered.set(name, value);
};
