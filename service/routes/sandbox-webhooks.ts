import type { Context, Hono } from 'hono';
import type { Account } from '../account.ts';
import { requireTransacting } from '../account.ts';
import { ApiError } from '../api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { Authenticate } from '../http/authenticate.ts';
import { endpoint } from '../http/endpoint.ts';
import type { ResendServices } from '../webhook-outbox.ts';
import { listDeliveries, resendEvent } from '../webhook-outbox.ts';
import type { WebhookSigningServices } from '../webhook-signing.ts';
import { disableSigning, enableSigning, rotateSecret } from '../webhook-signing.ts';

/** The integrator's tools for webhooks, present in the sandbox alone. Source: design 6. */
export function sandboxWebhookRoutes(
  app: Hono<AppEnv>,
  services: WebhookSigningServices & ResendServices & { authenticate: Authenticate },
): void {
  const requireSandboxAccount = async (c: Context<AppEnv>): Promise<Account> => {
    const account = await services.authenticate.company(c);
    requireTransacting(account);
    if (!account.sandbox) throw new ApiError('FORBIDDEN', 'Only sandbox accounts have this call.');
    return account;
  };
  const signing: Record<string, (account: Account) => Promise<string | null>> = {
    'enable-signing': (account) => enableSigning(account, services),
    'rotate-secret': (account) => rotateSecret(account, services),
    'disable-signing': async (account) => {
      await disableSigning(account, services);
      return null;
    },
  };
  for (const [name, act] of Object.entries(signing)) {
    endpoint(app, `/sandbox/webhooks/${name}`, {
      POST: async (c) => {
        const secret = await act(await requireSandboxAccount(c));
        c.header('Cache-Control', 'no-store');
        return c.json({ secret });
      },
    });
  }

  endpoint(app, '/sandbox/webhooks/deliveries', {
    GET: async (c) => {
      const { companyId } = await requireSandboxAccount(c);
      return c.json({ data: await listDeliveries(companyId, null, services) });
    },
  });

  endpoint(app, '/sandbox/webhooks/deliveries/:id/resend', {
    POST: async (c) => {
      const { companyId } = await requireSandboxAccount(c);
      return c.json(await resendEvent(companyId, c.req.param('id') ?? '', services));
    },
  });
}
