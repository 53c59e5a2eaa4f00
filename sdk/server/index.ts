import type { Timers } from '../../contract/frame/timers.ts';
import { systemTimers } from '../../contract/frame/timers.ts';
import type * as t from './types.ts';

export { constructEvent, WebhookError, type WebhookEvent } from '../webhooks/index.ts';
export type * from './types.ts';

/** Waits before the repeats of one call, in milliseconds; all within 30 s of the first failure. */
const WAITS_MS = [1_000, 3_000, 8_000];
const REPEATS_WITHIN_MS = 30_000;
const TIMEOUT_MS = 30_000;

export type CheckoutServerOptions = {
  publicKey: string;
  /** Stays in this program: no error and no answer has it. */
  secretKey: string;
  apiBaseUrl: string;
  fetch?: typeof globalThis.fetch;
  timers?: Timers;
};

/** What `pay` gives you for the page: pass it on as it is. `headers`: `retry-after`, where it is there. */
export type PayAnswer = {
  status: number;
  body: t.PayinCreated | t.Refusal;
  headers: { [name: string]: string };
};

/**
 * A call that was refused, or of which nothing is known. `code`: the API's, or `NO_ANSWER`, where
 * `status` is null: what was asked for may have happened. `body`: the answer as it came.
 */
export class CheckoutServerError extends Error {
  override readonly name = 'CheckoutServerError';
  readonly code: string;
  readonly status: number | null;
  readonly body: Partial<t.Refusal>;
  readonly retryAfterSeconds: number | null;

  constructor(answer: Answer | null) {
    const { code, message } = errorOf(answer);
    super(`${code}: ${message}`);
    this.code = code;
    this.status = answer?.status ?? null;
    this.body = (answer?.body ?? {}) as Partial<t.Refusal>;
    const seconds = Number(answer?.retryAfter ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : null;
  }
}

type Method = 'GET' | 'POST' | 'DELETE';
type Answer = { status: number; body: object; retryAfter: string | null };

/**
 * The payment service as your back end calls it, on anything that has `fetch`: Node, Deno, Bun, an
 * edge. Each call rejects with a `CheckoutServerError` where it was refused; `pay` does not. What may
 * have got lost is repeated up to three times, under one random `Idempotency-Key` for each call.
 *
 * @example
 * const checkout = createCheckoutServer({ publicKey, secretKey, apiBaseUrl });
 * const { status, body } = await checkout.pay({ order, chosen, payerIp });
 */
export function createCheckoutServer(options: CheckoutServerOptions) {
  const { publicKey, secretKey, timers = systemTimers, fetch = globalThis.fetch } = options;
  const base = options.apiBaseUrl.replace(/\/+$/, '');
  const authorization = `Basic ${btoa(`${publicKey}:${secretKey}`)}`;

  async function attempt(method: string, url: string, key: string, body?: object) {
    const ended = new AbortController();
    const timer = timers.set(() => ended.abort(), TIMEOUT_MS);
    try {
      const headers: { [name: string]: string } = { authorization };
      if (method === 'POST') headers['idempotency-key'] = key;
      if (body !== undefined) headers['content-type'] = 'application/json';
      const text = body === undefined ? null : JSON.stringify(body);
      const how = { method, headers, redirect: 'manual', signal: ended.signal } as const;
      const response = await fetch(url, { ...how, body: text });
      const parsed: unknown = response.status === 204 ? {} : JSON.parse(await response.text());
      if (typeof parsed !== 'object' || parsed === null) return null;
      const retryAfter = response.headers.get('retry-after');
      return { status: response.status, body: parsed, retryAfter };
    } catch {
      // The cause stays here: what a `fetch` throws may name what it was given.
      return null;
    } finally {
      timers.clear(timer);
    }
  }

  /** Null where no answer came that can be read. */
  async function send(method: Method, path: string, body?: object): Promise<Answer | null> {
    const key = crypto.randomUUID();
    let answer = await attempt(method, base + path, key, body);
    const lastAtMs = performance.now() + REPEATS_WITHIN_MS;
    for (const waitMs of WAITS_MS) {
      if (!isUnknown(answer)) return answer;
      const delayMs = Math.max(waitMs, 1_000 * Number(answer?.retryAfter ?? 0));
      // Written so that a Retry-After that is no number ends it as well.
      if (!(performance.now() + delayMs <= lastAtMs)) return answer;
      await new Promise<void>((resolve) => timers.set(resolve, delayMs));
      answer = await attempt(method, base + path, key, body);
    }
    return answer;
  }

  async function call<Body>(method: Method, path: string, body?: object): Promise<Body> {
    const answer = await send(method, path, body);
    if (answer === null || answer.status >= 300) throw new CheckoutServerError(answer);
    return answer.body as Body;
  }
  const get = <Body>(path: string, query: { [name: string]: string | number | undefined } = {}) =>
    call<Body>('GET', path + toSearch(query));
  const page = (id: string) => `/payment-page/${encodeURIComponent(id)}`;
  const payin = (id: string) => `/payin/${encodeURIComponent(id)}`;

  return {
    /**
     * Charges an order by what its buyer chose. `chosen`: the body that the page sent, of which
     * `paymentMethod`, `card`, `antifraud`, `bankId` and `installments` alone are used, of the card
     * what the SDK has prepared: a number or a CVV that is sent by mistake goes nowhere. Whose order
     * it is you have to ask your session first. Never rejects: a refusal is an answer, and where none
     * came the page is told 504, after which it asks the same again and nothing is charged twice.
     */
    async pay(payment: { order: t.Order; chosen: unknown; payerIp: string }): Promise<PayAnswer> {
      const request = toPayin(payment);
      if (request === null) return { status: 400, body: NO_SUCH_METHOD, headers: {} };
      const answer = await send('POST', '/payin', request);
      if (answer === null) return { status: 504, body: { error: errorOf(null) }, headers: {} };
      const { status, retryAfter } = answer;
      const body = answer.body as PayAnswer['body'];
      return { status, body, headers: retryAfter === null ? {} : { 'retry-after': retryAfter } };
    },
    payins: {
      create: (request: t.PayinRequest) => call<t.PayinCreated>('POST', '/payin', request),
      get: (id: string) => get<t.PayinRecord>(payin(id)),
      list: (query?: t.PayinQuery) => get<t.PayinPage>('/payin', query),
      cancel: (id: string) => call<t.PayinRecord>('POST', `${payin(id)}/cancel`),
      refund: (id: string, request: t.RefundRequest) =>
        call<t.RefundRecord>('POST', `${payin(id)}/refund`, request),
    },
    paymentPages: {
      create: (request: t.PaymentPageRequest) =>
        call<t.PaymentPage>('POST', '/payment-page', request),
      get: (id: string) => get<t.PaymentPage>(page(id)),
      end: (id: string) => call<t.PaymentPage>('POST', `${page(id)}/end`),
    },
    payouts: {
      create: (request: t.PayoutRequest) => call<t.PayoutRecord>('POST', '/payout', request),
      get: (id: string) => get<t.PayoutRecord>(`/payout/${encodeURIComponent(id)}`),
      list: (query?: t.PayoutQuery) => get<t.PayoutPage>('/payout', query),
    },
    customers: customersBy(call),
    balance: () => get<t.Balance>('/balance'),
    statement: (query?: t.StatementQuery) => get<t.StatementPage>('/balance/statement', query),
    banks: async () => (await get<{ banks: t.Bank[] }>('/payin/open-finance/banks')).banks,
    whoami: () => get<t.WhoAmI>('/whoami'),
  };
}

type Call = <Body>(method: Method, path: string, body?: object) => Promise<Body>;

/** Whoever is signed in to your shop, by your own id of theirs, and the cards that they saved. */
function customersBy(call: Call) {
  const of = (id: string) => `/customers/${encodeURIComponent(id)}`;
  return {
    openSession: (id: string, page: { origin?: string } = {}) =>
      call<t.CustomerSession>('POST', `${of(id)}/session`, page),
    listCards: async (id: string) => (await call<t.SavedCardList>('GET', `${of(id)}/cards`)).data,
    deleteCard: async (id: string, cardId: string) => {
      await call('DELETE', `${of(id)}/cards/${encodeURIComponent(cardId)}`);
    },
  };
}

export type CheckoutServer = ReturnType<typeof createCheckoutServer>;

const NO_SUCH_METHOD: t.Refusal = {
  error: {
    code: 'INVALID_DATA',
    message: 'The order cannot be paid by this method.',
    details: [{ path: 'paymentMethod', rule: 'invalid', message: 'is none of this order' }],
  },
};

/** The body of `POST /payin`; null where the order has no price for what was chosen. */
function toPayin({ order, chosen, payerIp }: { order: t.Order; chosen: unknown; payerIp: string }) {
  const sent: { [name: string]: unknown } = { ...Object(chosen) };
  const methods: readonly t.PaymentMethod[] = ['PIX', 'BOLETO', 'CREDIT_CARD', 'OPEN_FINANCE'];
  const paymentMethod = methods.find((method) => method === sent.paymentMethod);
  const amount = paymentMethod && order.prices[paymentMethod];
  if (amount === undefined) return null;
  const { referenceId, isPhysicalProduct, customer, items, webhookUrl, subSellerId, split } = order;
  const { card, antifraud, bankId, installments } = sent;
  return {
    ...{ paymentMethod, amount, referenceId, isPhysicalProduct, payerIp, customer, items },
    ...{ webhookUrl, subSellerId, split },
    ...(paymentMethod === 'BOLETO' ? { dueDate: order.dueDate } : {}),
    ...(paymentMethod === 'PIX' ? { expiresInSeconds: order.expiresInSeconds } : {}),
    ...(paymentMethod === 'OPEN_FINANCE' ? { bankId, returnUrl: order.returnUrl } : {}),
    ...(paymentMethod === 'CREDIT_CARD'
      ? {
          softDescriptor: order.softDescriptor,
          card: preparedCard(card, installments),
          antifraud: antifraud ?? undefined,
        }
      : {}),
  };
}

function preparedCard(card: unknown, chosen: unknown) {
  const { token, installments, installmentPlan, threeDSecure } = Object(card);
  return { token, installments: chosen ?? installments, installmentPlan, threeDSecure };
}

/** Whether what was asked for may have happened, or may yet, so that the same call has the truth. */
function isUnknown(answer: Answer | null): boolean {
  if (answer === null || [408, 425, 429].includes(answer.status)) return true;
  const { code } = errorOf(answer);
  return code === 'IN_PROGRESS' || (answer.status >= 500 && code !== 'PROVIDER_ERROR');
}

function errorOf(answer: Answer | null): t.Refusal['error'] {
  const { error } = (answer?.body ?? {}) as { error?: { code?: unknown; message?: unknown } };
  const { code, message } = error ?? {};
  return {
    code: typeof code === 'string' ? code : 'NO_ANSWER',
    message: typeof message === 'string' ? message : 'no answer came that can be read',
    details: [],
  };
}

function toSearch(query: { [name: string]: string | number | undefined }): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}
