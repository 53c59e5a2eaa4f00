import type { Outcome } from './outcome.ts';
import { byId, make } from './page-element.ts';

export type Receipt = { label: string; value: string }[];

/** What is shown of an order beside its outcome. `instructions`: how to pay, while the buyer can. */
export type ResultParts = {
  receipt: Receipt;
  history: { status: string; at: string }[];
  instructions: HTMLElement | null;
  onAction: () => void;
};

/** Shows the outcome in place of the checkout and moves the focus to its heading. */
export function showResult(outcome: Outcome, parts: ResultParts): void {
  fill(outcome, parts);
  byId('checkout', HTMLFormElement).hidden = true;
  byId('result', HTMLElement).hidden = false;
  scrollTo(0, 0);
  byId('result-title', HTMLHeadingElement).focus({ preventScroll: true });
}

/** Replaces an outcome while it is on the screen: said aloud, the focus stays where it can. */
export function updateResult(outcome: Outcome, parts: ResultParts): void {
  const heldFocus = byId('instructions', HTMLElement).contains(document.activeElement);
  fill(outcome, parts);
  byId('result-status', HTMLElement).textContent = `Novidade: ${outcome.title.toLowerCase()}.`;
  if (heldFocus) byId('result-title', HTMLHeadingElement).focus({ preventScroll: true });
}

export function isResultShown(): boolean {
  return !byId('result', HTMLElement).hidden;
}

export function hideResult(): void {
  byId('instructions', HTMLElement).replaceChildren();
  byId('result', HTMLElement).hidden = true;
  byId('checkout', HTMLFormElement).hidden = false;
  document.title = 'Finalizar compra · Casa Ipê';
}

function fill(outcome: Outcome, { receipt, history, instructions, onAction }: ResultParts): void {
  byId('result', HTMLElement).dataset.tone = outcome.tone;
  byId('result-title', HTMLHeadingElement).textContent = outcome.title;
  byId('result-text', HTMLElement).textContent = outcome.text;
  byId('result-status', HTMLElement).textContent = '';
  byId('instructions', HTMLElement).replaceChildren(...(instructions ? [instructions] : []));
  byId('receipt', HTMLElement).replaceChildren(
    ...receipt.map(({ label, value }) =>
      make('div', {}, make('dt', {}, label), make('dd', {}, value)),
    ),
  );
  showHistory(history);
  const button = byId('result-action', HTMLButtonElement);
  button.textContent = outcome.action;
  button.onclick = onAction;
  // What is left to do comes first while there is something: another way is the second choice.
  button.classList.toggle('second', instructions !== null);
  document.title = `${outcome.title} · Casa Ipê`;
}

const STATUS_NAMES: { [status: string]: string } = {
  PENDING: 'Aguardando o pagamento',
  PENDING_3DS: 'Aguardando a confirmação do banco',
  APPROVED: 'Pagamento aprovado',
  REFUSED: 'Pagamento recusado',
  FAILED: 'Processamento falhou',
  CANCELED: 'Pagamento cancelado',
  EXPIRED: 'Prazo encerrado',
  REFUNDED: 'Pagamento devolvido',
  CHARGEBACK: 'Compra contestada',
  MED: 'Devolução em análise',
};

const TIME = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' });

function showHistory(history: ResultParts['history']): void {
  byId('history', HTMLElement).hidden = history.length === 0;
  byId('history-list', HTMLOListElement).replaceChildren(
    ...history.map(({ status, at }) =>
      make(
        'li',
        { 'data-status': status },
        make('span', {}, STATUS_NAMES[status] ?? status),
        make('time', { datetime: at }, TIME.format(new Date(at))),
      ),
    ),
  );
}
