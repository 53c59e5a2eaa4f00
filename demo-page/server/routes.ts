import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type * as z from 'zod/mini';
import type { Docs } from './docs.ts';
import type { AccountName } from './merchant-account.ts';
import { DEFAULT_ACCOUNT, findAccountName, keysOf, takesCompanies } from './merchant-account.ts';
import type { OrderBook } from './order-book.ts';
import * as requests from './order-request.ts';
import type { PageFiles } from './page-file.ts';
import { pageHeaders } from './page-policy.ts';
import { toPayerIp } from './payer-ip.ts';
import { MAX_INSTALLMENTS, MAX_QUANTITY, PRICE_LIST } from './price-list.ts';
import type { Settings } from './settings.ts';
import { ShopError } from './shop-error.ts';
import type { TriedAnswer } from './tried-call.ts';
import type { ArrivedWebhook } from './webhook.ts';

type ShopContext = Context<{ Bindings: HttpBindings }>;

const MAX_BODY_BYTES = 16 * 1024;
/** The cookie that a shop knows its buyer by, until the browser is closed. */
const SESSION = 'comprador';

const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * `ownOrigins`: where this shop's page lives. `warn`: one line about something unexpected, a name
 * and never a value.
 */
type Shop = {
  settings: Settings;
  orders: OrderBook;
  files: PageFiles;
  docs: Docs | null;
  sendTriedCall: (body: unknown) => Promise<TriedAnswer>;
  receiveWebhook: (webhook: ArrivedWebhook) => Promise<void>;
  ownOrigins: () => readonly string[];
  randomBytes: (size: number) => Buffer;
  warn: (line: string) => void;
};

type ShopApp = Hono<{ Bindings: HttpBindings }>;

/** What the shop answers. */
export function createRoutes(shop: Shop): ShopApp {
  const { settings } = shop;
  const app: ShopApp = new Hono();

  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(COMMON_HEADERS)) c.header(name, value);
  });
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => {
        c.header('allow', methods.join(', '));
        return refuse(new ShopError(405, 'METHOD_NOT_ALLOWED', 'Método não aceito.'));
      },
    }),
  );
  app.use('/api/*', async (c, next) => {
    // Another site's page must not be able to order or pay in the buyer's name.
    const isForeign = !shop.ownOrigins().includes(c.req.header('origin') ?? '');
    if (c.req.method !== 'GET' && isForeign) {
      throw new ShopError(403, 'FOREIGN_ORIGIN', 'Só a página desta loja pode fazer isto.');
    }
    await next();
    c.header('cache-control', 'no-store');
  });
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw new ShopError(413, 'PAYLOAD_TOO_LARGE', 'O corpo da requisição é grande demais.');
      },
    }),
  );

  app.get('/healthz', (c) => c.json({ status: 'ok' }));

  app.get('/api/shop-config', (c) => {
    const account = accountOf(c, DEFAULT_ACCOUNT);
    return c.json({
      account,
      publicKey: keysOf(account).publicKey,
      apiBaseUrl: settings.baseUrl,
      checkoutUrl: settings.checkoutUrl,
      products: PRICE_LIST,
      maxQuantity: MAX_QUANTITY,
      maxInstallments: MAX_INSTALLMENTS,
      takesCompanies: takesCompanies(account),
    });
  });

  addOrderRoutes(app, shop);

  app.post('/api/tried-calls', async (c) => c.json(await shop.sendTriedCall(await readJson(c))));

  // Called by the payment service, which has no page: the signature says who it is.
  app.post('/webhooks', async (c) => {
    const account = accountOf(c);
    await shop.receiveWebhook({
      account,
      rawBody: new Uint8Array(await c.req.arrayBuffer()),
      signature: c.req.header('x-webhook-signature') ?? null,
      eventId: c.req.header('x-webhook-id') ?? null,
    });
    return c.json({ received: true });
  });

  app.notFound(async (c) => {
    const isPage = ['GET', 'HEAD'].includes(c.req.method) && !c.req.path.startsWith('/api/');
    const answer = isPage ? await pageOf(c, shop) : null;
    return answer ?? refuse(new ShopError(404, 'NOT_FOUND', 'Página não encontrada.'));
  });

  app.onError((error) => {
    if (error instanceof ShopError) return refuse(error);
    shop.warn(`unexpected ${error.name}`);
    return refuse(new ShopError(500, 'INTERNAL', 'Algo deu errado na loja.'));
  });

  return app;
}

function addOrderRoutes(app: ShopApp, { orders, randomBytes }: Shop): void {
  app.post('/api/orders', async (c) => {
    const buyer = getCookie(c, SESSION) ?? randomBytes(16).toString('hex');
    const order = orders.create(buyer, {
      account: accountOf(c),
      ...(await readBody(c, requests.orderRequestSchema)),
    });
    setCookie(c, SESSION, buyer, { httpOnly: true, sameSite: 'Lax', path: '/api/orders' });
    return c.json(order, 201);
  });

  app.use('/api/orders/:order/*', async (c, next) => {
    // An order of somebody else is answered like one that is not there.
    if (!orders.isOf(getCookie(c, SESSION) ?? '', c.req.param('order'))) {
      throw new ShopError(404, 'ORDER_NOT_FOUND', 'Pedido não encontrado.');
    }
    await next();
  });

  app.get('/api/orders/:order', async (c) => c.json(await orders.find(c.req.param('order'))));

  app.put('/api/orders/:order', async (c) =>
    c.json(orders.change(c.req.param('order'), await readBody(c, requests.orderChangeSchema))),
  );

  app.post('/api/orders/:order/pay', async (c) => {
    const chosen = await readJson(c);
    const payment = { chosen, payerIp: payerIpOf(c), shopUrl: new URL(c.req.url).origin };
    const { status, headers, body } = await orders.pay(c.req.param('order'), payment);
    return Response.json(body, { status, headers });
  });

  app.post('/api/orders/:order/simulate', async (c) => {
    const { simulation } = await readBody(c, requests.simulationSchema);
    const { status, body } = await orders.simulate(c.req.param('order'), simulation);
    // The record names the customer, and the page needs nothing of it.
    if (status < 300) return c.json({ simulated: simulation });
    return new Response(body, { status, headers: { 'content-type': 'application/json' } });
  });
}

async function pageOf(c: Context, { settings, files, docs }: Shop): Promise<Response | null> {
  const { path } = c.req;
  const withoutSlash = path.replace(/\/$/, '');
  if (withoutSlash !== path && files.has(withoutSlash)) {
    return c.redirect(`${withoutSlash}${new URL(c.req.url).search}`, 308);
  }
  const found = files.get(path) ?? (await docs?.find(path));
  const isReader = c.req.header('accept')?.includes('text/html') === true;
  const file = found ?? (isReader ? await docs?.find('/docs/404.html') : null);
  if (!file) return null;
  return c.body(new Uint8Array(file.body), found ? 200 : 404, {
    'content-type': file.type,
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(file.type.startsWith('text/html') ? pageHeaders(settings) : {}),
  });
}

function accountOf(c: Context, fallback = ''): AccountName {
  const account = findAccountName(c.req.query('account') ?? fallback);
  if (!account) throw new ShopError(404, 'ACCOUNT_NOT_FOUND', 'Conta de teste desconhecida.');
  return account;
}

function payerIpOf(c: ShopContext): string {
  return toPayerIp(getConnInfo(c).remote.address);
}

async function readBody<Schema extends z.ZodMiniType>(c: Context, schema: Schema) {
  return requests.parseBody(schema, await readJson(c));
}

/** Reads a JSON body. Errors: 415, 400. */
async function readJson(c: Context): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new ShopError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Envie application/json.');
  }
  try {
    return await c.req.json();
  } catch {
    throw new ShopError(400, 'INVALID_ORDER', 'O corpo da requisição não é JSON.');
  }
}

function refuse({ status, code, message, details }: ShopError): Response {
  return Response.json({ error: { code, message, details } }, { status });
}
