import { formatMoney } from './money.ts';
import { byId, make } from './page-element.ts';
import type { Product } from './shop-order.ts';

export type Cart = {
  lines(): { sku: string; quantity: number }[];
  /** What the page shows, in centavos. The back end charges its own sum. */
  amount(): number;
  /** Shows what the chosen plan adds, in centavos; 0 for nothing. */
  showInterest(interest: number): void;
  setDisabled(disabled: boolean): void;
};

// Drawn for this shop; the bundler turns each address into that of a built file.
const PICTURES: { [sku: string]: string } = {
  'cafe-ipe-250': new URL('./pictures/cafe-ipe-250.svg', import.meta.url).href,
  'caneca-serra': new URL('./pictures/caneca-serra.svg', import.meta.url).href,
  'coador-pano': new URL('./pictures/coador-pano.svg', import.meta.url).href,
};

const FIRST_QUANTITIES: { [sku: string]: number } = { 'cafe-ipe-250': 2, 'caneca-serra': 1 };

export function createCart(options: {
  products: readonly Product[];
  maxQuantity: number;
  /** What is in it at first; null leaves the choice to the shop. */
  lines: readonly { sku: string; quantity: number }[] | null;
  onChange(amount: number): void;
}): Cart {
  const firstOf = (sku: string) =>
    options.lines
      ? (options.lines.find((line) => line.sku === sku)?.quantity ?? 0)
      : (FIRST_QUANTITIES[sku] ?? 0);
  const quantities = new Map(options.products.map(({ sku }) => [sku, firstOf(sku)] as const));
  let interest = 0;

  const quantityOf = (product: Product) => quantities.get(product.sku) ?? 0;
  const amount = () =>
    options.products.reduce((sum, product) => sum + product.price * quantityOf(product), 0);

  const rows = options.products.map((product) => {
    const label = `Quantidade de ${product.title}`;
    const select = make('select', { 'aria-label': label, autocomplete: 'off' });
    for (let count = 0; count <= options.maxQuantity; count += 1) {
      select.append(make('option', {}, String(count)));
    }
    select.value = String(quantityOf(product));
    select.addEventListener('change', () => {
      quantities.set(product.sku, Number(select.value));
      // The cart never runs empty: there would be nothing to pay.
      if (amount() === 0) {
        quantities.set(product.sku, 1);
        select.value = '1';
      }
      show();
      options.onChange(amount());
    });
    const price = make('span', { class: 'line-price' });
    const image = make('img', {
      src: PICTURES[product.sku] ?? '',
      alt: '',
      width: '72',
      height: '72',
    });
    const title = make('p', { class: 'product' }, product.title);
    title.append(make('small', { class: 'soft' }, product.description));
    byId('cart-lines', HTMLUListElement).append(
      make('li', { class: 'cart-line' }, image, title, select, price),
    );
    return { product, select, price };
  });

  function show(): void {
    for (const { product, price } of rows) {
      const quantity = quantityOf(product);
      price.textContent = quantity ? formatMoney(product.price * quantity) : '';
    }
    const total = amount();
    byId('subtotal', HTMLElement).textContent = formatMoney(total);
    byId('interest-row', HTMLElement).hidden = interest === 0;
    byId('interest', HTMLElement).textContent = formatMoney(interest);
    byId('total', HTMLElement).textContent = formatMoney(total + interest);
  }

  show();
  return {
    amount,
    lines: () =>
      [...quantities]
        .filter(([, quantity]) => quantity > 0)
        .map(([sku, quantity]) => ({ sku, quantity })),
    showInterest(added) {
      interest = added;
      show();
    },
    setDisabled(disabled) {
      for (const { select } of rows) select.disabled = disabled;
    },
  };
}
