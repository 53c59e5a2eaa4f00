import type { IncomingMessage, ServerResponse } from 'node:http';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Identity } from '../../simulators/certificates/authority.ts';
import { freePort } from '../system/free-port.mjs';

/** An https origin in front of a plain port, as a proxy that ends TLS stands before the service. */
export type TlsOrigin = { url: string; port: number; stop: () => Promise<void> };

const HOST = '127.0.0.1';

export async function openTlsOrigin({
  certificatePem: cert,
  keyPem: key,
}: Pick<Identity, 'certificatePem' | 'keyPem'>): Promise<TlsOrigin> {
  const port = await freePort();
  const server = createServer({ cert, key }, (incoming, answer) => forward(incoming, answer, port));
  const sockets = new Set<Duplex>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  return {
    url: `https://${HOST}:${portOf(server.address())}`,
    port,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Each on a connection of its own: none is reused in the moment in which the service ends it. */
function forward(incoming: IncomingMessage, answer: ServerResponse, port: number): void {
  const { method, url, socket } = incoming;
  const headers = { ...incoming.headers, 'x-forwarded-for': socket.remoteAddress ?? '' };
  const options = { host: HOST, port, method, path: url, headers, agent: false };
  const outgoing = request(options, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
    response.once('error', () => answer.destroy());
  });
  outgoing.once('error', () => {
    if (!answer.headersSent) answer.writeHead(502);
    answer.end();
  });
  answer.once('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

export function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('there is no port');
  return address.port;
}
