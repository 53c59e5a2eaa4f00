import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { connect as connectTls } from 'node:tls';
import type { Timers } from '../../base/shared/periodic.ts';

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
export async function connectInTurn(
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
