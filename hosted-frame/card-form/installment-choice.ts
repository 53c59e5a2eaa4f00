import type { CardOptions, CardUpdate } from '../../contract/frame/card-calls.ts';
import type { FormParts } from './form-parts.ts';
import { showInstallments } from './installment-options.ts';

type Offer = Pick<CardOptions, 'amount' | 'installments' | 'maxInstallments' | 'locale'>;

/** The select of installments, which is shown where the page offers more than one plan. */
export function createInstallmentChoice({ select, installmentsRow }: FormParts) {
  let current = { installments: 1, maxInstallments: 1 };
  let held: string | null = null;

  /** Shows an offer. The plan chosen before stays where it is offered, unless the page sets one. */
  function show(offer: Offer, { installments }: CardUpdate) {
    current = offer;
    showInstallments(select, offer, installments ?? (Number(select.value) || offer.installments));
    installmentsRow.hidden = offer.maxInstallments === 1;
  }

  return {
    show,
    // Decision: without a choice the plan is exactly the page's.
    chosen: () => (current.maxInstallments > 1 ? Number(select.value) : current.installments),
    /** Keeps the plan as it is: a select cannot be readonly, and one disabled loses its focus. */
    hold(isHeld: boolean) {
      held = isHeld ? select.value : null;
    },
    onInput() {
      if (held !== null) select.value = held;
    },
  };
}
