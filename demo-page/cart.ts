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
  const buttons: HTMLButtonElement[] = [];
  let isDisabled = false;
  let interest = 0;

  const quantityOf = (product: Product) => quantities.get(product.sku) ?? 0;
  const amount = () =>
    options.products.reduce((sum, product) => sum + product.price * quantityOf(product), 0);

  const rows = options.products.map((product) => {
    const output = make('output', { 'aria-label': `Quantidade de ${product.title}` });
    const price = make('span', { class: 'line-price' });
    const step = (label: string, sign: string, change: number) => {
      const face = make('span', { 'aria-hidden': 'true' }, sign);
      const button = make('button', { type: 'button', 'aria-label': label }, face);
      button.addEventListener('click', () => {
        quantities.set(product.sku, quantityOf(product) + change);
        show();
        options.onChange(amount());
      });
      buttons.push(button);
      return button;
    };
    const less = step(`Diminuir: ${product.title}`, '−', -1);
    const more = step(`Aumentar: ${product.title}`, '+', 1);
    const image = make('img', {
      src: PICTURES[product.sku] ?? '',
      alt: '',
      width: '72',
      height: '72',
    });
    const title = make('p', { class: 'product' }, product.title);
    title.append(make('small', { class: 'soft' }, product.description));
    byId('cart-lines', HTMLUListElement).append(
      make(
        'li',
        { class: 'cart-line' },
        image,
        title,
        make('div', { class: 'quantity' }, less, output, more),
        price,
      ),
    );
    return { product, output, price, less, more };
  });

  function show(): void {
    const count = [...quantities.values()].reduce((sum, quantity) => sum + quantity, 0);
    for (const { product, output, price, less, more } of rows) {
      const quantity = quantityOf(product);
      output.value = String(quantity);
      price.textContent = quantity ? formatMoney(product.price * quantity) : '';
      // The cart never runs empty: there would be nothing to pay.
      setEnabled(less, !isDisabled && quantity > 0 && count > 1);
      setEnabled(more, !isDisabled && quantity < options.maxQuantity);
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
      isDisabled = disabled;
      show();
    },
  };
}

// A disabled button loses the focus; its neighbour, the other step, keeps the keyboard user here.
function setEnabled(button: HTMLButtonElement, enabled: boolean): void {
  const hadFocus = document.activeElement === button;
  button.disabled = !enabled;
  if (hadFocus && !enabled) {
    button.parentElement?.querySelector<HTMLButtonElement>('button:enabled')?.focus();
  }
}
