import { formatMoney } from './money.ts';
import { byId, make } from './page-element.ts';
import type { Order } from './shop-order.ts';

type Outcome = { tone: 'success' | 'returned'; title: string; text: string };

/** How an order ends. Whatever else it is, it can still be paid. */
const OUTCOMES: { [status: string]: Outcome } = {
  APPROVED: {
    tone: 'success',
    title: 'Pagamento aprovado',
    text: 'Obrigado pela compra! O pedido já está sendo preparado.',
  },
  REFUNDED: {
    tone: 'returned',
    title: 'Pagamento reembolsado',
    text: 'A loja fez o reembolso pela mesma forma em que ele foi pago.',
  },
  CHARGEBACK: {
    tone: 'returned',
    title: 'Compra contestada',
    text: 'O titular contestou a compra no banco. O pedido fica parado até o banco decidir.',
  },
  MED: {
    tone: 'returned',
    title: 'Reembolso em análise',
    text: 'O banco pediu o PIX de volta por suspeita de fraude. O pedido fica parado.',
  },
};

export function isOver(status: string): boolean {
  return status in OUTCOMES;
}

/** Shows how the order ended, in place of the checkout, and moves the focus to its heading. */
export function showResult(order: Order, onAgain: () => void): void {
  const outcome = OUTCOMES[order.status];
  if (outcome === undefined) return;
  const { tone, title, text } = outcome;
  byId('result', HTMLElement).dataset.tone = tone;
  byId('result-title', HTMLHeadingElement).textContent = title;
  byId('result-text', HTMLElement).textContent = text;
  byId('receipt', HTMLElement).replaceChildren(
    ...receiptOf(order).map(([label, value]) =>
      make('div', {}, make('dt', {}, label), make('dd', {}, value)),
    ),
  );
  byId('result-action', HTMLButtonElement).onclick = onAgain;
  byId('checkout', HTMLFormElement).hidden = true;
  byId('result', HTMLElement).hidden = false;
  document.title = `${title} · Casa Ipê`;
  scrollTo(0, 0);
  byId('result-title', HTMLHeadingElement).focus({ preventScroll: true });
}

function receiptOf({ referenceId, payinId, amount }: Order): [label: string, value: string][] {
  return [
    ['Pedido', referenceId],
    ['Pagamento', payinId ?? '–'],
    ['Total', formatMoney(amount)],
  ];
}
