import { Resolver } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { connect as connectTls } from 'node:tls';
import packageInfo from '../../../package.json' with { type: 'json' };
import type { Timers } from '../../base/shared/periodic.ts';
import type { WebhookAddressRule } from './webhook-address.ts';
import {
  isLocalhost,
  isWebhookAddress,
  literalAddressOf,
  webhookUrlFault,
} from './webhook-address.ts';
import type { SendWebhook, WebhookAnswer } from './webhook-delivery.ts';
import { ANSWER_DEADLINE_MS } from './webhook-delivery.ts';

const MAX_ANSWER_BYTES = 64 * 1024;
/** As much of it as is kept to be shown: more than the characters that are. */
const BEGINNING_BYTES = 2_048;
const MAX_HEADER_BYTES = 64 * 1024;
/** Decision: a receiver has confirmed by its status line; for what it says then it has a moment. */
const BODY_WITHIN_MS = 500;

/** By this a receiver's log and firewall know us. Source: RFC 9110, "User-Agent". */
export const USER_AGENT = `${packageInfo.name}-webhooks/${packageInfo.version}`;

class AddressRefused extends Error {}

/** Decision: each has a second of five, longer than a busy process keeps an answer waiting. */
const MAX_ADDRESSES = 5;

export type SendWebhookOptions = {
  rule: WebhookAddressRule;
  timers: Timers;
  resolveName?: (hostname: string) => Promise<readonly string[]>;
  dial?: Dial;
};

/**
 * Each connection is new, to an address looked up for it: one that is not allowed refuses them all.
 * Literals, which no look-up meets, are checked before. No redirect is followed.
 */
export function createSendWebhook(options: SendWebhookOptions): SendWebhook {
  const { rule } = options;
  return async ({ url, headers, body }, signal) => {
    const { host, hostname, port, protocol, pathname, search } = new URL(url);
    const literal = literalAddressOf(hostname);
    const isRefused = literal !== null && !isWebhookAddress(literal, rule);
    if (isRefused || webhookUrlFault(url, rule) !== null) return { kind: 'address_refused' };
    try {
      const target = { hostname, port, protocol };
      const socket = await connectToReceiver(target, { ...options, signal });
      const path = `${pathname}${search}`;
      return await post({ host, path, headers, body }, { socket, signal, timers: options.timers });
    } catch (error) {
      return { kind: error instanceof AddressRefused ? 'address_refused' : 'connection_failed' };
    }
  };
}

/**
 * Decision: the status line decides, whatever becomes of the body: it is cut off where it is long, and
 * in time for the answer to count. What breaks off before it is no answer.
 */
async function post(
  {
    host,
    path,
    headers,
    body,
  }: Omit<Parameters<SendWebhook>[0], 'url'> & Record<'host' | 'path', string>,
  { socket, signal, timers }: { socket: Socket; signal: AbortSignal; timers: Timers },
): Promise<WebhookAnswer> {
  const request = httpRequest({
    createConnection: () => socket,
    method: 'POST',
    path,
    headers: { ...headers, Host: host, 'User-Agent': USER_AGENT },
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  });
  let isLate = false;
  const cancelLate = timers.after(ANSWER_DEADLINE_MS - 2 * BODY_WITHIN_MS, () => {
    isLate = true;
  });
  let cancelBody = () => {};
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      // Errors are heard until the end: one that nobody hears would end the process.
      request.on('response', resolve).on('error', reject);
      request.on('close', () => reject(new Error('there was no answer')));
      request.end(body);
    });
    cancelBody = timers.after(BODY_WITHIN_MS, () => request.destroy());
    const beginning = isLate ? new Uint8Array() : await beginningOf(response);
    const said = beginning.length === 0 ? {} : { beginning };
    return { kind: 'answered', status: Number(response.statusCode), ...said };
  } finally {
    cancelLate();
    cancelBody();
    request.destroy();
  }
}

async function connectToReceiver(
  { hostname, port, protocol }: { hostname: string; port: string; protocol: string },
  options: SendWebhookOptions & { signal: AbortSignal },
): Promise<Socket> {
  const { timers, signal, dial: dialOne = dial } = options;
  const isSecure = protocol === 'https:';
  const addresses = await checkedAddressesOf(hostname, options);
  return await connectInTurn(
    { addresses, port: port === '' ? (isSecure ? 443 : 80) : Number(port), hostname, isSecure },
    { withinMs: ANSWER_DEADLINE_MS, timers, signal, dial: dialOne },
  );
}

/** Throws `AddressRefused` where any of them, tried or not, is one no event may go to. */
async function checkedAddressesOf(
  hostname: string,
  { rule, resolveName = resolveByDns }: SendWebhookOptions,
): Promise<readonly string[]> {
  const literal = literalAddressOf(hostname);
  const addresses = literal === null ? await resolveName(hostname) : [literal];
  if (!addresses.every((address) => isWebhookAddress(address, rule))) throw new AddressRefused();
  return addresses.slice(0, MAX_ADDRESSES);
}

/** As much of a body as came. */
async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const kept: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      if (size < BEGINNING_BYTES) kept.push(chunk.subarray(0, BEGINNING_BYTES - size));
      size += chunk.byteLength;
      if (size > MAX_ANSWER_BYTES) break;
    }
  } catch {
    // Broken off, or cut off by us.
  }
  return new Uint8Array(Buffer.concat(kept));
}

/** The system's own look-up blocks one of four threads: a few dead names would hold up all. */
async function resolveByDns(hostname: string): Promise<string[]> {
  if (isLocalhost(hostname)) return ['127.0.0.1', '::1'];
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const families = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
}

/** Begins to connect to one address; `isSecure` where TLS has to be spoken under that name. */
export type Dial = (target: {
  address: string;
  port: number;
  hostname: string;
  isSecure: boolean;
}) => Socket | TLSSocket;

/** Connects to a host name's address. Node's own choice between addresses plays no part. */
export const dial: Dial = ({ address, port, hostname, isSecure }) => {
  const host = { host: address, port };
  if (!isSecure) return connect(host);
  // A literal address is checked against the certificate as such, and is no name to be sent.
  const servername = hostname === address ? '' : hostname;
  return connectTls({ ...host, servername, ALPNProtocols: ['http/1.1'] });
};

/**
 * Each address has a fair share of what is left of `withinMs`, the last the rest. Node gives each
 * 250 ms, and a process busy for that long gives up one that has answered. Here a share is a second
 * or more, and an answer that has come counts even where its share was over.
 */
async function connectInTurn(
  target: { addresses: readonly string[]; port: number; hostname: string; isSecure: boolean },
  options: { withinMs: number; timers: Timers; signal: AbortSignal; dial: Dial },
): Promise<Socket> {
  const { addresses, ...host } = target;
  const shareMs = Math.floor(options.withinMs / addresses.length);
  let failure: unknown = new Error('the name has no address');
  for (const [place, address] of addresses.entries()) {
    if (options.signal.aborted) break;
    const isLast = place === addresses.length - 1;
    const socket = options.dial({ address, ...host });
    const event = host.isSecure ? 'secureConnect' : 'connect';
    try {
      await opened(socket, { ...options, event, shareMs: isLast ? null : shareMs });
      return socket;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function opened(
  socket: Socket,
  options: { event: string; shareMs: number | null; timers: Timers; signal: AbortSignal },
): Promise<void> {
  const { event, shareMs, timers, signal } = options;
  return new Promise((resolve, reject) => {
    const giveUp = () => socket.destroy(new Error('the address did not answer in time'));
    // Timers run before what the network brought: an answer that waits is read first.
    const cancel =
      shareMs === null ? () => undefined : timers.after(shareMs, () => setImmediate(pollAgain));
    const pollAgain = () => {
      if (!isOpen) giveUp();
    };
    let isOpen = false;
    const end = () => {
      cancel();
      signal.removeEventListener('abort', giveUp);
      socket.off('close', close).off(event, open);
    };
    const open = () => {
      isOpen = true;
      end();
      socket.off('error', fail);
      resolve();
    };
    const fail = (error: Error) => {
      end();
      reject(error);
    };
    const close = () => fail(new Error('the connection was closed'));
    signal.addEventListener('abort', giveUp);
    socket.once(event, open).on('error', fail).once('close', close);
  });
}
