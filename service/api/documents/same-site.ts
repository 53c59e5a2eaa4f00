import { getDomain } from 'tldts';

/** Same scheme and registrable domain by the public suffix list, or host (HTML, "same site"). */
export function isSameSite(one: string, other: string): boolean {
  return siteOf(one) === siteOf(other);
}

function siteOf(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  // Browsers count the private suffixes of the list, such as those of hosting companies.
  return `${protocol}//${getDomain(hostname, { allowPrivateDomains: true }) ?? hostname}`;
}
