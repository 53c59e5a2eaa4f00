import type { PayinAnswer, PixPayin, SdkCustomer } from './checkout-sdk.ts';
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

  constructor(code: string, fields: string[]) {
    super(code);
    this.code = code;
    this.fields = fields;
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

/** The shop's own back end; the page talks to no other server itself. */
export function createShopApi(fetch: typeof globalThis.fetch): ShopApi {
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
    if (!response || answer === null) throw new ApiError('SHOP_UNREACHABLE', []);
    if (!response.ok) throw toApiError(answer);
    return answer;
  }

  return {
    config: (account) => call(`/api/shop-config?account=${encodeURIComponent(account)}`),
    createOrder: (order) => call('/api/orders', order),
    pay: (referenceId, request) => call(`/api/orders/${referenceId}/pay`, toBody(request)),
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

function toApiError({ error }: ErrorAnswer): ApiError {
  const details = Array.isArray(error?.details) ? error.details : [];
  return new ApiError(
    typeof error?.code === 'string' ? error.code : 'UNKNOWN',
    details.map(({ path }) => String(path)),
  );
}
