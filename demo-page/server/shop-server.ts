import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Docs } from './docs.ts';
import { createEventStreams } from './event-stream.ts';
import { createOrderBook } from './order-book.ts';
import type { PageFiles } from './page-file.ts';
import { createPaymentService } from './payment-service.ts';
import type { Answer } from './routes.ts';
import { createRoutes, toErrorAnswer } from './routes.ts';
import type { Settings } from './settings.ts';
import { ShopError } from './shop-error.ts';
import { createTriedCalls } from './tried-call.ts';
import { createWebhookReceiver } from './webhook.ts';
import type { WebhookSecrets } from './webhook-secret.ts';

export type RunningShop = { url: string; stop(): Promise<void> };

export type ShopParts = {
  settings: Settings;
  files: PageFiles;
  /** Left out: this shop has no documentation beside it. */
  docs?: Docs;
  fetch: typeof globalThis.fetch;
  webhookSecrets: WebhookSecrets;
  now: () => Date;
  randomBytes: (size: number) => Buffer;
  /** One line about something unexpected: a name, never a value. */
  warn: (line: string) => void;
};

const REQUEST_TIMEOUT_MS = 15_000;
const PAYMENT_TIMEOUT_MS = 20_000;
const STOP_DEADLINE_MS = 5_000;
const MAX_ORDERS = 1_000;
const MAX_STREAMS = 500;

/** Puts the shop together and listens. Resolves once it answers. */
export async function startShop(parts: ShopParts): Promise<RunningShop> {
  const { settings, files, now, randomBytes } = parts;
  const payments = createPaymentService({
    baseUrl: settings.baseUrl,
    fetch: parts.fetch,
    timeoutMs: PAYMENT_TIMEOUT_MS,
  });
  let port = settings.port;
  const ownUrl = () => `http://${settings.host ?? 'localhost'}:${port}`;
  const orders = createOrderBook({
    payments,
    // Without a secret an event could not be believed, so none is asked for.
    webhookUrlFor: async (account) => {
      const host = toWebhookHost(settings.host);
      if (host === null || (await parts.webhookSecrets.secretFor(account)) === null) return null;
      return `http://${host}:${port}/webhooks?account=${account}`;
    },
    now,
    randomBytes,
    limit: MAX_ORDERS,
  });
  const names = ['localhost', '127.0.0.1', '[::1]', ...(settings.host ? [settings.host] : [])];
  const routes = createRoutes({
    settings,
    orders,
    payments,
    files,
    docs: parts.docs ?? null,
    sendTriedCall: createTriedCalls({
      docs: parts.docs ?? null,
      baseUrl: settings.baseUrl,
      fetch: parts.fetch,
      timeoutMs: PAYMENT_TIMEOUT_MS,
    }),
    receiveWebhook: createWebhookReceiver({
      secrets: parts.webhookSecrets,
      now,
      onNews: orders.hear,
    }),
    ownOrigins: () => names.map((name) => `http://${name}:${port}`),
  });
  const streams = createEventStreams({ limit: MAX_STREAMS });
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const answer = await routes(request);
      if ('feed' in answer) {
        // A caller who wants the headers alone would hold a stream open and hear nothing.
        if (request.method === 'HEAD')
          throw new ShopError(405, 'METHOD_NOT_ALLOWED', 'Método não aceito.');
        streams.open(response, COMMON_HEADERS, answer.feed);
      } else send(request, response, answer);
    } catch (error) {
      if (!(error instanceof ShopError)) parts.warn(`unexpected ${nameOf(error)}`);
      send(request, response, toErrorAnswer(error));
    }
  };
  const servers: Server[] = [];
  const listen = async (host: string) => {
    const server = createServer(
      { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: 10_000, keepAliveTimeout: 5_000 },
      serve,
    );
    servers.push(server);
    port = await listenOn(server, host, port);
  };

  try {
    await listen(settings.host ?? '127.0.0.1');
    if (settings.host === null) await listen('::1').catch(unlessFamilyMissing);
  } catch (error) {
    await Promise.all(servers.map(stopServer));
    throw error;
  }
  return {
    url: ownUrl(),
    stop: async () => {
      streams.close();
      await Promise.all(servers.map(stopServer));
    },
  };
}

/** The sandbox sends events to this machine alone; elsewhere the shop has to ask. */
function toWebhookHost(host: string | null): string | null {
  if (host === null || host === '0.0.0.0' || host === '::') return 'localhost';
  return host === 'localhost' || host.startsWith('127.') ? host : null;
}

const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
};

function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, {
    ...answer.headers,
    'content-length': Buffer.byteLength(answer.body),
    ...COMMON_HEADERS,
    // A body refused half-way is not read to its end.
    ...(request.complete || request.method === 'GET' ? {} : { connection: 'close' }),
  });
  response.end(request.method === 'HEAD' ? undefined : answer.body);
}

function listenOn(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function unlessFamilyMissing(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT') throw error;
}

function stopServer(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), STOP_DEADLINE_MS);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
