import type { Hono } from 'hono';
import { RETURN_RATE_LIMIT, requireWithinLimit } from '../../domain/limits/rate-limit.ts';
import { returnAddressOf } from '../../domain/payins/return-url.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clientIp, rateLimitBucket } from '../../http/client-ip.ts';
import { endpoint } from '../../http/endpoint.ts';
import type { AppDependencies } from '../dependencies.ts';

const NOWHERE = 'Não encontramos o seu pagamento. Volte à loja para ver como ele está.';

/**
 * For a provider with one return address for all. Leads on to the payin's `returnUrl` with
 * `payinId` and nothing that came in. Public, so it says nothing else of a payin, and leads nowhere
 * but to an origin that is registered now.
 */
export function paymentReturnRoute(app: Hono<AppEnv>, services: AppDependencies): void {
  const { rateLimiter, trustedProxyHops, now } = services;
  endpoint(app, '/providers/:provider/return', {
    GET: async (c) => {
      const bucket = rateLimitBucket(clientIp(c, trustedProxyHops));
      await requireWithinLimit(rateLimiter, RETURN_RATE_LIMIT, bucket, now());
      c.header('Cache-Control', 'no-store');
      const provider = c.req.param('provider') ?? '';
      const parameter = services.registeredProviders.returnParameterOf(provider);
      const externalId = parameter === null ? undefined : c.req.query(parameter);
      const address = externalId ? await addressOf(provider, externalId, services) : null;
      return address === null ? c.text(NOWHERE, 404) : c.redirect(address, 303);
    },
  });
}

async function addressOf(
  provider: string,
  externalId: string,
  { payins, accounts }: AppDependencies,
): Promise<string | null> {
  const payin = await payins.findReturning(provider, externalId);
  const account = payin && (await accounts.find(payin.companyId));
  return payin && account && returnAddressOf(account, payin);
}
