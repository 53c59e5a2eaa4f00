import type { ServerResponse } from 'node:http';
import { Server } from 'node:http';
import { createServer as createTlsServer, Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import { createAdaptorServer } from '@hono/node-server';
import { SettingsError } from '../base/shared/settings-error.ts';
import type { AnswerGate } from './answer-gate.ts';
import { createAnswerGate } from './answer-gate.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import type { WorkLimit } from './work-limit.ts';
import { createWorkSlots } from './work-limit.ts';

const LIMITS = {
  requestTimeout: 20_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
};
/** Those that are not looked at yet: where they overflow, whoever comes next waits a second. */
const WAITING_CONNECTIONS = 4_096;
const STOP_DEADLINE_MS = 10_000;
/** Browsers open connections ahead of need; a request that is on its way comes sooner. */
const UNUSED_DEADLINE_MS = 1_000;

/** Of the listeners whose work has no limit: the dashboard, the bank of the sandbox. */
const BUSY = new Response(null, { status: 503, headers: { 'Retry-After': '1' } });

type PlainServer = Server | TlsServer;

export type Listener = {
  port: number;
  /** Goes on as before, but every answer from now on ends its connection. */
  drain(): void;
  stop(): Promise<void>;
};

export type ListeningApp = Pick<Parameters<typeof createAdaptorServer>[0], 'fetch'>;

/**
 * `setting`: the variable that names the port. `tls`: for a listener that no proxy stands before.
 */
export async function listen(
  app: ListeningApp,
  address: { host: string; port: number; setting: string },
  limits: ConnectionLimits,
  { tls = null, work }: { tls?: TlsOptions | null; work?: WorkLimit } = {},
): Promise<Listener> {
  const gate = createAnswerGate();
  const places = work === undefined ? null : createWorkSlots(work);
  const server = createAdaptorServer({
    fetch: (request, env) =>
      gate.pass(async () => {
        if (isAlwaysAnswered(env)) return app.fetch(request, env);
        const caller = limits.callerOf(env);
        const isTaken = limits.take(env, caller);
        if (places === null) return isTaken ? app.fetch(request, env) : BUSY.clone();
        const slot = isTaken ? await places.take(caller, env.outgoing) : null;
        if (slot === null) return app.fetch(request, Object.assign(env, { hasNoPlace: true }));
        try {
          return await app.fetch(request, Object.assign(env, { slot }));
        } finally {
          slot.end();
        }
      }),
    ...(tls === null ? {} : { createServer: createTlsServer }),
    serverOptions: { ...LIMITS, headersTimeout: limits.headersWithinMs, ...tls },
  });
  if (!(server instanceof Server || server instanceof TlsServer))
    throw new Error('expected a server of HTTP/1.1');
  server.on('connection', (connection: Socket) => limits.admit(connection));
  server.on(tls === null ? 'connection' : 'secureConnection', limits.endUnread);
  const busy = busyResponses(server);
  const connections = openConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(toSettingsError(error, address)));
    const { host, port } = address;
    server.listen({ host, port, backlog: WAITING_CONNECTIONS }, resolve);
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : address.port;
  const drain = () => endConnections(server, busy);
  return { port, drain, stop: () => stop(server, { busy, connections, gate, drain }) };
}

/** Who supervises the process must not take it for dead because it has much to do. */
function isAlwaysAnswered({ incoming }: HttpBindings | Http2Bindings): boolean {
  return /^\/(?:health|live)(?:$|\?)/.test(incoming.url ?? '');
}

function toSettingsError(
  cause: unknown,
  { host, port, setting }: { host: string; port: number; setting: string },
) {
  const error = new SettingsError(`${setting}: cannot listen on ${host}:${port}, is it in use?`);
  error.cause = cause;
  return error;
}

export function isPortTaken(error: unknown): boolean {
  const cause = error instanceof SettingsError ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
}

async function stop(
  server: PlainServer,
  {
    busy,
    connections,
    gate,
    drain,
  }: {
    busy: ReadonlySet<ServerResponse>;
    connections: ReadonlySet<Socket>;
    gate: AnswerGate;
    drain: () => void;
  },
): Promise<void> {
  drain();
  await gate.shut();
  const deadline = setTimeout(() => server.closeAllConnections(), STOP_DEADLINE_MS);
  const unused = setTimeout(() => closeUnused(connections), UNUSED_DEADLINE_MS);
  // A connection whose answer had begun before is kept alive after it.
  const closeIdle = () => setImmediate(() => server.closeIdleConnections());
  for (const response of busy) response.once('close', closeIdle);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    gate.open();
  });
  clearTimeout(deadline);
  clearTimeout(unused);
}

function closeUnused(connections: ReadonlySet<Socket>): void {
  for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
}

/** A kept-alive connection would carry its next request into a closed port. */
function endConnections(server: PlainServer, busy: ReadonlySet<ServerResponse>): void {
  const end = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  for (const response of busy) end(response);
  server.prependListener('request', (_request, response: ServerResponse) => end(response));
}

function busyResponses(server: PlainServer): ReadonlySet<ServerResponse> {
  const busy = new Set<ServerResponse>();
  server.on('request', (_request, response: ServerResponse) => {
    busy.add(response);
    response.once('close', () => busy.delete(response));
  });
  return busy;
}

function openConnections(server: PlainServer): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (connection: Socket) => {
    open.add(connection);
    connection.once('close', () => open.delete(connection));
  });
  return open;
}
