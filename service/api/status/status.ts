import type { Hono } from 'hono';
import type { ServiceStatus } from '../../../contract/service-status.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { STATUS_PAGE_POLICY, statusPage } from './status-page.ts';

/** The status of the service, for whoever asks: a page where a page is asked for, else JSON. */
export function statusRoute(app: Hono<AppEnv>, read: () => Promise<ServiceStatus>): void {
  endpoint(app, '/status', {
    GET: async (c) => {
      const status = await read();
      c.header('Vary', 'Accept, Accept-Language');
      if (!c.req.header('accept')?.includes('text/html')) return c.json(status);
      const isEnglish = /^en\b/i.test(c.req.header('accept-language') ?? '');
      const page = await statusPage(status, isEnglish ? 'en' : 'pt');
      return c.html(page, 200, { 'Content-Security-Policy': STATUS_PAGE_POLICY });
    },
  });
}
