import type { Outcome } from './outcome.ts';
import { byId, make } from './page-element.ts';

export type Receipt = { label: string; value: string }[];

/** Shows the outcome in place of the checkout and moves the focus to its heading. */
export function showResult(outcome: Outcome, receipt: Receipt, onAction: () => void): void {
  const title = byId('result-title', HTMLHeadingElement);
  fill(outcome, receipt, onAction);
  byId('checkout', HTMLFormElement).hidden = true;
  byId('result', HTMLElement).hidden = false;
  document.title = `${outcome.title} · Casa Ipê`;
  scrollTo(0, 0);
  title.focus({ preventScroll: true });
}

/** Replaces a waiting outcome while it is on the screen: said aloud, the focus stays. */
export function updateResult(outcome: Outcome, receipt: Receipt, onAction: () => void): void {
  fill(outcome, receipt, onAction);
  document.title = `${outcome.title} · Casa Ipê`;
  byId('result-status', HTMLElement).textContent = `Novidade: ${outcome.title.toLowerCase()}.`;
}

export function hideResult(): void {
  byId('result', HTMLElement).hidden = true;
  byId('checkout', HTMLFormElement).hidden = false;
  document.title = 'Finalizar compra · Casa Ipê';
}

function fill(outcome: Outcome, receipt: Receipt, onAction: () => void): void {
  byId('result', HTMLElement).dataset.tone = outcome.tone;
  byId('result-title', HTMLHeadingElement).textContent = outcome.title;
  byId('result-text', HTMLElement).textContent = outcome.text;
  byId('result-status', HTMLElement).textContent = '';
  byId('receipt', HTMLElement).replaceChildren(
    ...receipt.map(({ label, value }) =>
      make('div', {}, make('dt', {}, label), make('dd', {}, value)),
    ),
  );
  const button = byId('result-action', HTMLButtonElement);
  button.textContent = outcome.action;
  button.onclick = onAction;
}
