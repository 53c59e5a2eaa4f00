import type { Context, Hono } from 'hono';
import type { BankList } from '../../../contract/payments/bank.ts';
import { pixViewRequestSchema } from '../../../contract/payments/pix-view.ts';
import { parseBody } from '../../base/shared/parse-fields.ts';
import { requireTransacting } from '../../domain/accounts/account.ts';
import { listBanks } from '../../domain/accounts/open-finance-bank.ts';
import { PIX_VIEW_RATE_LIMIT, requireWithinLimit } from '../../domain/limits/rate-limit.ts';
import { unknownViewToken, viewPayment, viewPix } from '../../domain/payins/pix-view.ts';
import { readPixViewToken } from '../../domain/payins/pix-view-token.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { ofRequest } from '../../http/of-request.ts';
import { readJson } from '../../http/read-json.ts';
import { requireCaller } from '../authenticate.ts';
import type { AppDependencies } from '../dependencies.ts';

/** What a frame asks about a payin again and again, and what a merchant's page may. */
export function pixViewRoutes(app: Hono<AppEnv>, services: AppDependencies): void {
  const requirePayin = async (viewToken: string) => {
    // A wrong token is refused before the database is asked, and counted nowhere.
    const payinId = readPixViewToken(services.hash, viewToken);
    if (payinId === null) throw unknownViewToken();
    await requireWithinLimit(services.rateLimiter, PIX_VIEW_RATE_LIMIT, payinId, services.now());
    return payinId;
  };
  const show = (view: typeof viewPix | typeof viewPayment) => async (c: Context<AppEnv>) => {
    const account = await requireCaller(services.authenticate, c);
    requireTransacting(account);
    const { viewToken, withSquares = false } = parseBody(pixViewRequestSchema, await readJson(c));
    const payinId = await requirePayin(viewToken);
    return c.json(await view(account, { payinId, withSquares }, ofRequest(c, services)));
  };
  endpoint(app, '/checkout/pix-view', { POST: show(viewPix) });
  endpoint(app, '/checkout/payment-view', { POST: show(viewPayment) });
  endpoint(app, '/checkout/banks', {
    GET: async (c) => {
      const account = await requireCaller(services.authenticate, c);
      requireTransacting(account);
      return c.json({ banks: listBanks(account) } satisfies BankList);
    },
  });
}
