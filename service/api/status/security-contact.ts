import type { Hono } from 'hono';
import { ApiError } from '../../base/shared/api-error.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';

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
