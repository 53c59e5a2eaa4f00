import type { ServerResponse } from 'node:http';
import { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { SettingsError } from '../settings.ts';

const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
};
const MAX_CONNECTIONS = 2_000;
const STOP_DEADLINE_MS = 10_000;

export type Listener = {
  /** The port in use, also where 0 was asked for. */
  port: number;
  /** Takes no new connection, lets running requests end, at most 10 seconds. */
  stop(): Promise<void>;
};

/** An application, whatever its handlers carry. */
export type ListeningApp = Pick<Parameters<typeof createAdaptorServer>[0], 'fetch'>;

/** `setting`: the variable that names the port, for the sentence when it is taken. */
export async function listen(
  app: ListeningApp,
  address: { host: string; port: number; setting: string },
): Promise<Listener> {
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: LIMITS });
  if (!(server instanceof Server)) throw new Error('expected a plain HTTP server');
  server.maxConnections = MAX_CONNECTIONS;
  const busy = busyResponses(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(toSettingsError(error, address)));
    server.listen(address.port, address.host, resolve);
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : address.port;
  return { port, stop: () => stop(server, busy) };
}

function toSettingsError(
  cause: unknown,
  { host, port, setting }: { host: string; port: number; setting: string },
) {
  const error = new SettingsError(`${setting}: cannot listen on ${host}:${port}, is it in use?`);
  error.cause = cause;
  return error;
}

async function stop(server: Server, busy: ReadonlySet<ServerResponse>): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), STOP_DEADLINE_MS);
  // A connection that is busy now would be kept alive after its answer.
  const closeIdle = () => setImmediate(() => server.closeIdleConnections());
  for (const response of busy) response.once('close', closeIdle);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(deadline);
}

/** The answers a server has not finished yet. */
function busyResponses(server: Server): ReadonlySet<ServerResponse> {
  const busy = new Set<ServerResponse>();
  server.on('request', (_request, response: ServerResponse) => {
    busy.add(response);
    response.once('close', () => busy.delete(response));
  });
  return busy;
}
