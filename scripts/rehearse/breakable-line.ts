import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { portOf } from './tls-origin.ts';

/** A line to a party that can be cut: whoever calls then is not even connected. */
export type BreakableLine = { url: string; cut: () => Promise<void>; mend: () => Promise<void> };

/** `to`: the party's own origin, whose certificate is shown through the line. */
export async function openLine(to: string): Promise<BreakableLine> {
  const { hostname, port: target } = new URL(to);
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    const party = connect(Number(target), hostname);
    for (const [one, other] of [
      [caller, party],
      [party, caller],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, hostname, resolve));
  await listen(0);
  const port = portOf(server.address());
  return {
    url: `https://${hostname}:${port}`,
    async cut() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => listen(port),
  };
}
