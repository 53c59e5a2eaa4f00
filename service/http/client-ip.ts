import { isIPv4, isIPv6 } from 'node:net';
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

/** Who a request counts for: see `addressOf`. */
export function clientIp(c: Context<AppEnv>, trustedProxyHops: number): string {
  const peer = c.env?.incoming?.socket?.remoteAddress;
  return addressOf({ peer, forwarded: c.req.header('x-forwarded-for') }, trustedProxyHops);
}

/**
 * The caller's address. `X-Forwarded-For` is believed only as far as our own proxies reach:
 * each of `trustedProxyHops` appended one entry, so the caller is that many from the right.
 */
export function addressOf(
  {
    peer = 'unknown',
    forwarded = '',
  }: { peer?: string | undefined; forwarded?: string | undefined },
  trustedProxyHops: number,
): string {
  if (trustedProxyHops === 0) return peer;
  const hops = forwarded.split(',').map((part) => part.trim());
  const address = hops.at(-trustedProxyHops);
  return address !== undefined && isAddress(address) ? address : peer;
}

/** IPv4 as it is; IPv6 by its /56, since one household or attacker has that many addresses. */
export function rateLimitBucket(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const groups = expand(address.replace(/%.*$/, ''));
  const prefix = groups.slice(0, 3).map((group) => group.toString(16));
  return `${prefix.join(':')}:${((groups[3] ?? 0) & 0xff00).toString(16)}::/56`;
}

function isAddress(text: string): boolean {
  return isIPv4(text) || isIPv6(text);
}

function expand(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const left = toGroups(head);
  if (tail === undefined) return left;
  const right = toGroups(tail);
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function toGroups(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
