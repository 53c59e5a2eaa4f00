import type { CardOptions, CardUpdate } from '../../contract/frame/card-calls.ts';
import type { Centavos } from '../../contract/money.ts';
import type { InstallmentPlan } from '../../contract/published-types.ts';
import type { FormParts } from './form-parts.ts';
import type { DescribePlan, PlanText } from './installment-options.ts';
import { describePlan, describePlans, showInstallments } from './installment-options.ts';

type Offer = Pick<CardOptions, 'amount' | 'installments' | 'maxInstallments' | 'locale'>;

export type PlansWithInterest = {
  describe: DescribePlan;
  planOf: (asked: { amount: Centavos; installments: number }) => InstallmentPlan | null;
};

/** The select of installments, which is shown where the page offers more than one plan. */
export function createInstallmentChoice({ select, installmentsRow, planNote }: FormParts) {
  let current: Pick<Offer, 'amount' | 'installments' | 'maxInstallments'> = {
    amount: 1,
    installments: 1,
    maxInstallments: 1,
  };
  let held: string | null = null;
  let interest: PlansWithInterest | null = null;
  let plans: ReadonlyMap<number, PlanText> = new Map();

  /** Shows an offer. The plan chosen before stays where it is offered, unless the page sets one. */
  function show(offer: Offer, { installments }: CardUpdate) {
    current = offer;
    plans = describePlans(offer, interest?.describe ?? describePlan);
    showInstallments(select, plans, installments ?? (Number(select.value) || offer.installments));
    installmentsRow.hidden = offer.maxInstallments === 1;
    showNote();
  }

  function showNote() {
    planNote.textContent = plans.get(chosen())?.note ?? '';
  }

  // Decision: without a choice the plan is exactly the page's.
  function chosen(): number {
    return current.maxInstallments > 1 ? Number(select.value) : current.installments;
  }

  function plan(): InstallmentPlan | null {
    return interest?.planOf({ amount: current.amount, installments: chosen() }) ?? null;
  }

  return {
    show,
    chosen,
    plan,
    /** From the next offer on. */
    offerInterest(offered: PlansWithInterest) {
      interest = offered;
    },
    /** Keeps the plan as it is: a select cannot be readonly, and one disabled loses its focus. */
    hold(isHeld: boolean) {
      held = isHeld ? select.value : null;
    },
    onInput() {
      if (held !== null) select.value = held;
      showNote();
    },
  };
}
