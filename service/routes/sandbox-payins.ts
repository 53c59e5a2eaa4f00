import type { Context, Hono } from 'hono';
import { PAYIN_CONTROLS, payinRefundRequestSchema } from '../../contract/sandbox-payin.ts';
import { requireTransacting } from '../account.ts';
import { ApiError } from '../api-error.ts';
import { controlPayin } from '../control-payin.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { Authenticate } from '../http/authenticate.ts';
import { endpoint } from '../http/endpoint.ts';
import { readJson } from '../http/read-json.ts';
import type { LedgerStore } from '../ledger.ts';
import { parseFields } from '../parse-fields.ts';
import { toPayinRecord } from '../payin.ts';
import { payinMoney } from '../payin-ledger.ts';
import type { EndServices } from '../settle-three-d-secure.ts';

/** The integrator's tool for tests: each call answers the record as it is then. Source: design 6. */
export function sandboxPayinRoutes(
  app: Hono<AppEnv>,
  services: EndServices & {
    authenticate: Authenticate;
    ledger: LedgerStore;
    addresses: { baseUrl: string };
  },
): void {
  for (const control of PAYIN_CONTROLS) {
    endpoint(app, `/sandbox/payins/:id/${control}`, {
      POST: async (c) => {
        const account = await services.authenticate.company(c);
        requireTransacting(account);
        if (!account.sandbox) throw new ApiError('FORBIDDEN', 'Only for sandbox accounts.');
        const { amount } = control === 'refund' ? await readRefund(c) : {};
        const id = c.req.param('id') ?? '';
        const payin = await controlPayin(account, { id, control, amount }, services);
        const money = await payinMoney(payin, services);
        return c.json(toPayinRecord(payin, money, services.addresses.baseUrl));
      },
    });
  }
}

/** A refund without a body is one of all that is left. */
async function readRefund(c: Context<AppEnv>): Promise<{ amount?: number | undefined }> {
  const isEmpty = c.req.raw.body === null || c.req.header('content-length') === '0';
  return isEmpty ? {} : parseFields(payinRefundRequestSchema, await readJson(c));
}
