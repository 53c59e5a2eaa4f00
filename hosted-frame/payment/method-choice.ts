import type { Locale } from '../../contract/locale.ts';
import type { Centavos } from '../../contract/money.ts';
import type { PaymentMethod } from '../../contract/payments/payment-method.ts';
import { formatReais } from '../card-form/reais.ts';
import { CHOICE_WORDS } from './words.ts';

export type ShownMethods = {
  methods: readonly PaymentMethod[];
  /** What is paid by a method where that is not what the page says of the whole. */
  priceOf: (method: PaymentMethod) => Centavos | undefined;
  choice: 'list' | 'tabs';
  locale: Locale;
};

/** Below this, tabs would be cut: they are a list then. */
const ROOM_FOR_TABS_PX = 480;

/**
 * Radios, or tabs of `panel`. Names and prices are written into nodes of our own, which stay while
 * the buyer chooses among them. Source: WAI-ARIA practices, "Tabs".
 */
export function createMethodChoice(
  view: Window,
  place: HTMLElement,
  panel: HTMLElement,
  onChoose: () => void,
) {
  const { document } = view;
  let chosen: PaymentMethod = 'CREDIT_CARD';
  let shown: ShownMethods | null = null;
  let drawn = '';
  view.addEventListener('resize', draw);

  function show(methods: ShownMethods): void {
    shown = methods;
    draw();
  }

  function draw(): void {
    if (shown === null) return;
    const { methods, priceOf, choice, locale } = shown;
    const words = CHOICE_WORDS[locale];
    const isTabs = choice === 'tabs' && view.innerWidth >= ROOM_FOR_TABS_PX;
    const wanted = [isTabs, ...methods].join();
    if (wanted !== drawn) build(methods, isTabs);
    drawn = wanted;
    place.setAttribute('aria-label', words.title);
    for (const method of methods) {
      const [name, price] = document.querySelectorAll(`#method-${method} span`);
      const centavos = priceOf(method);
      if (name) name.textContent = words.methods[method];
      if (price) price.textContent = centavos === undefined ? '' : formatReais(centavos, locale);
    }
  }

  function build(methods: readonly PaymentMethod[], isTabs: boolean): void {
    const hadFocus = place.contains(document.activeElement);
    place.setAttribute('role', isTabs ? 'tablist' : 'radiogroup');
    place.replaceChildren(...methods.map(isTabs ? tab : radio));
    if (isTabs) panel.setAttribute('role', 'tabpanel');
    else panel.removeAttribute('role');
    mark();
    if (hadFocus) focus();
  }

  function radio(method: PaymentMethod): HTMLElement {
    const label = document.createElement('label');
    const input = document.createElement('input');
    Object.assign(input, { type: 'radio', name: 'method', value: method });
    input.onchange = () => onPress(method);
    label.append(input);
    return named(label, method);
  }

  function tab(method: PaymentMethod): HTMLElement {
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', value: method });
    button.setAttribute('role', 'tab');
    button.setAttribute('aria-controls', panel.id);
    button.onclick = () => onPress(method);
    button.onkeydown = (event) => {
      const step = STEPS[event.key];
      const all = [...place.querySelectorAll<HTMLButtonElement>('button')];
      const next = step?.(all.indexOf(button), all.length);
      if (next === undefined) return;
      event.preventDefault();
      all[next]?.click();
      all[next]?.focus();
    };
    return named(button, method);
  }

  function mark(): void {
    for (const input of place.querySelectorAll('input')) input.checked = input.value === chosen;
    for (const button of place.querySelectorAll('button')) {
      button.setAttribute('aria-selected', String(button.value === chosen));
      button.tabIndex = button.value === chosen ? 0 : -1;
    }
    if (panel.role === 'tabpanel') panel.setAttribute('aria-labelledby', `method-${chosen}`);
    else panel.removeAttribute('aria-labelledby');
  }

  /** Chooses for the buyer, of which nobody is told. */
  function choose(method: PaymentMethod): void {
    chosen = method;
    mark();
  }

  function onPress(method: PaymentMethod): void {
    if (method === chosen) return;
    choose(method);
    onChoose();
  }

  function focus(): void {
    place.querySelector<HTMLElement>(':checked, [aria-selected=true]')?.focus();
  }

  return { show, choose, focus, chosen: () => chosen };
}

type Step = (at: number, count: number) => number;
const STEPS: { readonly [key: string]: Step | undefined } = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

function named(row: HTMLElement, method: PaymentMethod): HTMLElement {
  row.className = 'method';
  row.id = `method-${method}`;
  const { ownerDocument } = row;
  const price = ownerDocument.createElement('span');
  price.className = 'price';
  row.append(ownerDocument.createElement('span'), ' ', price);
  return row;
}
