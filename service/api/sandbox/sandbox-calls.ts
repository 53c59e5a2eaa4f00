import type { Hono } from 'hono';
import {
  PAYIN_CONTROLS,
  payinRefundRequestSchema,
} from '../../../contract/payments/sandbox-payin.ts';
import { sandboxClockRequestSchema } from '../../../contract/sandbox-clock.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { parseBody } from '../../base/shared/parse-fields.ts';
import { controlPayin } from '../../domain/payins/control-payin.ts';
import { toPayinRecord } from '../../domain/payins/payin.ts';
import { payinMoney } from '../../domain/payins/payin-ledger.ts';
import type { PayoutControl } from '../../domain/payouts/control-payout.ts';
import { controlPayout, PAYOUT_CONTROLS } from '../../domain/payouts/control-payout.ts';
import { toPayoutRecord } from '../../domain/payouts/payout.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readJson, readOptionalJson } from '../../http/read-json.ts';
import { advanceClock } from '../../sandbox/sandbox-clock.ts';
import { callerKeyId, requireCompany, requireSandboxCompany } from '../callers.ts';
import type { AppDependencies } from '../dependencies.ts';

export function sandboxPayoutRoutes(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/sandbox/payouts/:id/:control', {
    POST: async (c) => {
      const account = await requireSandboxCompany(c, services);
      const control = c.req.param('control') ?? '';
      if (!isControl(control)) throw new ApiError('NOT_FOUND', 'There is no such control call.');
      const id = c.req.param('id') ?? '';
      const by = callerKeyId(c, services);
      return c.json(toPayoutRecord(await controlPayout(account, { id, control, by }, services)));
    },
  });
}

function isControl(name: string): name is PayoutControl {
  return Object.hasOwn(PAYOUT_CONTROLS, name);
}

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

export function sandboxClockRoute(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/sandbox/clock', {
    POST: async (c) => {
      const account = await requireCompany(c, services);
      const { advanceSeconds } = parseBody(sandboxClockRequestSchema, await readJson(c));
      const now = await advanceClock(account, advanceSeconds, services);
      return c.json({ now: now.toISOString() });
    },
  });
}
