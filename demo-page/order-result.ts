import type { PixPayin } from './checkout-sdk.ts';
import type { OrderStream } from './follow-order.ts';
import { followOrder } from './follow-order.ts';
import type { InstructionsView } from './instructions-view.ts';
import { formatMoney } from './money.ts';
import type { Outcome } from './outcome.ts';
import { outcomeOf } from './outcome.ts';
import type { PageClock } from './page-clock.ts';
import type { Receipt } from './result-view.ts';
import { hideResult, isResultShown, showResult, updateResult } from './result-view.ts';
import type { Order, ShopApi } from './shop-api.ts';
import { showInstructions } from './show-instructions.ts';

/** The result of an order on the screen, which changes by itself when the shop hears of it. */
export type OrderResult = {
  /**
   * Shows an order in place of the checkout. `outcome`: where more is known than its status says.
   * `lines`: what else the receipt has. `onAction`: where the button does not lead to a new order.
   */
  show(
    order: Order,
    more?: { outcome?: Outcome; lines?: Receipt; onAction?: (() => void) | undefined },
  ): void;
  hide(): void;
  isShown(): boolean;
};

const DECIDED_FOR_GOOD = new Set(['REFUSED', 'FAILED', 'CANCELED', 'EXPIRED']);

export function createOrderResult(options: {
  api: Pick<ShopApi, 'findOrder'>;
  openStream(referenceId: string): OrderStream;
  clock: PageClock;
  copy(text: string): Promise<void>;
  /** Shows a PIX in a node until the returned function is called. `onEnd`: it waits no more. */
  mountPix(node: Element, pix: { payin: PixPayin; onEnd(): void }): Promise<() => void>;
  /** The buyer is done with this order, or wants to pay it another way. */
  onRestart(order: Order): void;
  /** Another order is shown, or none. */
  onShown(order: Order | null): void;
}): OrderResult {
  const { api, clock } = options;
  // Ends everything that belongs to the order on the screen.
  let leave = () => {};

  function show(first: Order, more: Parameters<OrderResult['show']>[1] = {}): void {
    leave();
    const { referenceId } = first;
    let order = first;
    let instructions: InstructionsView | null = null;
    let stop = () => {};

    const take = (found: Order) => {
      const isNew = found.status !== order.status || found.history.length !== order.history.length;
      order = found;
      if (!isNew) return;
      updateResult(outcomeOf(order.status, order.paymentMethod ?? undefined), partsOf());
      options.onShown(order);
      if (DECIDED_FOR_GOOD.has(order.status)) stop();
    };
    const ask = () => void api.findOrder(referenceId).then(take, () => undefined);

    const partsOf = () => {
      instructions?.stop();
      instructions =
        order.instructions && order.status === 'PENDING'
          ? showInstructions(order.instructions, order.amount, {
              clock,
              copy: options.copy,
              mountPix: (node, payin) => options.mountPix(node, { payin, onEnd: ask }),
            })
          : null;
      return {
        receipt: receiptOf(order, more.lines),
        history: order.history,
        instructions: instructions?.element ?? null,
        onAction: more.onAction ?? (() => options.onRestart(order)),
      };
    };

    const outcome = more.outcome ?? outcomeOf(order.status, order.paymentMethod ?? undefined);
    showResult(outcome, partsOf());
    options.onShown(order);
    const isFollowed = order.payinId !== null && outcome.tone !== 'failure';
    if (isFollowed) {
      stop = followOrder({
        openStream: () => options.openStream(referenceId),
        find: () => api.findOrder(referenceId),
        clock,
        onOrder: take,
      });
    }
    leave = () => {
      stop();
      instructions?.stop();
    };
  }

  return {
    show,
    isShown: isResultShown,
    hide() {
      leave();
      leave = () => {};
      hideResult();
      options.onShown(null);
    },
  };
}

const METHOD_NAMES = {
  CREDIT_CARD: 'Cartão de crédito',
  PIX: 'PIX',
  BOLETO: 'Boleto',
  OPEN_FINANCE: 'Open finance',
};

function receiptOf({ referenceId, payinId, amount, paymentMethod }: Order, more: Receipt = []) {
  return [
    { label: 'Pedido', value: referenceId },
    ...(payinId ? [{ label: 'Pagamento', value: payinId }] : []),
    { label: 'Total', value: formatMoney(amount) },
    ...(paymentMethod ? [{ label: 'Forma', value: METHOD_NAMES[paymentMethod] }] : []),
    ...more,
  ];
}
