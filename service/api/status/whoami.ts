import type { Hono } from 'hono';
import type { CompanyAccount } from '../../../contract/account.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { toCompanyAccount, toPublicAccount } from '../../domain/accounts/account.ts';
import { withWorkingMethods } from '../../domain/accounts/working-methods.ts';
import { requireWithinLimit, WHOAMI_RATE_LIMIT } from '../../domain/limits/rate-limit.ts';
import { paymentTermsOf } from '../../domain/payins/payment-terms.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clientIp, rateLimitBucket } from '../../http/client-ip.ts';
import { endpoint } from '../../http/endpoint.ts';
import type { AppDependencies } from '../dependencies.ts';

export function whoamiRoute(app: Hono<AppEnv>, services: AppDependencies): void {
  const { authenticate, rateLimiter, trustedProxyHops, now, providers } = services;
  endpoint(app, '/whoami', {
    GET: async (c) => {
      const bucket = rateLimitBucket(clientIp(c, trustedProxyHops));
      await requireWithinLimit(rateLimiter, WHOAMI_RATE_LIMIT, bucket, now());
      const caller = await authenticate.any(c);
      if (caller === null) {
        throw new ApiError('INVALID_CREDENTIALS', 'Send a key pair or a public key.');
      }
      const { scope } = caller;
      const account = await withWorkingMethods(caller.account, providers);
      if (scope !== 'company') return c.json(toPublicAccount(account));
      const told = toCompanyAccount(account);
      const paymentTerms = told.canTransact ? await paymentTermsOf(account, providers) : {};
      return c.json({ ...told, paymentTerms } satisfies CompanyAccount);
    },
  });
}
