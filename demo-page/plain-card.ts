import type { CardEntry } from './card-entry.ts';
import { fillInstallments } from './cart.ts';
import type { CardInput, CheckoutClient } from './checkout-sdk.ts';
import { byId } from './page-element.ts';

const NOTES = {
  hosted:
    'Modo hosted: os campos são desta página e o cartão passa por ela. A tokenização roda em um ' +
    'frame oculto do serviço de pagamento.',
  direct:
    'Modo direct: os campos são desta página, o cartão passa por ela e a tokenização roda aqui.',
};

/** Plain inputs of the merchant's page: simpler, but then the card touches the merchant. */
export function showPlainCard(options: {
  client: CheckoutClient;
  mode: 'hosted' | 'direct';
  amount: number;
  maxInstallments: number;
}): CardEntry {
  const input = (id: string) => byId(id, HTMLInputElement);
  const inputs = ['card-holder', 'card-number', 'card-expiry', 'card-cvv'].map(input);
  const select = byId('card-installments', HTMLSelectElement);
  byId('card', HTMLElement).hidden = true;
  byId('plain-card', HTMLFieldSetElement).hidden = false;
  byId('plain-card-note', HTMLElement).textContent = NOTES[options.mode];
  byId('card-note', HTMLElement).hidden = true;
  fillInstallments(select, options.amount, options.maxInstallments);

  // What the bank may ask about again belongs to the last card that was prepared.
  let last: CardInput | null = null;

  function clear(): void {
    last = null;
    for (const field of inputs) field.value = '';
  }

  return {
    prepare({ referenceId, amount, customer }) {
      const request = {
        amount,
        referenceId,
        customer,
        installments: Number(select.value),
        card: {
          holderName: input('card-holder').value.trim(),
          number: input('card-number').value.replace(/\D/g, ''),
          expiry: input('card-expiry').value.trim(),
          cvv: input('card-cvv').value.trim(),
        },
      };
      last = request;
      return options.mode === 'hosted'
        ? options.client.prepareCardPaymentHosted(request)
        : options.client.prepareCardPayment(request);
    },
    confirm(payin) {
      if (!last) throw new Error('no card was prepared');
      const { card, customer, amount, installments } = last;
      return options.client.handlePendingThreeDS(payin, { card, customer, amount, installments });
    },
    setAmount: (amount) => fillInstallments(select, amount, options.maxInstallments),
    // A page that holds a card itself should not hold it longer than one payment.
    conclude: clear,
    clear,
  };
}
