import type { Context, Hono } from 'hono';
import { rotateSecretRequestSchema } from '../../../contract/payments/webhook.ts';
import { parseBody } from '../../base/shared/parse-fields.ts';
import type { Account } from '../../domain/accounts/account.ts';
import { listDeliveries, resendEvent } from '../../domain/webhooks/webhook-outbox.ts';
import {
  disableSigning,
  enableSigning,
  rotateSecret,
} from '../../domain/webhooks/webhook-signing.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readOptionalJson } from '../../http/read-json.ts';
import { requireSandboxCompany } from '../callers.ts';
import type { AppDependencies } from '../dependencies.ts';

export function sandboxWebhookRoutes(app: Hono<AppEnv>, services: AppDependencies): void {
  type Act = (account: Account, c: Context<AppEnv>) => Promise<string | null>;
  const signing: Record<string, Act> = {
    'enable-signing': (account) => enableSigning(account, services),
    'rotate-secret': async (account, c) => {
      const { endPrevious } = parseBody(rotateSecretRequestSchema, await readOptionalJson(c));
      return rotateSecret(account, { endsPrevious: endPrevious }, services);
    },
    'disable-signing': async (account) => {
      await disableSigning(account, services);
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
      return c.json({ data: await listDeliveries(companyId, null, services) });
    },
  });

  endpoint(app, '/sandbox/webhooks/deliveries/:id/resend', {
    POST: async (c) => {
      const { companyId } = await requireSandboxCompany(c, services);
      return c.json(await resendEvent(companyId, c.req.param('id') ?? '', services));
    },
  });
}
