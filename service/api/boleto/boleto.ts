import type { Hono } from 'hono';
import { ApiError } from '../../base/shared/api-error.ts';
import { BOLETO_RATE_LIMIT, requireWithinLimit } from '../../domain/limits/rate-limit.ts';
import { findBoletoPdf } from '../../domain/payins/boleto.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clientIp, rateLimitBucket } from '../../http/client-ip.ts';
import { endpoint } from '../../http/endpoint.ts';
import type { AppDependencies } from '../dependencies.ts';

/** A browser's own reader is a document with styles and an embedded object, and nothing else. */
const READER_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

export function boletoRoute(app: Hono<AppEnv>, services: AppDependencies): void {
  const { rateLimiter, trustedProxyHops, now } = services;
  endpoint(app, '/boletos/:file', {
    GET: async (c) => {
      const bucket = rateLimitBucket(clientIp(c, trustedProxyHops));
      await requireWithinLimit(rateLimiter, BOLETO_RATE_LIMIT, bucket, now());
      const boletoId = /^(.+)\.pdf$/.exec(c.req.param('file') ?? '')?.[1];
      const pdf = boletoId === undefined ? null : await findBoletoPdf(boletoId, services);
      if (pdf === null) throw new ApiError('NOT_FOUND', 'There is no such boleto.');
      c.header('Content-Type', 'application/pdf');
      c.header('Content-Disposition', 'inline; filename="boleto.pdf"');
      c.header('Content-Security-Policy', READER_POLICY);
      c.header('Cache-Control', 'no-store');
      return c.body(new Uint8Array(pdf));
    },
  });
}
