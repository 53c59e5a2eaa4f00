import type { DeclineReason } from '../../contract/errors/decline-reason.ts';
import type { KnownValue } from '../../contract/known-value.ts';
import type { PayinStatus } from '../../contract/payments/payin-status.ts';
import type { ThreeDSOutcome } from './prepared-card.ts';

/** The answer of POST /payin as the merchant's back end passed it on; other members are kept. */
export type PayinAnswer = {
  /** Of the payin. */
  id: string;
  /** How it stands; the outcome to rely on comes by webhook. */
  status?: KnownValue<PayinStatus>;
  /** True: a challenge waits; `handlePendingThreeDS` completes it. */
  threeDSecurePending?: boolean;
  /** In centavos. */
  amount?: number;
  /** Shows it to its buyer while it waits for them. */
  viewToken?: string;
  /** Why a card was refused. */
  declineReason?: KnownValue<DeclineReason>;
  [member: string]: unknown;
};

/** The cardholder was authenticated; whether the sale is approved comes by webhook. */
export type PendingOutcome = { payinId: string; threeDS: ThreeDSOutcome };

/**
 * How a payment stands, in any form a page may have it: the payin, the body of a refused POST
 * /payin (`{ error: { code } }`), or the error that one of our functions rejected with.
 */
export type PaymentAnswer =
  | PayinAnswer
  | { status: KnownValue<PayinStatus> }
  | { error: { code: string } }
  | { code: string; details?: object };
