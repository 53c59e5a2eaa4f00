import type { Hono } from 'hono';
import type { Health } from '../../../contract/health.ts';
import type { CompanyAccount } from '../../../contract/payments/account.ts';
import type { ServiceStatus } from '../../../contract/service-status.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { toCompanyAccount, toPublicAccount } from '../../domain/accounts/account.ts';
import { withWorkingMethods } from '../../domain/accounts/working-methods.ts';
import { requireWithinLimit, WHOAMI_RATE_LIMIT } from '../../domain/limits/rate-limit.ts';
import { paymentTermsOf } from '../../domain/payins/payment-terms.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clientIp, rateLimitBucket } from '../../http/client-ip.ts';
import { endpoint } from '../../http/endpoint.ts';
import type { AppDependencies } from '../dependencies.ts';
import { STATUS_PAGE_POLICY, statusPage } from './status-page.ts';

/** The status of the service, for whoever asks: a page where a page is asked for, else JSON. */
export function statusRoute(app: Hono<AppEnv>, read: () => Promise<ServiceStatus>): void {
  endpoint(app, '/status', {
    GET: async (c) => {
      const status = await read();
      c.header('Vary', 'Accept, Accept-Language');
      if (!c.req.header('accept')?.includes('text/html')) return c.json(status);
      const isEnglish = /^en\b/i.test(c.req.header('accept-language') ?? '');
      const page = await statusPage(status, isEnglish ? 'en' : 'pt');
      return c.html(page, 200, { 'Content-Security-Policy': STATUS_PAGE_POLICY });
    },
  });
}

/**
 * `read` tells how the service is; it never throws. Decision: `/live` asks nobody, not the database
 * either, since whoever starts the process anew by it mends a process and nothing else.
 */
export function healthRoute(app: Hono<AppEnv>, read: () => Promise<Health>): void {
  endpoint(app, '/health', {
    GET: async (c) => {
      const health = await read();
      return c.json(health, health.status === 'ok' ? 200 : 503);
    },
  });
  endpoint(app, '/live', { GET: (c) => c.text('ok\n') });
}

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
      const account = await withWorkingMethods(caller.account, services);
      if (scope !== 'company') return c.json(toPublicAccount(account));
      const told = toCompanyAccount(account);
      const paymentTerms = told.canTransact ? await paymentTermsOf(account, providers) : {};
      return c.json({ ...told, paymentTerms } satisfies CompanyAccount);
    },
  });
}

/** Written anew with every answer, so that a service that runs never tells an old one. */
const VALID_FOR_MS = 180 * 24 * 60 * 60 * 1_000;

/**
 * Source: RFC 9116. Decision: none without SECURITY_CONTACT, as one nobody reads would be worse.
 */
export function securityContactRoute(
  app: Hono<AppEnv>,
  {
    securityContact: contact,
    ownUrl,
    now,
  }: { securityContact: string | null; ownUrl: () => string; now: () => Date },
): void {
  endpoint(app, PATH, {
    GET: (c) => {
      if (contact === null) throw new ApiError('NOT_FOUND', 'There is nothing here.');
      const expires = new Date(now().getTime() + VALID_FOR_MS);
      expires.setUTCHours(0, 0, 0, 0);
      const lines = [
        `Contact: ${contact}`,
        `Expires: ${expires.toISOString()}`,
        'Preferred-Languages: pt, en',
        `Canonical: ${ownUrl()}${PATH}`,
      ];
      return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': 'public, max-age=3600' });
    },
  });
}

const PATH = '/.well-known/security.txt';
