import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';

const API_HEADERS: readonly (readonly [string, string])[] = [
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
];

/** Headers of every answer that does not set its own, as documents and scripts do. */
export function securityHeaders(ownUrl: string): MiddlewareHandler<AppEnv> {
  const headers = ownUrl.startsWith('https:')
    ? [...API_HEADERS, ['Strict-Transport-Security', 'max-age=63072000'] as const]
    : API_HEADERS;
  return async (c, next) => {
    await next();
    // Set on the answer itself: by way of the context, it would be made anew for each of them.
    const answered = c.res.headers;
    for (const [name, value] of headers) if (!answered.has(name)) answered.set(name, value);
  };
}
