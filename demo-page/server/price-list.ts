import type { CartLine, Product } from '../shop-order.ts';
import { ShopError } from './shop-error.ts';

export type OrderItem = { sku: string; title: string; quantity: number; unitPrice: number };

export const MAX_QUANTITY = 9;

/** Installments the shop offers; what they cost is in its account at the payment service. */
export const MAX_INSTALLMENTS = 6;

/** The shop's own list: what the browser believes does not count. */
export const PRICE_LIST: readonly Product[] = [
  {
    sku: 'cafe-ipe-250',
    title: 'Café Ipê Amarelo',
    description: 'Em grãos, torra média, 250 g',
    price: 4290,
  },
  {
    sku: 'caneca-serra',
    title: 'Caneca Serra',
    description: 'Cerâmica feita à mão, 280 ml',
    price: 6800,
  },
  {
    sku: 'coador-pano',
    title: 'Coador de pano',
    description: 'Algodão cru e madeira',
    price: 3650,
  },
];

/**
 * Prices a cart from the shop's own list. Lines of one product are added up; an unknown product
 * or a quantity out of bounds is refused.
 */
export function priceCart(cart: readonly CartLine[]): { items: OrderItem[]; amount: number } {
  const quantities = new Map<string, number>();
  for (const line of cart) {
    quantities.set(line.sku, (quantities.get(line.sku) ?? 0) + line.quantity);
  }
  const items = [...quantities].map(([sku, quantity]) => priceLine(sku, quantity));
  const amount = items.reduce((sum, item) => sum + item.unitPrice * item.quantity, 0);
  return { items, amount };
}

function priceLine(sku: string, quantity: number): OrderItem {
  const product = PRICE_LIST.find((candidate) => candidate.sku === sku);
  if (!product) {
    throw invalidItems('não está à venda nesta loja');
  }
  if (quantity > MAX_QUANTITY) {
    throw invalidItems(`aceita no máximo ${MAX_QUANTITY} unidades por produto`);
  }
  return { sku, title: product.title, quantity, unitPrice: product.price };
}

function invalidItems(message: string): ShopError {
  return new ShopError(400, 'INVALID_ORDER', 'A sacola tem um item inválido.', [
    { path: 'items', message },
  ]);
}
