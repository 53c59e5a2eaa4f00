import { formatMoney } from './money.ts';
import { byId } from './page-element.ts';

/** As the account's configuration names them. */
export const METHODS = ['credit_card', 'pix', 'boleto', 'open_finance'] as const;
export type Method = (typeof METHODS)[number];

const PAY_LABELS: { [method in Method]: (amount: string) => string } = {
  credit_card: (amount) => `Pagar ${amount}`,
  pix: (amount) => `Gerar PIX de ${amount}`,
  boleto: (amount) => `Gerar boleto de ${amount}`,
  open_finance: (amount) => `Pagar ${amount} no banco`,
};

export type MethodChoice = {
  chosen(): Method;
  /**
   * Shows the methods that the account offers, and chooses the first where the chosen one is none
   * of them. Where it offers none, the card stays: trying it tells why.
   */
  offer(methods: readonly string[]): void;
  setDisabled(disabled: boolean): void;
};

/**
 * The choice of a way to pay, with the part of the page that belongs to each. `onShow`: whenever one
 * is shown; `onChoose`: only where the buyer has chosen it.
 */
export function createMethodChoice(options: {
  onShow(method: Method): void;
  onChoose(): void;
}): MethodChoice {
  const group = byId('methods', HTMLFieldSetElement);
  const radioOf = (method: Method) => byId(`method-${method}`, HTMLInputElement);
  const chosen = () => METHODS.find((method) => radioOf(method).checked) ?? 'credit_card';

  function show(): void {
    for (const method of METHODS)
      byId(`pay-by-${method}`, HTMLElement).hidden = method !== chosen();
    options.onShow(chosen());
  }

  group.addEventListener('change', () => {
    options.onChoose();
    show();
  });
  return {
    chosen,
    offer(methods) {
      const offered = METHODS.filter((method) => methods.includes(method));
      const shown: readonly Method[] = offered.length ? offered : ['credit_card'];
      for (const method of METHODS) {
        const label = radioOf(method).closest('label');
        if (label) label.hidden = !shown.includes(method);
      }
      const [first = 'credit_card'] = shown;
      if (!shown.includes(chosen())) radioOf(first).checked = true;
      group.dataset.ready = '';
      show();
    },
    setDisabled(disabled) {
      group.disabled = disabled;
    },
  };
}

export function payLabelOf(method: Method, amount: number): string {
  return PAY_LABELS[method](formatMoney(amount));
}
