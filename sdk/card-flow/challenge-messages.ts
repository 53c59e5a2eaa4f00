import type { Locale } from '../../contract/locale.ts';

export type ChallengeMessages = {
  title: string;
  timeLeft: string;
  close: string;
  question: string;
  stay: string;
  leave: string;
  bankWindow: string;
  /** Said aloud at the marks, keyed by seconds left. */
  marks: Record<TimeMark, string>;
};

/** Seconds left at which the time is said aloud; more would talk into the bank's page. */
export const TIME_MARKS = [300, 60, 30] as const;
export type TimeMark = (typeof TIME_MARKS)[number];

export const CHALLENGE_MESSAGES: Record<Locale, ChallengeMessages> = {
  'pt-BR': {
    title: 'Confirmação do seu banco',
    timeLeft: 'Tempo restante',
    close: 'Sair',
    question: 'Cancelar o pagamento?',
    stay: 'Continuar no banco',
    leave: 'Cancelar pagamento',
    bankWindow: 'Página do seu banco',
    marks: {
      300: 'Faltam 5 minutos para confirmar.',
      60: 'Falta 1 minuto para confirmar.',
      30: 'Faltam 30 segundos para confirmar.',
    },
  },
  en: {
    title: 'Confirmation by your bank',
    timeLeft: 'Time left',
    close: 'Leave',
    question: 'Cancel the payment?',
    stay: 'Continue at the bank',
    leave: 'Cancel payment',
    bankWindow: "Your bank's page",
    marks: {
      300: '5 minutes left to confirm.',
      60: '1 minute left to confirm.',
      30: '30 seconds left to confirm.',
    },
  },
  es: {
    title: 'Confirmación de tu banco',
    timeLeft: 'Tiempo restante',
    close: 'Salir',
    question: '¿Cancelar el pago?',
    stay: 'Continuar en el banco',
    leave: 'Cancelar pago',
    bankWindow: 'Página de tu banco',
    marks: {
      300: 'Quedan 5 minutos para confirmar.',
      60: 'Queda 1 minuto para confirmar.',
      30: 'Quedan 30 segundos para confirmar.',
    },
  },
};
