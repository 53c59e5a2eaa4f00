import { isIP } from 'node:net';

export type PasskeySite = { rpId: string; origin: string };

/** Why there are none: browsers refuse them for IP addresses and for pages that are not secure. */
export type PasskeysUnavailable = 'ip-address' | 'not-secure';

export function passkeySiteOf(dashboardUrl: string): PasskeySite | PasskeysUnavailable {
  const { hostname, protocol, origin } = new URL(dashboardUrl);
  // An IPv6 address stands in brackets.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return 'ip-address';
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? { rpId: hostname, origin } : 'not-secure';
}
