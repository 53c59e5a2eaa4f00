import { isIP, isIPv6 } from 'node:net';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import type { AppEnv } from './app-env.ts';

export function clientIp(c: Context<AppEnv>, trustedProxyHops: number): string {
  const peer = c.env?.incoming?.socket?.remoteAddress;
  return addressOf({ peer, forwarded: c.req.header('x-forwarded-for') }, trustedProxyHops);
}

/** Each of `trustedProxyHops` appended one entry, so the caller is that many from the right. */
export function addressOf(
  {
    peer = 'unknown',
    forwarded = '',
  }: { peer?: string | undefined; forwarded?: string | undefined },
  trustedProxyHops: number,
): string {
  if (trustedProxyHops === 0) return peer;
  const hops = forwarded.split(',').map((part) => part.trim());
  return readHop(hops.at(-trustedProxyHops) ?? '') ?? peer;
}

/**
 * IPv4 as it is; IPv6 by its /56, since one household or attacker has that many addresses, or by its
 * /48, which is what one customer of a provider may have.
 */
export function rateLimitBucket(address: string, prefix: 56 | 48 = 56): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const [first = 0, second = 0, third = 0, fourth = 0] = parsed.parts;
  const last = prefix === 56 ? fourth & 0xff00 : 0;
  const network = [first, second, third, last].map((part) => part.toString(16));
  return `${network.join(':')}::/${prefix}`;
}

/** `203.0.113.7:51234`, `[2001:db8::1]:443` or no port; null where it is none. */
function readHop(hop: string): string | null {
  const [, bracketed, withPort] = /^(?:\[(.+)\](?::\d+)?|(\d[\d.]*):\d+)$/.exec(hop) ?? [];
  const address = bracketed ?? withPort ?? hop;
  return isIP(address) === 0 ? null : address;
}
