import type { Hono } from 'hono';
import { readCheckoutConfig } from '../../domain/accounts/checkout-config.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { requireCaller } from '../authenticate.ts';
import type { AppDependencies } from '../dependencies.ts';

/** A pending or blocked account is told so in the answer; nothing here is refused for it. */
export function checkoutConfigRoute(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/checkout/config', {
    GET: async (c) => {
      const account = await requireCaller(services.authenticate, c);
      return c.json(await readCheckoutConfig(account, services));
    },
  });
}
