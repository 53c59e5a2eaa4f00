import { splitIntoInstallments } from '../../contract/card/installment.ts';
import type { Locale } from '../../contract/locale.ts';
import type { Centavos } from '../../contract/money.ts';
import { MESSAGES } from './messages.ts';
import { formatReais } from './reais.ts';

type Offer = { amount: Centavos; maxInstallments: number; locale: Locale };

/** What the buyer reads of a plan: in the list, and below it once it is chosen. */
export type PlanText = { text: string; note: string };

/** Null where it is not offered. */
export type DescribePlan = (plan: {
  amount: Centavos;
  installments: number;
  locale: Locale;
}) => PlanText | null;

/**
 * A plan without interest. Decision: no plan has a part of nothing, so 5 centavos are offered in at
 * most 5 parts; and what does not divide is in the first part, as acquirers charge it, and is said
 * below the list, so that what the buyer reads sums to the total to the centavo.
 */
export const describePlan: DescribePlan = ({ amount, installments: count, locale }) => {
  if (count > 1 && count > amount) return null;
  const { of, inFull, noInterest } = MESSAGES[locale].plan;
  const [first = 0, other = first] = splitIntoInstallments({ amount, count });
  const [firstPart, part] = [first, other].map((one) => `x ${of} ${formatReais(one, locale)}`);
  return {
    text: `${count}${part} ${count === 1 ? inFull : noInterest}`,
    note: first === other ? '' : `1${firstPart} + ${count - 1}${part}`,
  };
};

/** Keyed by the number of installments. */
export function describePlans(
  { maxInstallments, ...offer }: Offer,
  words: DescribePlan,
): Map<number, PlanText> {
  const plans = new Map<number, PlanText>();
  for (let installments = 1; installments <= maxInstallments; installments += 1) {
    const plan = words({ ...offer, installments });
    if (plan) plans.set(installments, plan);
  }
  return plans;
}

/** Keeps elements, focus and, where offered, `chosen`; else the longest that is offered. */
export function showInstallments(
  select: HTMLSelectElement,
  plans: ReadonlyMap<number, PlanText>,
  chosen: number,
): void {
  while (select.length > plans.size) select.remove(plans.size);
  while (select.length < plans.size) select.append(select.ownerDocument.createElement('option'));
  [...plans].forEach(([count, { text }], index) => {
    Object.assign(select.options[index] ?? {}, { value: String(count), text });
  });
  select.value = String(chosen);
  if (select.selectedIndex < 0) select.selectedIndex = plans.size - 1;
}
