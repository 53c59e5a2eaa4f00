import type { PayinAnswer, PixPayin, SdkCustomer } from './checkout-sdk.ts';
import type { PageClock } from './page-clock.ts';
import type { PaymentRequest } from './payment-entry.ts';

export type Product = { sku: string; title: string; description: string; price: number };

export type ShopConfig = {
  account: string;
  publicKey: string;
  apiBaseUrl: string;
  products: Product[];
  maxQuantity: number;
  maxInstallments: number;
  /** Whether a company may pay, with its CNPJ. */
  takesCompanies: boolean;
};

/** What the buyer pays by. `payin`: what the PIX element is mounted with. `dueOn`: `YYYY-MM-DD`. */
export type PaymentInstructions =
  | { kind: 'pix'; payin: PixPayin }
  | {
      kind: 'boleto';
      line: string;
      printedLine: string;
      pixCode: string | null;
      dueOn: string;
      url: string;
    }
  | { kind: 'open-finance'; url: string };

export type Order = {
  referenceId: string;
  amount: number;
  items: { sku: string; quantity: number }[];
  status: string;
  payinId: string | null;
  paymentMethod: PaymentRequest['paymentMethod'] | null;
  instructions: PaymentInstructions | null;
  history: { status: string; at: string }[];
};

export type Bank = { id: string; name: string; logo?: string };

export const SIMULATIONS = ['pay', 'expire', 'refund'] as const;
export type Simulation = (typeof SIMULATIONS)[number];

/** The payin as the payment service answered it, unchanged: a challenge needs every field. */
export type Payin = PayinAnswer & { status: string };

/** A refusal of the shop's back end or, passed through, of the payment service. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: string;
  readonly fields: string[];
  /** Nobody told what came of the request: a payment may have been made by it. */
  readonly isUnknown: boolean;

  constructor(code: string, fields: string[], isUnknown = false) {
    super(code);
    this.code = code;
    this.fields = fields;
    this.isUnknown = isUnknown;
  }
}

export type ShopApi = {
  config(account: string): Promise<ShopConfig>;
  createOrder(order: {
    account: string;
    items: { sku: string; quantity: number }[];
    customer: SdkCustomer;
  }): Promise<Order>;
  pay(referenceId: string, request: PaymentRequest): Promise<Payin>;
  findOrder(referenceId: string): Promise<Order>;
  banks(account: string): Promise<Bank[]>;
  simulate(referenceId: string, simulation: Simulation): Promise<void>;
};

/** Waits before each new try of a payment whose outcome nobody told. */
const AGAIN_MS = [1_000, 3_000, 8_000];

/** What the payment service says of the card of this very payment. */
const DECLINES = ['REJECTED_BY_RISK', 'PAYER_LIMIT_REJECTED', 'INVALID_CVV'];

/** The shop's own back end; the page talks to no other server itself. */
export function createShopApi(
  fetch: typeof globalThis.fetch,
  clock: Pick<PageClock, 'after'>,
): ShopApi {
  async function call<Answer>(path: string, body?: object): Promise<Answer> {
    const response = await fetch(path, {
      ...(body
        ? {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }
        : {}),
    }).catch(() => null);
    const answer = response && (await response.json().catch(() => null));
    if (!response || answer === null) throw new ApiError('SHOP_UNREACHABLE', [], true);
    if (!response.ok) throw toApiError(answer, response.status);
    return answer;
  }

  /**
   * Asks for a payment. Where nobody told what came of it the same is asked again: the order has
   * one payment, so that is what the answer is about. From then on only that or a decline of the
   * card is an end.
   */
  async function pay(path: string, body: object): Promise<Payin> {
    let isUnknown = false;
    for (const delayMs of [...AGAIN_MS, null]) {
      try {
        return await call<Payin>(path, body);
      } catch (error) {
        if (!(error instanceof ApiError) || DECLINES.includes(error.code)) throw error;
        isUnknown ||= error.isUnknown;
        if (!isUnknown) throw error;
        if (delayMs === null) throw new ApiError(error.code, error.fields, true);
        await new Promise<void>((resolve) => clock.after(delayMs, resolve));
      }
    }
    throw new ApiError('SHOP_UNREACHABLE', [], true);
  }

  return {
    config: (account) => call(`/api/shop-config?account=${encodeURIComponent(account)}`),
    createOrder: (order) => call('/api/orders', order),
    pay: (referenceId, request) => pay(`/api/orders/${referenceId}/pay`, toBody(request)),
    findOrder: (referenceId) => call(`/api/orders/${referenceId}`),
    banks: async (account) => {
      const path = `/api/banks?account=${encodeURIComponent(account)}`;
      return (await call<{ banks: Bank[] }>(path)).banks;
    },
    simulate: (referenceId, simulation) =>
      call(`/api/orders/${referenceId}/simulate`, { simulation }),
  };
}

/** Of a card the SDK's token alone leaves the page, not what it tells of the card. */
function toBody(request: PaymentRequest): object {
  if (request.paymentMethod !== 'CREDIT_CARD') return request;
  const { payinCard, antifraud } = request.token;
  return { paymentMethod: request.paymentMethod, payinCard, antifraud };
}

type ErrorAnswer = { error?: { code?: unknown; details?: { path?: unknown }[] } };

function toApiError({ error }: ErrorAnswer, status: number): ApiError {
  const details = Array.isArray(error?.details) ? error.details : [];
  const code = typeof error?.code === 'string' ? error.code : 'UNKNOWN';
  const isUnknown = status >= 500 || [408, 425, 429].includes(status) || code === 'IN_PROGRESS';
  return new ApiError(
    code,
    details.map(({ path }) => String(path)),
    isUnknown && code !== 'PROVIDER_ERROR',
  );
}
