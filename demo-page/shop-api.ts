import type { CustomerInput } from '../sdk/index.ts';
import type { CartLine, Order, Product, Simulation } from './shop-order.ts';

export type ShopConfig = {
  publicKey: string;
  apiBaseUrl: string;
  products: Product[];
  maxQuantity: number;
  maxInstallments: number;
  takesCompanies: boolean;
};

/** A refusal of the shop's back end. `fields`: what was wrong, by its path. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: string;
  readonly fields: readonly string[];

  constructor(code: string, fields: readonly string[] = []) {
    super(code);
    this.code = code;
    this.fields = fields;
  }
}

export type OrderContent = { items: CartLine[]; customer: CustomerInput };

/** The shop's own back end; the page talks to no other server itself. */
export function createShopApi(account: string) {
  async function call<Answer>(path: string, method = 'GET', body?: object): Promise<Answer> {
    const response = await fetch(`${path}?account=${encodeURIComponent(account)}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    }).catch(() => null);
    const answer = response && (await response.json().catch(() => null));
    if (!response || answer === null) throw new ApiError('SHOP_UNREACHABLE');
    if (!response.ok) throw new ApiError(answer.error?.code ?? 'UNKNOWN', fieldsOf(answer));
    return answer;
  }

  return {
    config: () => call<ShopConfig>('/api/shop-config'),
    createOrder: (items: CartLine[]) => call<Order>('/api/orders', 'POST', { items }),
    changeOrder: (referenceId: string, content: OrderContent) =>
      call<Order>(`/api/orders/${referenceId}`, 'PUT', content),
    findOrder: (referenceId: string) => call<Order>(`/api/orders/${referenceId}`),
    simulate: (referenceId: string, simulation: Simulation) =>
      call(`/api/orders/${referenceId}/simulate`, 'POST', { simulation }),
  };
}

export function fieldsOf({ error }: { error?: { details?: unknown } }): string[] {
  const details: unknown[] = Array.isArray(error?.details) ? error.details : [];
  return details.map((detail) => String(Object(detail).path));
}
