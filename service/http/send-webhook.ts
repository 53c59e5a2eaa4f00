import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import packageInfo from '../../package.json' with { type: 'json' };
import type { WebhookAddressRule } from '../webhooks/webhook-address.ts';
import {
  isLocalhost,
  isWebhookAddress,
  literalAddressOf,
  webhookUrlFault,
} from '../webhooks/webhook-address.ts';
import type { SendWebhook } from '../webhooks/webhook-delivery.ts';

/** Every address of a name, of both families; none where it has none. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

/** As much of an answer as is read; what it says is dropped. */
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/** By this a receiver's log and firewall know us. Source: RFC 9110, "User-Agent". */
const USER_AGENT = `${packageInfo.name}-webhooks/${packageInfo.version}`;

/** A name led, now, to an address no event may go to. */
class AddressRefused extends Error {}

/**
 * The way events leave. Each connection is new, and goes to an address that was looked up for it
 * and checked: one that is not allowed among many refuses them all. Literals never reach a look-up,
 * so they are checked before. No redirect is followed.
 */
export function createSendWebhook(options: {
  rule: WebhookAddressRule;
  resolveName?: ResolveName;
}): { send: SendWebhook; close(): Promise<void> } {
  const { rule, resolveName = resolveByDns } = options;
  const agent = new Agent({
    // No connection is kept: the next one is looked up and checked again.
    pipelining: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect: { lookup: createCheckedLookup(rule, resolveName), timeout: 0 },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    close: () => agent.destroy(),
    async send({ url, headers, body }, signal) {
      const { origin, hostname, pathname, search } = new URL(url);
      const literal = literalAddressOf(hostname);
      const isRefused = literal !== null && !isWebhookAddress(literal, rule);
      if (isRefused || webhookUrlFault(url, rule) !== null) return { kind: 'address_refused' };
      try {
        const answer = await agent.request({
          origin,
          path: `${pathname}${search}`,
          method: 'POST',
          headers: { ...headers, 'User-Agent': USER_AGENT },
          body,
          signal,
        });
        await drop(answer.body);
        return { kind: 'answered', status: answer.statusCode };
      } catch (error) {
        return { kind: isAddressRefused(error) ? 'address_refused' : 'connection_failed' };
      }
    },
  };
}

/** Decision: a receiver that confirms and then talks on has confirmed; it is cut off. */
async function drop(body: AsyncIterable<Uint8Array>): Promise<void> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) return;
  }
}

function isAddressRefused(error: unknown): boolean {
  if (error instanceof AddressRefused) return true;
  return error instanceof AggregateError && error.errors.some(isAddressRefused);
}

function createCheckedLookup(rule: WebhookAddressRule, resolveName: ResolveName): LookupFunction {
  return (hostname, { all }, callback) => {
    resolveName(hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({
          address,
          family: address.includes(':') ? 6 : 4,
        }));
        const [first] = found;
        if (first === undefined) callback(new Error('the name has no address'), '', 4);
        else if (!addresses.every((address) => isWebhookAddress(address, rule))) {
          callback(new AddressRefused('the name leads to an address no event may go to'), '', 4);
        } else if (all === true) callback(null, found);
        else callback(null, first.address, first.family);
      },
      () => callback(new Error('the name cannot be resolved'), '', 4),
    );
  };
}

const LOOKUP_TIMEOUT_MS = 2_000;

/**
 * Asks the name servers directly: the system's own look-up blocks one of four threads that files
 * need as well, so that a few dead names would hold up everything.
 */
async function resolveByDns(hostname: string): Promise<string[]> {
  if (isLocalhost(hostname)) return ['127.0.0.1', '::1'];
  const resolver = new Resolver({ timeout: LOOKUP_TIMEOUT_MS, tries: 2 });
  const families = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
}
