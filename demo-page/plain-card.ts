import type { CardEntry } from './card-entry.ts';
import type { CardInput, CheckoutClient, InstallmentTable } from './checkout-sdk.ts';
import { plansOf } from './installment-plan.ts';
import { formatPlan } from './money.ts';
import { byId, make } from './page-element.ts';

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
  /** What installments cost, once the account has told. */
  installmentTable: Promise<InstallmentTable | undefined>;
  /** Another plan is chosen, or the same costs something else. */
  onPlan(): void;
}): CardEntry {
  const input = (id: string) => byId(id, HTMLInputElement);
  const inputs = ['card-holder', 'card-number', 'card-expiry', 'card-cvv'].map(input);
  const select = byId('card-installments', HTMLSelectElement);
  byId('card', HTMLElement).hidden = true;
  byId('plain-card', HTMLFieldSetElement).hidden = false;
  byId('plain-card-note', HTMLElement).textContent = NOTES[options.mode];
  byId('card-note', HTMLElement).hidden = true;
  let amount = options.amount;
  let table: InstallmentTable | undefined;
  const plans = () => plansOf(table, { amount, most: options.maxInstallments });
  const chosen = () =>
    plans().find(({ installments }) => installments === Number(select.value))?.installmentPlan;
  fill();
  select.addEventListener('change', options.onPlan);
  void options.installmentTable.then((told) => {
    table = told;
    fill();
    options.onPlan();
  });

  /** What was chosen stays where it is offered; else the longest is. */
  function fill(): void {
    const before = select.value || '1';
    const offered = plans().map((plan) =>
      make('option', { value: String(plan.installments) }, formatPlan(amount, plan)),
    );
    select.replaceChildren(...offered);
    select.value = before;
    if (select.selectedIndex < 0) select.selectedIndex = offered.length - 1;
  }

  // What the bank may ask about again belongs to the last card that was prepared.
  let last: CardInput | null = null;

  function clear(): void {
    last = null;
    for (const field of inputs) field.value = '';
  }

  return {
    prepare({ referenceId, amount: ordered, customer }) {
      const plan = chosen();
      const request = {
        amount: ordered,
        referenceId,
        customer,
        installments: Number(select.value),
        ...(plan ? { installmentPlan: { totalAmount: plan.totalAmount } } : {}),
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
      const { referenceId: _, ...request } = last;
      return options.client.handlePendingThreeDS(payin, request);
    },
    setAmount(next) {
      amount = next;
      fill();
    },
    plan: () => chosen() ?? null,
    // A page that holds a card itself should not hold it longer than one payment.
    conclude: clear,
    clear,
  };
}
