import type { Hono } from 'hono';
import { antifraudSessionRequestSchema } from '../../../contract/card/antifraud.ts';
import { parseBody } from '../../base/shared/parse-fields.ts';
import { readCheckoutConfig } from '../../domain/accounts/checkout-config.ts';
import { openAntifraudSession } from '../../domain/cards/antifraud-session.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readJson } from '../../http/read-json.ts';
import { requireCaller } from '../authenticate.ts';
import { requireBudgetedCardCaller } from '../callers.ts';
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

export function antifraudSessionRoute(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/checkout/antifraud-sessions', {
    POST: async (c) => {
      const account = await requireBudgetedCardCaller('antifraud_sessions', c, services);
      const { signals } = parseBody(antifraudSessionRequestSchema, await readJson(c));
      return c.json(await openAntifraudSession(account, signals, services), 201);
    },
  });
}
