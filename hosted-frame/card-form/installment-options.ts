import { splitIntoInstallments } from '../../contract/installment.ts';
import type { Locale } from '../../contract/locale.ts';
import type { Centavos } from '../../contract/money.ts';
import { MESSAGES } from './messages.ts';
import { formatReais } from './reais.ts';

type Offer = { amount: Centavos; maxInstallments: number; locale: Locale };

/** The text of each plan, from 1 to the most: exact amounts, that sum to the total. */
export function describeInstallments({ amount, maxInstallments, locale }: Offer): string[] {
  const { of, inFull, first: firstWord } = MESSAGES[locale].plan;
  const format = (part: Centavos) => formatReais(part, locale);
  // Decision: no plan has a part of nothing, so 5 centavos are offered in at most 5 parts.
  const most = Math.max(1, Math.min(maxInstallments, amount));
  return Array.from({ length: most }, (_, index) => {
    const count = index + 1;
    const [first = 0, other = first] = splitIntoInstallments({ amount, count });
    const amounts = `${of} ${format(first)}`;
    if (count === 1) return `1x ${amounts} ${inFull}`;
    if (first === other) return `${count}x ${amounts}`;
    return `${count}x: ${firstWord} ${amounts} + ${count - 1} ${of} ${format(other)}`;
  });
}

/** Shows the plans in the select, keeping its elements, its focus and, where offered, `chosen`. */
export function showInstallments(select: HTMLSelectElement, offer: Offer, chosen: number): void {
  const texts = describeInstallments(offer);
  while (select.length > texts.length) select.remove(texts.length);
  while (select.length < texts.length) {
    const option = select.ownerDocument.createElement('option');
    option.value = String(select.length + 1);
    select.append(option);
  }
  for (const [index, text] of texts.entries()) select.options[index]?.replaceChildren(text);
  select.value = String(Math.min(chosen, texts.length));
}
