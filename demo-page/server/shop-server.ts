import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Docs } from './docs.ts';
import { createOrderBook } from './order-book.ts';
import type { PageFiles } from './page-file.ts';
import type { PaymentService } from './payment-service.ts';
import { createRoutes } from './routes.ts';
import type { Settings } from './settings.ts';
import { createTriedCalls } from './tried-call.ts';
import { createWebhookReceiver } from './webhook.ts';
import type { WebhookSecrets } from './webhook-secret.ts';

export type RunningShop = { url: string; stop(): Promise<void> };

export type ShopParts = {
  settings: Settings;
  files: PageFiles;
  /** Left out: this shop has no documentation beside it. */
  docs?: Docs;
  payments: PaymentService;
  webhookSecrets: WebhookSecrets;
  now: () => Date;
  randomBytes: (size: number) => Buffer;
  /** One line about something unexpected: a name, never a value. */
  warn: (line: string) => void;
  /** After how long a connection ends whose caller takes nothing of an answer; twice that at most. */
  unreadMs?: number;
};

const REQUEST_TIMEOUT_MS = 15_000;
/** Node counts a second time what was taken when it was written first: after 20 s at the latest. */
const UNREAD_MS = 10_000;
const STOP_DEADLINE_MS = 5_000;
const MAX_ORDERS = 1_000;

export async function startShop(parts: ShopParts): Promise<RunningShop> {
  const { settings, payments, files, docs = null, now, randomBytes, unreadMs = UNREAD_MS } = parts;
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
    randomBytes,
    limit: MAX_ORDERS,
  });
  const names = ['localhost', '127.0.0.1', '[::1]', ...(settings.host ? [settings.host] : [])];
  const routes = createRoutes({
    settings,
    orders,
    files,
    docs,
    sendTriedCall: createTriedCalls({ docs, baseUrl: settings.baseUrl, payments }),
    receiveWebhook: createWebhookReceiver({
      secrets: parts.webhookSecrets,
      now,
      onNews: orders.hear,
    }),
    ownOrigins: () => names.map((name) => `http://${name}:${port}`),
    randomBytes,
    warn: parts.warn,
  });
  const servers: Server[] = [];
  const listen = async (host: string) => {
    const server = createServer(
      { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: 10_000, keepAliveTimeout: 5_000 },
      getRequestListener(routes.fetch),
    );
    server.setTimeout(unreadMs, (socket) => {
      if (socket.writableLength > 0) socket.destroy();
    });
    servers.push(server.listen(port, host));
    await once(server, 'listening');
    const address = server.address();
    if (typeof address === 'object' && address) port = address.port;
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
      await Promise.all(servers.map(stopServer));
    },
  };
}

/** The sandbox sends events to this machine alone; elsewhere the shop has to ask. */
function toWebhookHost(host: string | null): string | null {
  if (host === null || host === '0.0.0.0' || host === '::') return 'localhost';
  return host === 'localhost' || host.startsWith('127.') ? host : null;
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
