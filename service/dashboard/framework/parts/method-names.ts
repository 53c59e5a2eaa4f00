import type { PaymentMethod } from '../../../../contract/payments/payment-method.ts';
import { words } from '../../words/words.ts';

export const METHOD_NAMES = words<Readonly<Record<PaymentMethod, string>>>({
  PIX: ['PIX', 'PIX'],
  CREDIT_CARD: ['Cartão de crédito', 'Credit card'],
  BOLETO: ['Boleto', 'Boleto'],
  OPEN_FINANCE: ['Open Finance', 'Open Finance'],
});
