import type { Hono } from 'hono';
import { ApiError } from '../../base/shared/api-error.ts';
import { sellingRoute } from '../../domain/accounts/working-methods.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import type { AppDependencies } from '../dependencies.ts';
import { stageAncestors } from '../documents/frame-document.ts';

/**
 * An antifraud's script sees the buyer's device here, and nothing of ours or anybody's; the policy
 * names its provider's host alone. Decision: its origin is nobody's (`sandbox`), so that the script
 * reaches neither the 3-D Secure stage, which has this address too, nor another session's remains.
 */
export function deviceDocumentRoute(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/device', {
    GET: async (c) => {
      const { key: publicKey = '', session = '' } = c.req.query();
      const config = (await services.web?.frame.findConfig(publicKey)) ?? null;
      const antifraud = config === null ? null : await findAntifraud(config.companyId, services);
      const prefix = `afs_${config?.companyId}_`;
      const isSession = session.startsWith(prefix) && RANDOM.test(session.slice(prefix.length));
      if (config === null || antifraud === null || !isSession) {
        throw new ApiError('NOT_FOUND', 'There is nothing at this address.');
      }
      const { host } = antifraud;
      const policy = [
        "default-src 'none'",
        ...['script-src', 'connect-src', 'img-src', 'frame-src'].map((name) => `${name} ${host}`),
        "base-uri 'none'",
        "form-action 'none'",
        `frame-ancestors ${stageAncestors({ publicKey, config })}`,
        'sandbox allow-scripts',
      ].join('; ');
      const source = antifraud.scriptUrl(session).replaceAll('&', '&amp;');
      const body = `<!doctype html><title>Device</title><body><script src="${source}"></script>`;
      return c.html(body, 200, {
        'Content-Security-Policy': policy,
        'Cache-Control': 'no-store',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Referrer-Policy': 'strict-origin',
        'Permissions-Policy':
          'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
      });
    },
  });
}

const RANDOM = /^[A-Za-z0-9_-]{22}$/;

async function findAntifraud(companyId: string, services: AppDependencies) {
  const account = await services.accounts.find(companyId);
  const [acquirer] = account === null ? [] : await sellingRoute(account, services);
  return acquirer?.antifraud ?? null;
}
