import type { Card } from '../../contract/card.ts';
import type { CardTokenRequest } from '../../contract/card-token.ts';
import { CheckoutError, errorData } from '../../contract/checkout-error.ts';

/** A card as a merchant's own form has it. The expiry in two fields, or `expiry` as MM/YY. */
export type CardInput = {
  holderName: string;
  number: string;
  cvv: string;
} & ({ expirationMonth: string; expirationYear: string } | { expiry: string });

/** A card payment as a merchant's page has it. `amount` in centavos. */
export type CardPaymentInput = {
  amount: number;
  referenceId: string;
  installments: number;
  card: CardInput;
};

/**
 * A merchant's input in the shape of the contract: spaces in the number dropped, `MM/YY` split.
 * Throws `INVALID_ARGUMENT` with `details.field`; the values are checked where it is sent.
 * @internal
 */
export function toCardRequest(input: CardPaymentInput): CardTokenRequest {
  const { card } = input;
  if (typeof card !== 'object' || card === null) throw wrong('card', 'is required');
  for (const field of ['holderName', 'number', 'cvv'] as const) {
    const given: unknown = card[field];
    if (typeof given === 'string') continue;
    throw wrong(`card.${field}`, given == null ? 'is required' : 'must be a string');
  }
  const expiry = readExpiry(card);
  if (expiry === null) {
    throw wrong('card.expiry', 'must be MM/YY, or expirationMonth (MM) and expirationYear (YYYY)');
  }
  return {
    amount: input.amount,
    referenceId: input.referenceId,
    installments: input.installments ?? 1,
    card: {
      holderName: card.holderName.trim(),
      number: card.number.replace(/[\s-]/g, ''),
      ...expiry,
      cvv: card.cvv.trim(),
    },
  };
}

function wrong(field: string, message: string): CheckoutError {
  return new CheckoutError(errorData('INVALID_ARGUMENT', `${field} ${message}`, { field }));
}

function readExpiry(card: CardInput): Pick<Card, 'expirationMonth' | 'expirationYear'> | null {
  if ('expiry' in card && card.expiry !== '') {
    const parts = /^\s*(\d{2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(String(card.expiry));
    if (!parts?.[1] || !parts[2]) return null;
    return { expirationMonth: parts[1], expirationYear: `20${parts[2]}` };
  }
  const { expirationMonth, expirationYear } = card as Partial<Card>;
  if (typeof expirationMonth !== 'string' || typeof expirationYear !== 'string') return null;
  return { expirationMonth, expirationYear };
}
