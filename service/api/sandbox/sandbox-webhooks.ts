import type { Context, Hono } from 'hono';
import { rotateSecretRequestSchema } from '../../../contract/payments/webhook.ts';
import { parseBody } from '../../base/shared/parse-fields.ts';
import type { Account } from '../../domain/accounts/account.ts';
import { MAX_LISTED, resendEvent } from '../../domain/webhooks/webhook-outbox.ts';
import { enableSigning, rotateSecret } from '../../domain/webhooks/webhook-signing.ts';
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
