import { X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

/**
 * Of the connection, where a listener ends TLS itself; else what a proxy puts into `header`, as RFC
 * 9440 (`:<base64 of DER>:`) or nginx (PEM, percent-encoded), believed only from behind all of our
 * proxies, which each append to `X-Forwarded-For`.
 */
export function shownCertificate(
  c: Context<AppEnv>,
  { header, trustedProxyHops }: { header: string | null; trustedProxyHops: number },
): X509Certificate | null {
  const socket: unknown = c.env?.incoming?.socket;
  if (socket instanceof TLSSocket) {
    return socket.authorized ? (socket.getPeerX509Certificate() ?? null) : null;
  }
  if (header === null || trustedProxyHops === 0) return null;
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').filter((part) => part.trim());
  const value = c.req.header(header);
  return value === undefined || hops.length < trustedProxyHops ? null : readValue(value);
}

/** Source: RFC 9440, 2.1; nginx, `$ssl_client_escaped_cert`. */
function readValue(value: string): X509Certificate | null {
  const base64 = /^:([A-Za-z0-9+/]+={0,2}):$/.exec(value)?.[1];
  try {
    return new X509Certificate(
      base64 === undefined ? decodeURIComponent(value) : Buffer.from(base64, 'base64'),
    );
  } catch {
    return null;
  }
}
