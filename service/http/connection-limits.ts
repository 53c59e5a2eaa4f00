import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import type { Timers } from '../base/shared/periodic.ts';
import { addressOf, rateLimitBucket } from './client-ip.ts';

export type IncomingConnections = {
  inAll: number;
  perAddress: number;
  firstByteWithinMs: number;
  headersWithinMs: number;
};

export type ConnectionLimits = {
  /** Counts a connection from now until its end; one that is too many, or says nothing, is closed. */
  admit(connection: Socket): void;
  /** Ends it once its caller has taken nothing of an answer for 20 s. */
  endUnread(connection: Socket): void;
  /** By whose address a request is counted, as our proxies tell it. */
  callerOf(request: Request): string;
  /** Counts a request until its answer has ended; false where it is one too many. */
  take(request: Request, caller: string): boolean;
  readonly headersWithinMs: number;
};

export type ClosedConnection = 'too_many' | 'too_many_of_address' | 'silent' | 'unread';

type Request = Pick<HttpBindings | Http2Bindings, 'incoming' | 'outgoing'>;

/** Connections beyond those of all together: whoever watches asks by them, and nobody else. */
const FOR_HEALTH = 16;
const UNREAD_ROUND_MS = 4_000;
const UNREAD_ROUNDS = 5;

type ConnectionsOptions = {
  trustedProxyHops: number;
  timers: Timers;
  onClosed(reason: ClosedConnection): void;
};

/**
 * Decision: behind proxies every connection is one of theirs, so that an address has its limit by
 * requests under way, bodies that still come among them. 127.0.0.1 and ::1, of a proxy or a
 * developer's tests here, have none. The limit of all together stays.
 */
export function createConnectionLimits(
  limits: IncomingConnections,
  { trustedProxyHops, timers, onClosed }: ConnectionsOptions,
): ConnectionLimits {
  const { inAll, perAddress, firstByteWithinMs, headersWithinMs } = limits;
  /** Open connections, or behind proxies requests. */
  const ofAddress = new Map<string, number>();
  const forHealth = new WeakSet<object>();
  let open = 0;

  const isFull = (address: string) =>
    !UNLIMITED.has(address) && (ofAddress.get(address) ?? 0) >= perAddress;
  const countUntil = (closed: EventEmitter, address: string) => {
    ofAddress.set(address, (ofAddress.get(address) ?? 0) + 1);
    closed.once('close', () => {
      const left = (ofAddress.get(address) ?? 1) - 1;
      if (left === 0) ofAddress.delete(address);
      else ofAddress.set(address, left);
    });
  };
  const whyTooMany = (address: string): ClosedConnection | null => {
    if (open >= inAll + FOR_HEALTH) return 'too_many';
    return trustedProxyHops === 0 && isFull(address) ? 'too_many_of_address' : null;
  };
  const close = (connection: Socket, reason: ClosedConnection) => {
    onClosed(reason);
    connection.destroy();
  };

  return {
    headersWithinMs,
    admit(connection) {
      const address = rateLimitBucket(connection.remoteAddress ?? 'unknown');
      const reason = whyTooMany(address);
      if (reason !== null) return close(connection, reason);
      if (open >= inAll) forHealth.add(connection);
      open += 1;
      if (trustedProxyHops === 0) countUntil(connection, address);
      const closeSilent = () => {
        if (connection.bytesRead === 0 && !connection.destroyed) close(connection, 'silent');
      };
      // Timers run before what the network brought: a byte that waits is read first.
      const cancel = timers.after(firstByteWithinMs, () => setImmediate(closeSilent));
      connection.once('close', () => {
        cancel();
        open -= 1;
      });
    },
    callerOf({ incoming }) {
      const forwarded = String(incoming.headers['x-forwarded-for'] ?? '');
      const peer = incoming.socket.remoteAddress;
      return rateLimitBucket(addressOf({ peer, forwarded }, trustedProxyHops));
    },
    take({ incoming, outgoing }, caller) {
      const isSpare = forHealth.has(incoming.socket);
      if (!isSpare && (trustedProxyHops === 0 || !isFull(caller))) {
        if (trustedProxyHops > 0) countUntil(outgoing, caller);
        return true;
      }
      onClosed(isSpare ? 'too_many' : 'too_many_of_address');
      outgoing.setHeader('Connection', 'close');
      return false;
    },
    endUnread(connection) {
      let taken = 0;
      let rounds = 0;
      const look = () => {
        const before = taken;
        taken = connection.bytesWritten - connection.writableLength - unsentOf(connection);
        rounds = connection.writableLength > 0 && taken === before ? rounds + 1 : 0;
        if (rounds === UNREAD_ROUNDS) return close(connection, 'unread');
        cancel = timers.after(UNREAD_ROUND_MS, look);
      };
      let cancel = timers.after(UNREAD_ROUND_MS, look);
      connection.once('close', () => cancel());
    },
  };
}

/** Of what is being written; Node tells it where its own timeouts look: an answer is one write. */
function unsentOf(connection: Socket): number {
  const handle: unknown = Reflect.get(connection, '_handle');
  const isTold = typeof handle === 'object' && handle !== null && 'writeQueueSize' in handle;
  return isTold ? Number(handle.writeQueueSize) : 0;
}

const UNLIMITED: ReadonlySet<string> = new Set(['127.0.0.1', rateLimitBucket('::1')]);
