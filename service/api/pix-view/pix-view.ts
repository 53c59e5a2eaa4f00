import type { Hono } from 'hono';
import { pixViewRequestSchema } from '../../../contract/pix-view.ts';
import { parseBody } from '../../base/shared/parse-fields.ts';
import { requireTransacting } from '../../domain/accounts/account.ts';
import { PIX_VIEW_RATE_LIMIT, requireWithinLimit } from '../../domain/limits/rate-limit.ts';
import { unknownViewToken, viewPix } from '../../domain/payins/pix-view.ts';
import { readPixViewToken } from '../../domain/payins/pix-view-token.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readJson } from '../../http/read-json.ts';
import { requireCaller } from '../authenticate.ts';
import type { AppDependencies } from '../dependencies.ts';

/** What the frame of `mountPixElement` asks again and again. */
export function pixViewRoute(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/checkout/pix-view', {
    POST: async (c) => {
      const account = await requireCaller(services.authenticate, c);
      requireTransacting(account);
      const { viewToken, withSquares = false } = parseBody(pixViewRequestSchema, await readJson(c));
      // A wrong token is refused before the database is asked, and counted nowhere.
      const payinId = readPixViewToken(services.hash, viewToken);
      if (payinId === null) throw unknownViewToken();
      await requireWithinLimit(services.rateLimiter, PIX_VIEW_RATE_LIMIT, payinId, services.now());
      return c.json(await viewPix(account, { payinId, withSquares }, services));
    },
  });
}
