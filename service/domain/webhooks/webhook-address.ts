import ipaddr from 'ipaddr.js';
import type { BrokenRule } from '../../../contract/errors/broken-rule.ts';
import { broken } from '../../../contract/errors/broken-rule.ts';
import { invalidFields } from '../../base/shared/api-error.ts';
import { toDetail } from '../../base/shared/error-detail.ts';

/** `sandbox`: http and loopback receivers are allowed too. */
export type WebhookAddressRule = { sandbox: boolean };

/** 400 INVALID_DATA by its text. Where its name really leads is checked at each connection. */
export function requireWebhookUrl(url: string | undefined, rule: WebhookAddressRule): void {
  const fault = url === undefined ? null : webhookUrlFault(url, rule);
  if (fault !== null) throw invalidFields([toDetail('webhookUrl', fault)]);
}

export function webhookUrlFault(text: string, rule: WebhookAddressRule): BrokenRule | null {
  const schemes = rule.sandbox ? 'http, https' : 'https';
  if (!URL.canParse(text)) return broken('url', { schemes });
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(rule.sandbox && url.protocol === 'http:')) {
    return broken('url', { schemes });
  }
  if (url.username !== '' || url.password !== '') return broken('url_credentials');
  if (text.includes('#')) return broken('url_fragment');
  // The parser quietly mends and translates; what was meant must be what is connected to. Digits of
  // other scripts, decimal, octal, hexadecimal and shortened addresses all end here.
  const written = /^[a-z]+:\/\/([^/?#\\\s]*?)(?::\d*)?(?:[/?]|$)/i.exec(text)?.[1];
  if (written?.toLowerCase() !== url.hostname || /[\s\\]/.test(text)) return broken('url_host');
  if (!isWebPort(url.port, rule)) return broken('url_port');
  return isPlausibleHost(url.hostname, rule) ? null : broken('private_address');
}

/** Global unicast, and in the sandbox loopback. Forms that carry another address are refused. */
export function isWebhookAddress(address: string, { sandbox }: WebhookAddressRule): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === 'loopback') return sandbox;
  if (range !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(GLOBAL_UNICAST);
  return address !== CLOUD_HOST_ADDRESS;
}

export function literalAddressOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : null;
}

/** The names that mean this machine by definition, whatever a resolver says (RFC 6761). */
export function isLocalhost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost');
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** A public address by its range, yet on one cloud the host's own service for its machines. */
const CLOUD_HOST_ADDRESS = '168.63.129.16';

/** Names that only have a meaning inside somebody's network. */
const PRIVATE_NAME = /\.(local|localdomain|internal|intranet|lan|home|corp|home\.arpa)$/;

function isPlausibleHost(hostname: string, rule: WebhookAddressRule): boolean {
  const literal = literalAddressOf(hostname);
  if (literal !== null) return isWebhookAddress(literal, rule);
  if (isLocalhost(hostname)) return rule.sandbox;
  return hostname.includes('.') && !hostname.endsWith('.') && !PRIVATE_NAME.test(hostname);
}

/** Services that speak no HTTP and may be made to do harm by something that looks like it. */
const OTHER_SERVICES: ReadonlySet<number> = new Set([
  1433, 2375, 2379, 3306, 3389, 5432, 5672, 6379, 9200, 11_211, 27_017,
]);

/** Decision: https on 443 or 8443; in the sandbox any from 1024 not known for something else. */
function isWebPort(port: string, { sandbox }: WebhookAddressRule): boolean {
  if (port === '' || port === '443' || port === '8443') return true;
  const number = Number(port);
  return sandbox && (number === 80 || (number >= 1024 && !OTHER_SERVICES.has(number)));
}
