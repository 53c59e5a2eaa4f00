import type { Context, Hono } from 'hono';
import {
  threeDSCompletionSchema,
  threeDSSessionRequestSchema,
} from '../../contract/three-d-secure.ts';
import type { Account } from '../accounts/account.ts';
import { requireMethod, requireTransacting } from '../accounts/account.ts';
import type { AppEnv } from '../http/app-env.ts';
import { requireCaller } from '../http/authenticate.ts';
import { endpoint } from '../http/endpoint.ts';
import { readJson } from '../http/read-json.ts';
import { completeThreeDS, readThreeDS } from '../payins/three-d-secure/complete-three-d-secure.ts';
import { openThreeDSForToken } from '../payins/three-d-secure/open-three-d-secure.ts';
import { parseFields } from '../shared/parse-fields.ts';
import { requireBudgetedCaller } from './checkout-caller.ts';
import type { AppDependencies } from './dependencies.ts';

/** What a browser calls with the public key around a provider's script. */
export function threeDSRoutes(app: Hono<AppEnv>, services: AppDependencies): void {
  const requireCardPayer = async (c: Context<AppEnv>): Promise<Account> =>
    requireCardAccount(await requireCaller(services.authenticate, c));
  endpoint(app, '/checkout/three-d-secure-sessions', {
    POST: async (c) => {
      const caller = await requireBudgetedCaller('three_d_secure_sessions', c, services);
      const account = requireCardAccount(caller);
      const { token } = parseFields(threeDSSessionRequestSchema, await readJson(c));
      return c.json(await openThreeDSForToken(account, token, services), 201);
    },
  });
  endpoint(app, '/checkout/three-d-secure-sessions/:id', {
    GET: async (c) => {
      const account = await requireCardPayer(c);
      return c.json(await readThreeDS(account, c.req.param('id') ?? '', services));
    },
  });
  endpoint(app, '/checkout/three-d-secure-sessions/:id/complete', {
    POST: async (c) => {
      const account = await requireCardPayer(c);
      const completion = parseFields(threeDSCompletionSchema, await readJson(c));
      return c.json(await completeThreeDS(account, c.req.param('id') ?? '', completion, services));
    },
  });
}

function requireCardAccount(account: Account): Account {
  requireTransacting(account);
  requireMethod(account, 'CREDIT_CARD');
  return account;
}
