import { splitIntoInstallments } from '../../contract/installment.ts';
import type { Locale } from '../../contract/locale.ts';
import type { Centavos } from '../../contract/money.ts';
import { MESSAGES } from './messages.ts';

type Offer = { amount: Centavos; maxInstallments: number; locale: Locale };

/** The text of each plan, from 1 to the most: exact amounts, that sum to the total. */
export function describeInstallments({ amount, maxInstallments, locale }: Offer): string[] {
  const words = MESSAGES[locale].installments;
  const currency = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'BRL',
    currencyDisplay: 'narrowSymbol',
  });
  // Decision: no plan has a part of nothing, so 5 centavos are offered in at most 5 parts.
  const most = Math.max(1, Math.min(maxInstallments, amount));
  return Array.from({ length: most }, (_, index) => {
    const count = index + 1;
    const [first = 0, other = first] = splitIntoInstallments({ amount, count });
    const wording = count === 1 ? words.single : first === other ? words.equal : words.uneven;
    const values = new Map([
      ['count', String(count)],
      ['first', currency.format(first / 100)],
      ['others', String(count - 1)],
      ['other', currency.format(other / 100)],
    ]);
    return wording.replace(/\{(\w+)\}/g, (_match, name: string) => values.get(name) ?? '');
  });
}

/** Shows the plans in the select, keeping its elements, its focus and, where offered, `chosen`. */
export function showInstallments(select: HTMLSelectElement, offer: Offer, chosen: number): void {
  const texts = describeInstallments(offer);
  while (select.options.length > texts.length) select.remove(texts.length);
  for (const [index, text] of texts.entries()) {
    const option = select.options[index] ?? select.ownerDocument.createElement('option');
    option.value = String(index + 1);
    option.textContent = text;
    if (!option.parentNode) select.append(option);
  }
  select.value = String(Math.min(chosen, texts.length));
}
