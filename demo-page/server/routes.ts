import type { IncomingMessage } from 'node:http';
import type { Docs } from './docs.ts';
import type { Feed } from './event-stream.ts';
import type { AccountName } from './merchant-account.ts';
import { DEFAULT_ACCOUNT, findAccountName, keysOf, takesCompanies } from './merchant-account.ts';
import type { OrderBook } from './order-book.ts';
import { parseOrderRequest, parsePayRequest, parseSimulation } from './order-request.ts';
import type { PageFiles } from './page-file.ts';
import { ORDER_PAGE } from './page-file.ts';
import { pageHeaders } from './page-policy.ts';
import { toPayerIp } from './payer-ip.ts';
import type { PaymentService } from './payment-service.ts';
import { playgroundConfigOf, sendPlaygroundPayin } from './playground.ts';
import { MAX_INSTALLMENTS, MAX_QUANTITY, PRICE_LIST } from './price-list.ts';
import { readBody, readJson } from './request-body.ts';
import type { Settings } from './settings.ts';
import { ShopError } from './shop-error.ts';
import type { TriedAnswer } from './tried-call.ts';
import type { ArrivedWebhook } from './webhook.ts';

export type Answer = { status: number; headers: Record<string, string>; body: string | Buffer };

/** An answer that goes on: server-sent events. */
export type FeedAnswer = { feed: Feed };

type MaybeFeed = Answer | FeedAnswer;

type Route = {
  method: 'GET' | 'POST';
  path: RegExp;
  /** Called by the payment service, which has no page: the signature says who it is. */
  isSigned?: true;
  answer(request: IncomingMessage, url: URL, parameter: string): MaybeFeed | Promise<MaybeFeed>;
};

/** Request targets are paths; the URL parser wants an origin before them. */
const BASE = 'http://shop.invalid';

/** Answers one request or throws a `ShopError`. `ownOrigins`: where this shop's page lives. */
export function createRoutes(shop: {
  settings: Settings;
  orders: OrderBook;
  payments: Pick<PaymentService, 'listBanks' | 'createPayin'>;
  files: PageFiles;
  docs: Docs | null;
  sendTriedCall: (body: unknown) => Promise<TriedAnswer>;
  receiveWebhook: (webhook: ArrivedWebhook) => Promise<void>;
  ownOrigins: () => readonly string[];
}): (request: IncomingMessage) => Promise<MaybeFeed> {
  const routes: Route[] = [
    { method: 'GET', path: /^\/healthz$/, answer: () => json(200, { status: 'ok' }) },
    {
      method: 'GET',
      path: /^\/api\/shop-config$/,
      answer: (_request, url) => {
        const account = accountOf(url, DEFAULT_ACCOUNT);
        return json(200, {
          account,
          publicKey: keysOf(account).publicKey,
          apiBaseUrl: shop.settings.baseUrl,
          products: PRICE_LIST,
          maxQuantity: MAX_QUANTITY,
          maxInstallments: MAX_INSTALLMENTS,
          takesCompanies: takesCompanies(account),
        });
      },
    },
    {
      method: 'POST',
      path: /^\/api\/orders$/,
      answer: async (request) =>
        json(201, shop.orders.create(parseOrderRequest(await readJson(request)))),
    },
    {
      method: 'GET',
      path: /^\/api\/orders\/([\w-]{1,64})$/,
      answer: async (_request, _url, referenceId) => json(200, await shop.orders.find(referenceId)),
    },
    {
      method: 'POST',
      path: /^\/api\/orders\/([\w-]{1,64})\/pay$/,
      answer: async (request, _url, referenceId) => {
        const payerIp = toPayerIp(request.socket.remoteAddress);
        const choice = parsePayRequest(await readJson(request));
        const { status, body } = await shop.orders.pay(referenceId, { choice, payerIp });
        return json(status, body);
      },
    },
    {
      method: 'GET',
      path: /^\/api\/banks$/,
      answer: async (_request, url) =>
        json(200, { banks: await shop.payments.listBanks(keysOf(accountOf(url))) }),
    },
    {
      method: 'GET',
      path: /^\/api\/playground$/,
      answer: (request, url) => {
        const payerIp = toPayerIp(request.socket.remoteAddress);
        return json(200, playgroundConfigOf(accountOf(url), { settings: shop.settings, payerIp }));
      },
    },
    {
      method: 'POST',
      path: /^\/api\/playground\/payins$/,
      answer: async (request) => {
        const payerIp = toPayerIp(request.socket.remoteAddress);
        const body = await readJson(request);
        const answer = await sendPlaygroundPayin(shop.payments, { body, payerIp });
        return json(answer.status, answer.body);
      },
    },
    {
      method: 'POST',
      path: /^\/api\/tried-calls$/,
      answer: async (request) => json(200, await shop.sendTriedCall(await readJson(request))),
    },
    {
      method: 'GET',
      path: /^\/api\/orders\/([\w-]{1,64})\/events$/,
      answer: (_request, _url, referenceId) => feedOf(shop.orders, referenceId),
    },
    {
      method: 'POST',
      path: /^\/api\/orders\/([\w-]{1,64})\/simulate$/,
      answer: async (request, _url, referenceId) => {
        const simulation = parseSimulation(await readJson(request));
        const { status, body, payin } = await shop.orders.simulate(referenceId, simulation);
        // The record names the customer, and the page needs nothing of it.
        return payin === null ? json(status, body) : json(200, { simulated: simulation });
      },
    },
    {
      method: 'POST',
      path: /^\/webhooks$/,
      isSigned: true,
      answer: async (request, url) => {
        const account = accountOf(url);
        await shop.receiveWebhook({
          account,
          rawBody: await readBody(request),
          signature: headerOf(request, 'x-webhook-signature'),
          eventId: headerOf(request, 'x-webhook-id'),
        });
        return json(200, { received: true });
      },
    },
    { method: 'GET', path: /^\/(?!api\/)/, answer: page },
  ];

  async function page(request: IncomingMessage, url: URL): Promise<Answer> {
    const { pathname, searchParams } = url;
    const withoutSlash = pathname.replace(/\/$/, '');
    if (withoutSlash !== pathname && shop.files.has(withoutSlash)) {
      return { status: 308, headers: { location: `${withoutSlash}${url.search}` }, body: '' };
    }
    // An order's page begins with its result, so that nothing jumps when the result is there.
    const isOrder = pathname === '/' && searchParams.has('pedido');
    const found =
      shop.files.get(isOrder ? ORDER_PAGE : pathname) ?? (await shop.docs?.find(pathname));
    const isReader = headerOf(request, 'accept')?.includes('text/html') === true;
    const file = found ?? (isReader ? await shop.docs?.find('/docs/404.html') : null);
    if (!file) throw new ShopError(404, 'NOT_FOUND', 'Página não encontrada.');
    return {
      status: found ? 200 : 404,
      headers: {
        'content-type': file.type,
        'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
        ...(file.type.startsWith('text/html')
          ? pageHeaders(shop.settings, searchParams.get('mode') === 'direct')
          : {}),
      },
      body: file.body,
    };
  }

  return async (request) => {
    const target = request.url ?? '/';
    if (!URL.canParse(target, BASE)) throw new ShopError(400, 'BAD_ADDRESS', 'Endereço inválido.');
    const url = new URL(target, BASE);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const known = routes.filter((route) => route.path.test(url.pathname));
    const route = known.find((candidate) => candidate.method === method);
    if (!known.length) throw new ShopError(404, 'NOT_FOUND', 'Endereço não encontrado.');
    if (!route) {
      const refusal = toErrorAnswer(new ShopError(405, 'METHOD_NOT_ALLOWED', 'Método não aceito.'));
      const allow = known.map((candidate) => candidate.method).join(', ');
      return { ...refusal, headers: { ...refusal.headers, allow } };
    }
    // Another site's page must not be able to order or pay in the buyer's name.
    const isForeign = !shop.ownOrigins().includes(request.headers.origin ?? '');
    if (method === 'POST' && !route.isSigned && isForeign) {
      throw new ShopError(403, 'FOREIGN_ORIGIN', 'Só a página desta loja pode fazer isto.');
    }
    return route.answer(request, url, route.path.exec(url.pathname)?.[1] ?? '');
  };
}

/** The order as it is and at every change; one that waits is asked about first. Errors: 404. */
function feedOf(orders: OrderBook, referenceId: string): FeedAnswer {
  orders.peek(referenceId);
  return {
    feed: (push) => {
      const stop = orders.watch(referenceId, (data) => push({ name: 'order', data }));
      push({ name: 'order', data: orders.peek(referenceId) });
      // A page that connects again may have missed an event while the shop was away.
      orders.find(referenceId).catch(() => undefined);
      return stop;
    },
  };
}

function accountOf(url: URL, fallback = ''): AccountName {
  const account = findAccountName(url.searchParams.get('account') ?? fallback);
  if (!account) throw new ShopError(404, 'ACCOUNT_NOT_FOUND', 'Conta de teste desconhecida.');
  return account;
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}

function json(status: number, body: object | string): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

/** The body of every refusal; anything that is not a `ShopError` says nothing of itself. */
export function toErrorAnswer(error: unknown): Answer {
  const known =
    error instanceof ShopError ? error : new ShopError(500, 'INTERNAL', 'Algo deu errado na loja.');
  const { status, code, message, details } = known;
  return json(status, { error: { code, message, details } });
}
