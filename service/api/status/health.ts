import type { Hono } from 'hono';
import type { Health } from '../../../contract/health.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';

/** `read` tells how the service is; it never throws. */
export function healthRoute(app: Hono<AppEnv>, read: () => Promise<Health>): void {
  endpoint(app, '/health', {
    GET: async (c) => {
      const health = await read();
      return c.json(health, health.status === 'ok' ? 200 : 503);
    },
  });
}
