import type { Socket } from 'node:net';
import type { Timers } from '../base/shared/periodic.ts';
import { rateLimitBucket } from './client-ip.ts';

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
  readonly headersWithinMs: number;
};

export type ClosedConnection = 'too_many' | 'too_many_of_address' | 'silent' | 'unread';

const UNREAD_ROUND_MS = 4_000;
const UNREAD_ROUNDS = 5;

type ConnectionsOptions = {
  trustedProxyHops: number;
  timers: Timers;
  onClosed(reason: ClosedConnection): void;
};

/**
 * Decision: behind proxies every connection is one of theirs, so no address has its limit; nor have
 * 127.0.0.1 and ::1, of a proxy or a developer's tests here. The limit of all together stays.
 */
export function createConnectionLimits(
  limits: IncomingConnections,
  { trustedProxyHops, timers, onClosed }: ConnectionsOptions,
): ConnectionLimits {
  const { inAll, perAddress, firstByteWithinMs, headersWithinMs } = limits;
  const ofAddress = new Map<string, number>();
  let open = 0;

  const whyTooMany = (address: string): ClosedConnection | null => {
    if (open >= inAll) return 'too_many';
    if (trustedProxyHops > 0 || address === '127.0.0.1' || address === THIS_MACHINE_V6) {
      return null;
    }
    return (ofAddress.get(address) ?? 0) >= perAddress ? 'too_many_of_address' : null;
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
      open += 1;
      ofAddress.set(address, (ofAddress.get(address) ?? 0) + 1);
      const closeSilent = () => {
        if (connection.bytesRead === 0 && !connection.destroyed) close(connection, 'silent');
      };
      // Timers run before what the network brought: a byte that waits is read first.
      const cancel = timers.after(firstByteWithinMs, () => setImmediate(closeSilent));
      connection.once('close', () => {
        cancel();
        open -= 1;
        const left = (ofAddress.get(address) ?? 1) - 1;
        if (left === 0) ofAddress.delete(address);
        else ofAddress.set(address, left);
      });
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

const THIS_MACHINE_V6 = rateLimitBucket('::1');
