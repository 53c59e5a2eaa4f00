import { makeBankLink } from './bank-visit.ts';
import { showBoleto } from './boleto-view.ts';
import type { InstructionsTools, InstructionsView } from './instructions-view.ts';
import { make } from './page-element.ts';
import { showPix } from './pix-view.ts';
import type { PaymentInstructions } from './shop-api.ts';

/** Shows how to pay: the PIX code, the boleto or the way to the bank. `amount` in centavos. */
export function showInstructions(
  instructions: PaymentInstructions,
  amount: number,
  tools: InstructionsTools,
): InstructionsView {
  switch (instructions.kind) {
    case 'pix':
      return showPix(instructions, tools);
    case 'boleto':
      return showBoleto(instructions, amount, tools);
    case 'open-finance': {
      const link = makeBankLink(instructions.url, 'Continuar no banco');
      link.className = 'pay-button';
      return { element: make('div', { class: 'instructions-bank' }, link), stop: () => {} };
    }
  }
}
