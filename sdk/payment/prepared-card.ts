import type { CardBrand } from '../../contract/card/card-brand.ts';
import type { CardSubmitResult } from '../../contract/frame/card-calls.ts';
import type { AuthenticationOutcome } from '../../contract/frame/hosted-calls.ts';
import type { KnownValue } from '../../contract/known-value.ts';
import type { InstallmentPlan } from '../../contract/published-types.ts';
import type { CardPaymentInput } from '../card-flow/card-input.ts';
import type { CustomerInput } from './customer-input.ts';

/** What `prepareCardPayment` and `prepareCardPaymentHosted` take. `amount` in centavos. */
export type PrepareInput = CardPaymentInput & {
  /**
   * Who pays. Required where `needsCard` of the account's 3-D Secure says so, and then told to the
   * provider's script; not sent otherwise.
   */
  customer?: CustomerInput;
  /** Aborts the call: it rejects with `ABORTED` and hands out no token. */
  signal?: AbortSignal;
};

/** The outcome of 3-D Secure in the browser; `skipped` where none was asked for. */
export type ThreeDSOutcome = {
  /** None was asked for. */
  skipped: boolean;
  /** Null where it was skipped. */
  status: 'AUTHENTICATED' | 'ATTEMPTED' | null;
};

/**
 * A card made ready to be charged by the merchant's back end. `payinCard` goes into `card` of
 * POST /payin as it is; `installmentPlan` is in it where there is interest. Nothing was charged
 * yet, and no issuer has approved anything. Source: spec, "Browser SDK", prepareCardPayment.
 */
export type PreparedCard = {
  /** `card` of POST /payin, as it is. */
  payinCard: {
    /** Single-use, of this order and amount, for 15 minutes. */
    token: string;
    /** As the buyer chose. */
    installments: number;
    /** Where the installments have interest. */
    installmentPlan?: InstallmentPlan;
    /** Where the cardholder was authenticated before the order. */
    threeDSecure?: { referenceId: string };
  };
  /** `sessionId` goes into `antifraud` of POST /payin where it was not skipped. */
  antifraud: { skipped: boolean; sessionId: string | null };
  /** What may be shown of the card, and kept with the customer. */
  card: { token: string; brand: KnownValue<CardBrand>; last4: string };
  /** How 3-D Secure ended; it approves nothing. */
  threeDS: ThreeDSOutcome;
};

/** `authentication`: how 3-D Secure before the order ended; null where it was not asked for. */
export function toPreparedCard(
  result: CardSubmitResult,
  authentication: AuthenticationOutcome | null,
): PreparedCard {
  const { brand, last4, antifraud, ...payinCard } = result;
  const { referenceId, status } = authentication ?? {};
  return {
    payinCard: {
      ...payinCard,
      ...(referenceId === undefined ? {} : { threeDSecure: { referenceId } }),
    },
    antifraud,
    card: { token: payinCard.token, brand, last4 },
    threeDS: { skipped: authentication === null, status: status ?? null },
  };
}
