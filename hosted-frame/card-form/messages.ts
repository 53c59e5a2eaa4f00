import type { CardField, FieldProblem } from '../../contract/frame/card-calls.ts';
import type { Locale } from '../../contract/locale.ts';

/** What the buyer reads. A problem is worded for its field, else as it is for any field. */
export type Messages = {
  title: string;
  labels: Record<CardField, string>;
  expiryPlaceholder: string;
  problems: Record<FieldProblem, string>;
  wrong: Partial<Record<CardField, string>>;
  wrongCvv: (length: number) => string;
  /** The words of a plan of installments: "1x de … à vista", "3x: 1ª de … + 2 de …". */
  plan: { of: string; inFull: string; first: string };
};

export const MESSAGES: Record<Locale, Messages> = {
  'pt-BR': {
    title: 'Dados do cartão',
    labels: {
      holderName: 'Nome no cartão',
      number: 'Número do cartão',
      expiry: 'Validade',
      cvv: 'CVV',
      installments: 'Parcelas',
    },
    expiryPlaceholder: 'MM/AA',
    problems: {
      required: 'Preencha aqui',
      incomplete: 'Faltam dígitos',
      invalid: 'Confira aqui',
      expired: 'Cartão vencido. Use outro',
      unsupported: 'Não aceitamos este cartão. Use outro',
    },
    wrong: { holderName: 'Use o nome como está no cartão', number: 'Confira o número do cartão' },
    wrongCvv: (length) => `O CVV tem ${length} dígitos`,
    plan: { of: 'de', inFull: 'à vista', first: '1ª' },
  },
  en: {
    title: 'Card details',
    labels: {
      holderName: 'Name on card',
      number: 'Card number',
      expiry: 'Expiry date',
      cvv: 'CVV',
      installments: 'Installments',
    },
    expiryPlaceholder: 'MM/YY',
    problems: {
      required: 'Fill this in',
      incomplete: 'Digits are missing',
      invalid: 'Check this',
      expired: 'Card expired. Use another',
      unsupported: 'We do not take this card. Use another',
    },
    wrong: { holderName: 'Use the name as it is on the card', number: 'Check the card number' },
    wrongCvv: (length) => `The CVV has ${length} digits`,
    plan: { of: 'of', inFull: 'in full', first: '1st' },
  },
  es: {
    title: 'Datos de la tarjeta',
    labels: {
      holderName: 'Nombre en la tarjeta',
      number: 'Número de tarjeta',
      expiry: 'Vencimiento',
      cvv: 'CVV',
      installments: 'Cuotas',
    },
    expiryPlaceholder: 'MM/AA',
    problems: {
      required: 'Completa aquí',
      incomplete: 'Faltan dígitos',
      invalid: 'Revisa aquí',
      expired: 'Tarjeta vencida. Usa otra',
      unsupported: 'No aceptamos esta tarjeta. Usa otra',
    },
    wrong: { holderName: 'Usa el nombre de la tarjeta', number: 'Revisa el número de tarjeta' },
    wrongCvv: (length) => `El CVV tiene ${length} dígitos`,
    plan: { of: 'de', inFull: 'al contado', first: '1.ª' },
  },
};

/** What the buyer is told of a problem. `cvvLength`: how many digits this card's CVV has. */
export function describeProblem(
  { field, problem }: { field: CardField; problem: FieldProblem },
  { locale, cvvLength }: { locale: Locale; cvvLength: number },
): string {
  const { problems, wrong, wrongCvv } = MESSAGES[locale];
  if (field === 'cvv' && problem !== 'required') return wrongCvv(cvvLength);
  return (problem === 'invalid' && wrong[field]) || problems[problem];
}
