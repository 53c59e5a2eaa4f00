import type { CardToken, PayinAnswer, SdkCustomer } from './checkout-sdk.ts';

export type Product = { sku: string; title: string; description: string; price: number };

export type ShopConfig = {
  account: string;
  publicKey: string;
  apiBaseUrl: string;
  products: Product[];
  maxQuantity: number;
  maxInstallments: number;
};

export type Order = { referenceId: string; amount: number; status: string; payinId: string | null };

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
  pay(referenceId: string, token: CardToken): Promise<Payin>;
  findOrder(referenceId: string): Promise<Order>;
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
    pay: (referenceId, { payinCard, antifraud }) =>
      call(`/api/orders/${referenceId}/pay`, { payinCard, antifraud }),
    findOrder: (referenceId) => call(`/api/orders/${referenceId}`),
  };
}

type ErrorAnswer = { error?: { code?: unknown; details?: { path?: unknown }[] } };

function toApiError({ error }: ErrorAnswer): ApiError {
  const details = Array.isArray(error?.details) ? error.details : [];
  return new ApiError(
    typeof error?.code === 'string' ? error.code : 'UNKNOWN',
    details.map(({ path }) => String(path)),
  );
}
