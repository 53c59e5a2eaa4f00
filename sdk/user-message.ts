import type { CheckoutErrorCode } from '../contract/checkout-error.ts';
import type { Locale } from '../contract/locale.ts';

type Message = 'checkCard' | 'otherCard' | 'again' | 'again' | 'unavailable';

/** What a buyer can do, in words. */
const TEXTS: { [message in Message]: { [locale in Locale]: string } } = {
  checkCard: {
    'pt-BR': 'Confira os dados do cartão e tente de novo.',
    en: 'Check the card details and try again.',
    es: 'Revisa los datos de la tarjeta e inténtalo de nuevo.',
  },
  otherCard: {
    'pt-BR': 'O banco não autorizou este cartão. Tente com outro cartão.',
    en: 'The bank did not authorize this card. Try another card.',
    es: 'El banco no autorizó esta tarjeta. Prueba con otra tarjeta.',
  },
  again: {
    'pt-BR': 'Não foi possível concluir. Verifique sua conexão e tente de novo.',
    en: 'We could not finish. Check your connection and try again.',
    es: 'No pudimos terminar. Revisa tu conexión e inténtalo de nuevo.',
  },
  unavailable: {
    'pt-BR': 'O pagamento com cartão não está disponível nesta loja agora.',
    en: 'Card payment is not available in this store right now.',
    es: 'El pago con tarjeta no está disponible en esta tienda ahora.',
  },
};

const MESSAGES: Partial<{ [code in CheckoutErrorCode]: Message }> = {
  THREEDS_FAILED: 'otherCard',
  REJECTED_BY_RISK: 'otherCard',
  INVALID_CARD: 'checkCard',
  INVALID_DATA: 'checkCard',
  KYC_NOT_APPROVED: 'unavailable',
  COMPANY_BLOCKED: 'unavailable',
  METHOD_NOT_ENABLED: 'unavailable',
};

/** What to tell the buyer about an error, in the client's language. */
export function userMessage(code: CheckoutErrorCode, locale: Locale): string {
  return TEXTS[MESSAGES[code] ?? 'again'][locale];
}
