import type { CustomerInput } from './customer-input.ts';
import type { PreparedCard } from './prepared-card.ts';

/** The merchant's part of a card payin. `amount` and `unitPrice` in centavos. */
export type PayinBase = {
  amount: number;
  referenceId: string;
  payerIp: string;
  isPhysicalProduct: boolean;
  customer: CustomerInput;
  items: { title: string; quantity: number; unitPrice: number; description?: string }[];
  webhookUrl?: string;
};

/** What a prepared card adds to them. */
type CardPart = {
  paymentMethod: 'CREDIT_CARD';
  card: PreparedCard['payinCard'];
  antifraud?: { sessionId: string };
};

/** A POST /payin body for a card. */
export type PayinPayload = PayinBase & CardPart;

/**
 * Merges the merchant's base fields with a prepared card into the body of POST /payin, to be sent
 * by the merchant's back end with the secret key. Pure; `antifraud` is left out where it did not
 * run. Source: spec, "Browser SDK", buildPayinPayload.
 *
 * @example
 * const body = CheckoutSDK.buildPayinPayload(order, prepared);
 */
export function buildPayinPayload<Base extends object = PayinBase>(
  base: Base,
  prepared: Pick<PreparedCard, 'payinCard' | 'antifraud'>,
): Base & CardPart {
  const { sessionId, skipped } = prepared.antifraud;
  return {
    ...base,
    paymentMethod: 'CREDIT_CARD',
    card: { ...prepared.payinCard },
    ...(skipped || sessionId === null ? {} : { antifraud: { sessionId } }),
  };
}
