import type { Hono } from 'hono';
import { ApiError } from '../../base/shared/api-error.ts';
import type { PayoutControl } from '../../domain/payouts/control-payout.ts';
import { controlPayout, PAYOUT_CONTROLS } from '../../domain/payouts/control-payout.ts';
import { toPayoutRecord } from '../../domain/payouts/payout.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { callerKeyId, requireSandboxCompany } from '../callers.ts';
import type { AppDependencies } from '../dependencies.ts';

/** Control calls on payouts; they take no body. */
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
