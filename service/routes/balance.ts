import type { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { endpoint } from '../http/endpoint.ts';
import { toBalance } from '../ledger/balance.ts';
import { requireReader } from './callers.ts';
import type { AppDependencies } from './dependencies.ts';

export function balanceRoute(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/balance', {
    GET: async (c) => {
      const { companyId } = await requireReader(c, services);
      return c.json(toBalance(await services.ledger.readBalances(companyId)));
    },
  });
}
