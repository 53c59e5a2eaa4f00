import type { PaymentMethod } from '../../../../contract/payment-method.ts';
import { words } from '../../words/words.ts';

/** What people call each way to pay, on every page. */
export const METHOD_NAMES = words<Readonly<Record<PaymentMethod, string>>>({
  'pt-BR': {
    PIX: 'PIX',
    CREDIT_CARD: 'Cartão de crédito',
    BOLETO: 'Boleto',
    OPEN_FINANCE: 'Open Finance',
  },
  en: {
    PIX: 'PIX',
    CREDIT_CARD: 'Credit card',
    BOLETO: 'Boleto',
    OPEN_FINANCE: 'Open Finance',
  },
});
