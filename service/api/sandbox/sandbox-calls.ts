import type { Context, Hono } from 'hono';
import {
  PAYIN_CONTROLS,
  payinRefundRequestSchema,
} from '../../../contract/payments/sandbox-payin.ts';
import { rotateSecretRequestSchema } from '../../../contract/payments/webhook.ts';
import { sandboxClockRequestSchema } from '../../../contract/sandbox-clock.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { parseBody } from '../../base/shared/parse-fields.ts';
import type { Account } from '../../domain/accounts/account.ts';
import { controlPayin } from '../../domain/payins/control-payin.ts';
import { toPayinRecord } from '../../domain/payins/payin.ts';
import { payinMoney } from '../../domain/payins/payin-ledger.ts';
import type { PayoutControl } from '../../domain/payouts/control-payout.ts';
import { controlPayout, PAYOUT_CONTROLS } from '../../domain/payouts/control-payout.ts';
import { toPayoutRecord } from '../../domain/payouts/payout.ts';
import { MAX_LISTED, resendEvent } from '../../domain/webhooks/webhook-outbox.ts';
import { enableSigning, rotateSecret } from '../../domain/webhooks/webhook-signing.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint, readJson, readOptionalJson } from '../../http/endpoint.ts';
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

export function sandboxWebhookRoutes(app: Hono<AppEnv>, services: AppDependencies): void {
  type Act = (account: Account, c: Context<AppEnv>) => Promise<string | null>;
  const signing: Record<string, Act> = {
    'enable-signing': (account) => enableSigning(account, services),
    'rotate-secret': async (account, c) => {
      const { endPrevious } = parseBody(rotateSecretRequestSchema, await readOptionalJson(c));
      return rotateSecret(account, { endsPrevious: endPrevious }, services);
    },
    'disable-signing': async (account) => {
      await services.webhookSigning.delete(account.companyId);
      return null;
    },
  };
  for (const [name, act] of Object.entries(signing)) {
    endpoint(app, `/sandbox/webhooks/${name}`, {
      POST: async (c) => {
        const secret = await act(await requireSandboxCompany(c, services), c);
        c.header('Cache-Control', 'no-store');
        return c.json({ secret });
      },
    });
  }

  endpoint(app, '/sandbox/webhooks/deliveries', {
    GET: async (c) => {
      const { companyId } = await requireSandboxCompany(c, services);
      const latest = { status: null, limit: MAX_LISTED };
      return c.json({ data: await services.webhooks.list(companyId, latest) });
    },
  });

  endpoint(app, '/sandbox/webhooks/deliveries/:id/resend', {
    POST: async (c) => {
      const { companyId } = await requireSandboxCompany(c, services);
      const resent = await resendEvent(companyId, c.req.param('id') ?? '', services);
      c.set('eventId', resent.id);
      return c.json(resent);
    },
  });
}
