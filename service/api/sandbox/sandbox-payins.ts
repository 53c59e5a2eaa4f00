import type { Hono } from 'hono';
import { PAYIN_CONTROLS, payinRefundRequestSchema } from '../../../contract/sandbox-payin.ts';
import { parseBody } from '../../base/shared/parse-fields.ts';
import { controlPayin } from '../../domain/payins/control-payin.ts';
import { toPayinRecord } from '../../domain/payins/payin.ts';
import { payinMoney } from '../../domain/payins/payin-ledger.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readOptionalJson } from '../../http/read-json.ts';
import { requireSandboxCompany } from '../callers.ts';
import type { AppDependencies } from '../dependencies.ts';

/** The integrator's tool for tests: each call answers the record as it is then. */
export function sandboxPayinRoutes(app: Hono<AppEnv>, services: AppDependencies): void {
  for (const control of PAYIN_CONTROLS) {
    endpoint(app, `/sandbox/payins/:id/${control}`, {
      POST: async (c) => {
        const account = await requireSandboxCompany(c, services);
        // A refund without a body is one of all that is left.
        const { amount } =
          control === 'refund'
            ? parseBody(payinRefundRequestSchema, await readOptionalJson(c))
            : {};
        const id = c.req.param('id') ?? '';
        const payin = await controlPayin(account, { id, control, amount }, services);
        const money = await payinMoney(payin, services);
        return c.json(toPayinRecord(payin, money, services.addresses.baseUrl));
      },
    });
  }
}
