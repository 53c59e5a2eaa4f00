import type { FieldProblem } from '../../contract/card-field.ts';
import type { Locale } from '../../contract/locale.ts';
import type { Brand } from './brand.ts';
import { cvvLength } from './fields/cvv.ts';
import type { Field } from './fields/field.ts';

/** What the buyer reads, but for the words of each field, which are in its own row. */
export type Messages = {
  title: string;
  installments: string;
  problems: Record<FieldProblem, string>;
  /** The words of a plan of installments: "1x de … à vista", "3x: 1ª de … + 2 de …". */
  plan: { of: string; inFull: string; first: string };
};

export const MESSAGES: Record<Locale, Messages> = {
  'pt-BR': {
    title: 'Dados do cartão',
    installments: 'Parcelas',
    problems: {
      required: 'Preencha aqui',
      incomplete: 'Faltam dígitos',
      invalid: 'Confira aqui',
      expired: 'Cartão vencido. Use outro',
      unsupported: 'Não aceitamos este cartão. Use outro',
    },
    plan: { of: 'de', inFull: 'à vista', first: '1ª' },
  },
  en: {
    title: 'Card details',
    installments: 'Installments',
    problems: {
      required: 'Fill this in',
      incomplete: 'Digits are missing',
      invalid: 'Check this',
      expired: 'Card expired. Use another',
      unsupported: 'We do not take this card. Use another',
    },
    plan: { of: 'of', inFull: 'in full', first: '1st' },
  },
  es: {
    title: 'Datos de la tarjeta',
    installments: 'Cuotas',
    problems: {
      required: 'Completa aquí',
      incomplete: 'Faltan dígitos',
      invalid: 'Revisa aquí',
      expired: 'Tarjeta vencida. Usa otra',
      unsupported: 'No aceptamos esta tarjeta. Usa otra',
    },
    plan: { of: 'de', inFull: 'al contado', first: '1.ª' },
  },
};

/** What the buyer is told of a problem: in the field's own words, else in those of any field. */
export function describeProblem(
  field: Field | undefined,
  problem: FieldProblem,
  { locale, brand }: { locale: Locale; brand: Brand | null },
): string {
  const text = field?.words[locale].problems?.[problem] ?? MESSAGES[locale].problems[problem];
  return text.replace('#', String(cvvLength(brand)));
}
