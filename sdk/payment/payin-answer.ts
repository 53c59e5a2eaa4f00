import type { KnownValue } from '../../contract/known-value.ts';
import type * as created from '../../contract/payments/payin.ts';
import type { PayinStatus } from '../../contract/payments/payin-status.ts';
import type { PaymentMethod } from '../../contract/payments/payment-method.ts';
import { writtenOut } from '../../contract/written-out.ts';
import type { ThreeDSOutcome } from './prepared-card.ts';

/** What the answer of every method has, whoever passed it on. */
type PayinBy<Method extends PaymentMethod> = {
  /** Of the payin. */
  id: string;
  /** How it stands; the outcome to rely on comes by webhook. */
  status: KnownValue<PayinStatus>;
  /** How it is paid, which tells what else there is. */
  paymentMethod: Method;
  /** True: a challenge waits; `handlePendingThreeDS` completes it. */
  threeDSecurePending?: boolean;
  /** Shows it to its buyer while it waits for them. */
  viewToken?: string;
};

type Rest<Created> = Partial<Omit<Created, keyof PayinBy<never>>>;
const card = writtenOut<Rest<created.CardPayinCreated>>();
const pix = writtenOut<Rest<created.PixPayinCreated>>();
const boleto = writtenOut<Rest<created.BoletoPayinCreated>>();
const bank = writtenOut<Rest<created.OpenFinancePayinCreated>>();

/**
 * The answer of POST /payin as the merchant's back end passed it on. Beside the members that all
 * have, any may be left out: after a reload the page knows few of them.
 */
export type PayinAnswer =
  | (PayinBy<'CREDIT_CARD'> & typeof card)
  | (PayinBy<'PIX'> & typeof pix)
  | (PayinBy<'BOLETO'> & typeof boleto)
  | (PayinBy<'OPEN_FINANCE'> & typeof bank);

/** A payin as a page has it: the whole answer, or what it kept of it. */
export type AnyPayin =
  | PayinAnswer
  | { id: string; status?: KnownValue<PayinStatus>; threeDSecurePending?: boolean };

/** The cardholder was authenticated; whether the sale is approved comes by webhook. */
export type PendingOutcome = { payinId: string; threeDS: ThreeDSOutcome };

/**
 * How a payment stands, in any form a page may have it: the payin, the body of a refused POST
 * /payin (`{ error: { code } }`), or the error that one of our functions rejected with.
 */
export type PaymentAnswer =
  | AnyPayin
  | { status: KnownValue<PayinStatus> }
  | { error: { code: string } }
  | { code: string; details?: object };
