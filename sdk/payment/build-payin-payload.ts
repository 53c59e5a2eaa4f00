import type { CustomerInput } from './customer-input.ts';
import type { PreparedCard } from './prepared-card.ts';

/** The merchant's part of a card payin. `amount` and `unitPrice` in centavos. */
export type PayinBase = {
  /** In centavos: `15990` is R$ 159,90. */
  amount: number;
  /** Your order's own identifier, the one the card was prepared for. */
  referenceId: string;
  /** The buyer's address as your server sees it. */
  payerIp: string;
  /** Whether anything of it is sent by post. */
  isPhysicalProduct: boolean;
  /** Who pays. */
  customer: CustomerInput;
  /** What is bought; `unitPrice` in centavos. */
  items: { title: string; quantity: number; unitPrice: number; description?: string }[];
  /** Where the events of this payin go, in place of the account's own receiver. */
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
 * by the merchant's back end with the secret key. Pure; the body has no `antifraud` where it did
 * not run for this card. Source: spec, "Browser SDK", buildPayinPayload.
 *
 * @example
 * const body = CheckoutSDK.buildPayinPayload(order, prepared);
 */
export function buildPayinPayload<Base extends object = PayinBase>(
  base: Base,
  prepared: Pick<PreparedCard, 'payinCard'> & { antifraud?: PreparedCard['antifraud'] | null },
): Base & CardPart {
  const { sessionId, skipped } = prepared.antifraud ?? {};
  const body: Base & CardPart = {
    ...base,
    paymentMethod: 'CREDIT_CARD',
    card: { ...prepared.payinCard },
  };
  if (skipped || !sessionId) Reflect.deleteProperty(body, 'antifraud');
  else body.antifraud = { sessionId };
  return body;
}
