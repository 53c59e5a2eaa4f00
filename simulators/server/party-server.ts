import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import { createServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Authority } from '../certificates/authority.ts';
import type { PartyAnswer, PartyRecord, PartyRequest, RecordedRequest, Route } from './exchange.ts';
import { htmlAnswer, matchPath } from './exchange.ts';
import type { Faults } from './faults.ts';
import { createFaults, signal } from './faults.ts';
import type { Harness } from './harness.ts';

export type Host = {
  routes: readonly Route[];
  /** Whose certificates callers must show; without one the connection is cut, as banks do. */
  clientAuthority?: Authority;
  /** What the party finds out first, of others; an answer stands in the place of the route's. */
  before?: (request: PartyRequest) => Promise<PartyAnswer | null>;
};

/** More than any request to a party is long. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Starts a party's hosts on free ports of this machine. */
export async function startPartyServer(
  name: string,
  hosts: Readonly<Record<string, Host>>,
  { authority, clock, record }: Pick<Harness, 'authority' | 'clock'> & { record: PartyRecord },
) {
  const { promise: closed, resolve: close } = signal();
  const { next, run } = createFaults({ clock, closed });
  const { certificatePem: cert, keyPem: key } = authority.issueServer(['localhost', '127.0.0.1']);
  const sockets = new Set<Duplex>();
  const servers: Server[] = [];
  const origins: Record<string, string> = {};

  async function answer(host: string, incoming: IncomingMessage, response: ServerResponse) {
    const { clientAuthority, routes, before } = hosts[host] ?? { routes: [] };
    const request = await readRequest(host, incoming);
    const recorded = toRecorded(request, clock.now());
    record.requests.push(recorded);
    if (!isWelcome(incoming.socket, clientAuthority)) {
      incoming.socket.destroy();
      return;
    }
    const refused = (await before?.(request)) ?? null;
    const { outcome, finish } = await run(
      request,
      () => refused ?? dispatch(routes, request, record.violate),
    );
    if (outcome === 'cut') {
      incoming.socket.destroy();
    } else if (!response.destroyed) {
      recorded.status = outcome.status;
      response.writeHead(outcome.status, outcome.headers).end(outcome.body);
    }
    finish();
  }

  for (const host of Object.keys(hosts)) {
    const clientAuthority = hosts[host]?.clientAuthority;
    const server = createServer(
      { cert, key, requestCert: clientAuthority !== undefined, rejectUnauthorized: false },
      (incoming, response) => {
        const { socket } = incoming;
        // A caller that goes away while it still sends has nothing to be told.
        answer(host, incoming, response).catch(() => socket.destroy());
      },
    );
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    server.on('secureConnection', (socket) => {
      // A refused caller may reset the connection first.
      socket.on('error', () => undefined);
      if (!isWelcome(socket, clientAuthority)) socket.destroy();
    });
    servers.push(server);
    origins[host] = `https://127.0.0.1:${await listen(server)}`;
  }

  /** Ends every connection. Throws where violations were left that no test has taken. */
  async function stop(): Promise<void> {
    close();
    const ends = servers.map((one) => new Promise((resolve) => one.close(resolve)));
    for (const socket of sockets) socket.destroy();
    await Promise.all(ends);
    const violations = record.takeViolations();
    if (violations.length > 0) {
      throw new Error(`${name} was violated:\n${violations.join('\n')}`);
    }
  }

  const faults: Faults = { next };
  const { requests, takeViolations } = record;
  const authorityPem = authority.certificatePem;
  /** `origins`: by the name of the host, as `https://127.0.0.1:40123`. */
  return { origins, authorityPem, faults, requests, takeViolations, stop };
}

function dispatch(
  routes: readonly Route[],
  request: PartyRequest,
  violate: PartyRecord['violate'],
): PartyAnswer {
  for (const route of routes) {
    const params = route.method === request.method ? matchPath(route.path, request.path) : null;
    if (params !== null) return route.handle({ ...request, params });
  }
  violate('there is no such call', request);
  return htmlAnswer(404, 'Not Found');
}

/** Also asked at each request: a certificate may end while a connection is kept open. */
function isWelcome(socket: Duplex, clientAuthority: Authority | undefined): boolean {
  if (clientAuthority === undefined) return true;
  const certificate = certificateOf(socket);
  return certificate !== null && clientAuthority.judge(certificate) === 'trusted';
}

function certificateOf(socket: Duplex) {
  return socket instanceof TLSSocket ? (socket.getPeerX509Certificate() ?? null) : null;
}

async function readRequest(host: string, incoming: IncomingMessage): Promise<PartyRequest> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > MAX_BODY_BYTES) throw new Error('the body is too long');
    chunks.push(bytes);
  }
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'https://party.invalid');
  return {
    host,
    method: incoming.method ?? 'GET',
    path: pathname,
    params: {},
    query: searchParams,
    headers: incoming.headers,
    rawBody: Buffer.concat(chunks).toString('utf8'),
    clientCertificate: certificateOf(incoming.socket),
  };
}

function toRecorded(request: PartyRequest, at: number): RecordedRequest {
  const { host, method, path, query, headers, rawBody } = request;
  return { at, host, method, path, query: query.toString(), headers, rawBody, status: null };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
