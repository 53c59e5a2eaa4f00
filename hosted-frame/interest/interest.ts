import {
  isPlanOffered,
  planInstallments,
  ratePerYear,
} from '../../contract/card/plan-installments.ts';
import type { Locale } from '../../contract/locale.ts';
import type { Centavos } from '../../contract/money.ts';
import type { InstallmentTable } from '../../contract/published-types.ts';
import type { PlansWithInterest } from '../card-form/installment-choice.ts';
import type { DescribePlan } from '../card-form/installment-options.ts';

// A chunk of its own, for accounts with a table of installments: the form hands it what it needs.

/** `#` in their order: total, amount, rate a month, rate a year. */
const NOTES: { readonly [locale in Locale]: string } = {
  'pt-BR': 'Total a prazo: #. À vista: #. Juros de #% ao mês. CET: #% a.a. (somente juros).',
  en: 'Total in installments: #. In full: #. Interest: #% a month. Total effective cost (CET): #% a year (interest only).',
  es: 'Total en cuotas: #. Al contado: #. Interés del #% al mes. Costo efectivo total (CET): #% anual (solo intereses).',
};

/**
 * The plans of a table, and their words. Decision: a plan with interest shows before it is paid
 * what Brazil's consumer code asks for (art. 52 and 54-B): number and value of the installments,
 * the total with financing and without, the effective rate a month, and the total effective cost
 * (CET) a year with what it is made of. Who finances is the merchant's to name, and so are the
 * rules of paying late: the card's issuer has those.
 */
export function createInterest(
  table: InstallmentTable,
  form: { describePlan: DescribePlan; formatReais: (amount: Centavos, locale: Locale) => string },
): PlansWithInterest {
  return {
    planOf: (asked) => planInstallments(table, asked),
    describe({ amount, installments, locale }) {
      if (!isPlanOffered(table, { amount, installments })) return null;
      const plan = planInstallments(table, { amount, installments });
      if (plan?.paidBy !== 'buyer') return form.describePlan({ amount, installments, locale });
      const { installmentAmount, totalAmount, ratePerMonth } = plan;
      const money = (centavos: Centavos) => form.formatReais(centavos, locale);
      const told = [
        money(totalAmount),
        money(amount),
        formatPercent(ratePerMonth, locale),
        formatPercent(ratePerYear(ratePerMonth), locale),
      ];
      return {
        // As short as it can be: on a phone a longer one is cut off.
        text: `${installments}x ${money(installmentAmount)} (total ${money(totalAmount)})`,
        note: told.reduce((text, value) => text.replace('#', value), NOTES[locale]),
      };
    },
  };
}

/** `1,99` of 199 hundredths. */
function formatPercent(hundredths: number, locale: Locale): string {
  const digits = String(hundredths).padStart(3, '0');
  return `${digits.slice(0, -2)}${locale === 'en' ? '.' : ','}${digits.slice(-2)}`;
}
