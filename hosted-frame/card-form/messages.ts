import type { FieldProblem } from '../../contract/card/card-field.ts';
import type { Locale } from '../../contract/locale.ts';
import type { Brand } from './brand.ts';
import { cvvLength } from './fields/cvv.ts';
import type { Field } from './fields/field.ts';

/** What the buyer reads, but for the words of each field, which are in its own row. */
export type Messages = {
  title: string;
  /** The label of the plans, and what is said of one that cannot be had. */
  installments: string;
  wrongPlan: string;
  cvvHelp: string;
  /** The words of a plan: "1x de … à vista", "3x de … sem juros". */
  plan: { of: string; inFull: string; noInterest: string };
};

export const MESSAGES: Record<Locale, Messages> = {
  'pt-BR': {
    title: 'Dados do cartão',
    installments: 'Parcelas',
    wrongPlan: 'Escolha outro número de parcelas',
    cvvHelp: 'Onde está o código?',
    plan: { of: 'de', inFull: 'à vista', noInterest: 'sem juros' },
  },
  en: {
    title: 'Card details',
    installments: 'Installments',
    wrongPlan: 'Choose another number of installments',
    cvvHelp: 'Where is the code?',
    plan: { of: 'of', inFull: 'in full', noInterest: 'without interest' },
  },
  es: {
    title: 'Datos de la tarjeta',
    installments: 'Cuotas',
    wrongPlan: 'Elige otra cantidad de cuotas',
    cvvHelp: '¿Dónde está el código?',
    plan: { of: 'de', inFull: 'al contado', noInterest: 'sin interés' },
  },
};

/** What is told of a problem; without a `field`, of the plans. */
export function describeProblem(
  field: Field | undefined,
  problem: FieldProblem,
  { locale, brand }: { locale: Locale; brand: Brand | null },
): string {
  const problems = field?.words[locale].problems;
  const text = problems?.[problem] ?? problems?.invalid ?? MESSAGES[locale].wrongPlan;
  return text.replace('#', String(cvvLength(brand)));
}
