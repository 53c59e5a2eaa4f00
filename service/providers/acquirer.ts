import type { CardWithoutCvv } from '../../contract/card/card.ts';
import type { CardBrand } from '../../contract/card/card-brand.ts';
import type { OptionalCard } from '../../contract/card/card-token.ts';
import type { DeclineReason } from '../../contract/errors/decline-reason.ts';
import type { Bank } from '../../contract/payments/bank.ts';
import type { Address } from '../../contract/payments/customer.ts';
import type { PayinRequest } from '../../contract/payments/payin.ts';
import type { ReturnNature } from '../../contract/payments/payin-return.ts';
import type { PaymentMethod } from '../../contract/payments/payment-method.ts';
import type { RefundCapabilities, RefundVerbs } from './refunds.ts';
import type { RefusedData } from './refused-data.ts';

/** `cardReference`: of the vault of `provider`; `OptionalCard`: what the page asked besides. */
export type CardToCharge = OptionalCard &
  (
    | { kind: 'card'; card: CardWithoutCvv }
    | { kind: 'stored'; provider: string; cardReference: string }
  );

/** Who sells. `name`: the legal one. `phone`: `55`, area code and number. `url`: https. */
export type SubMerchant = Address &
  Record<'neighborhood' | 'name' | 'document' | 'mcc' | 'phone' | 'url', string>;

export type OrderFacts = {
  /** The merchant's own id of the order. */
  orderReference: string;
  /** Whom the buyer pays, as they know them. */
  merchantName: string;
  /** What the bill of a card is to name in place of `merchantName`. */
  softDescriptor?: string | undefined;
  /** Absent where not all of it is known. */
  subMerchant?: SubMerchant | undefined;
  payer: PayinRequest['customer'];
  payerIp: string;
  items: PayinRequest['items'];
};

/** `cavv`: 20 bytes in base64. `id`: by which `provider` knows what it authenticated itself. */
export type AuthenticationProof =
  | {
      kind: 'cryptogram';
      eci: string;
      cavv: string;
      dsTransactionId: string;
      version: string;
      xid?: string | undefined;
    }
  | { kind: 'reference'; provider: string; id: string };

/**
 * `isFirst`: with it the card comes to be kept; the buyer lets it. `merchant`: the buyer is not
 * there. `networkTransactionId`: the network's of the first charge; null where nobody told it.
 */
export type StoredCredential = {
  initiator: 'buyer' | 'merchant';
  isFirst: boolean;
  networkTransactionId: string | null;
};

/** `reference`: our payin id, which the acquirer must charge at most once. */
export type ChargeRequest = OrderFacts & {
  companyId: string;
  reference: string;
  amount: number;
  installments: number;
  card: CardToCharge;
  brand: CardBrand;
  /** Absent when a card on file is charged again where its CVV is not asked. */
  cvv?: string;
  authentication?: AuthenticationProof;
  /** Our session, under which an antifraud's script may have seen the device; absent where none. */
  antifraudSessionId?: string | undefined;
  /** Absent where the card is charged this once. */
  storedCredential?: StoredCredential;
  /** Whether the buyer can be asked to authenticate after the order (3-D Secure post-order). */
  canAuthenticateLater: boolean;
};

/** `advice`: of Mastercard, the Merchant Advice Code. Networks count and fine tries by these. */
export type NetworkAnswer = { brand: CardBrand; code: string; advice?: string };

/** `id`: the provider's, the same each time it tells of it. */
export type KnownReturn = { id: string; amount: number; nature: ReturnNature };

/**
 * Its money is taken from the merchant until it is `won`. `amount`: null where all is contested.
 * `reason`: the network's words. `answerBy`: until when an answer is taken; null where not told.
 */
export type KnownDispute = {
  nature: ReturnNature;
  outcome: 'open' | 'lost' | 'won';
  amount: number | null;
  reason: string | null;
  answerBy: Date | null;
};

/**
 * Each is absent where the provider tells none. `amount`: centavos that were paid. `returns`: those
 * that we asked for among them, under our ids. `returnedAmount`: centavos in all, ours among them,
 * where the sum alone is told.
 */
export type TakenBack = {
  amount?: number;
  returns?: readonly KnownReturn[];
  returnedAmount?: number;
  dispute?: KnownDispute;
};

/**
 * - `approved`: the money is ours; what was taken back since, a look-up alone tells.
 *   `networkTransactionId`: what the card's network calls the charge, where it is told.
 * - `refused`: the issuer or antifraud said no, as a payin REFUSED.
 * - `failed`: the acquirer broke down for good; nothing was taken.
 * - `declined`: refused with a cause the caller is told (400): the card's limit, its CVV, or risk.
 *   Like `refused` with `reason` and `network`, where it tells them.
 * - `processing`: taken in, not decided yet: looked up later, and never sent again.
 * - `authentication_required`: it wants 3-D Secure first; nothing was taken.
 * - `challenge_required`: decided once the buyer has confirmed at their bank, by `session` in the
 *   browser; looked up later, and never sent again. Only where its provider has `challenges`. This
 *   and the former only where the request says the buyer can be asked.
 * - `invalid_data`: nothing was taken, because of what the order holds; nobody else is asked.
 * - `unavailable`: a passing failure; surely nothing was taken, so token and proof are given back.
 */
export type ChargeOutcome =
  | (Approved & TakenBack)
  | { kind: 'refused'; externalId: string; reason?: DeclineReason; network?: NetworkAnswer }
  | { kind: 'failed'; externalId: string }
  | {
      kind: 'declined';
      code: 'PAYER_LIMIT_REJECTED' | 'INVALID_CVV' | 'REJECTED_BY_RISK';
      decidedBy: 'issuer' | 'antifraud';
      reason?: DeclineReason;
      network?: NetworkAnswer;
    }
  | { kind: 'processing' }
  | { kind: 'authentication_required' }
  | { kind: 'challenge_required'; externalId: string; session: string }
  | RefusedData
  | { kind: 'unavailable' };

/** `terms`: when the acquirer pays it; left out where nobody has said. */
type Approved = {
  kind: 'approved';
  externalId: string;
  networkTransactionId?: string;
  terms?: SettlementTerms;
};

/** When an acquirer pays a sale by card to the operator, and what it keeps. */
export type SettlementTerms = {
  /** Calendar days from the approval to the first instalment. */
  firstDays: number;
  /** Calendar days from one to the next; 0: all with the first. */
  intervalDays: number;
  /** By the number of instalments from which one holds, in hundredths of a percent; ascending. */
  fees: readonly { from: number; basisPoints: number }[];
  /** Centavos of each sale. */
  fixedFee: number;
  /** Nobody owes it: merchants who wait for their money have it in the sandbox. */
  isPlayed?: true;
};

/**
 * `voided`: all that was booked was given back since, by whomever, or it was called off before it
 * was decided. `not_found`: it has not got it, never that it was given back; whether it still may
 * get it, `settlesWithinMs` says.
 */
export type KnownCharge =
  | ChargeOutcome
  | { kind: 'voided'; externalId: string }
  | { kind: 'not_found' };

/** A payment the buyer makes later and elsewhere. `reference` is our payin id: issued once. */
export type PaymentOrder = OrderFacts & {
  companyId: string;
  reference: string;
  amount: number;
  expiresAt: Date;
};

/**
 * `invalid_data`: not made because of what the order holds; nobody else is asked. `unavailable`: a
 * passing failure, as is whatever is thrown: nothing is paid by something nobody has seen.
 */
export type Issued<Means> =
  | ({ kind: 'issued'; externalId: string } & Means)
  | RefusedData
  | { kind: 'unavailable' };

export type IssuedBoleto = { barcode: string; pix?: { copyAndPaste: string; location?: string } };

/** `not_found`: never issued. `endToEndId`: the PIX as the payer's bank knows it, where told. */
export type KnownPayment =
  | { kind: 'open' | 'refused' | 'not_found' }
  | ({ kind: 'paid'; endToEndId?: string } & TakenBack);

/** `externalId`: the issuer's, where told. `paymentMethod`: for an issuer that keeps them apart. */
export type IssuedPayment = {
  companyId: string;
  reference: string;
  externalId?: string | null;
  paymentMethod?: PaymentMethod;
};

/** How long a PIX and, at most, a boleto can be paid; payer's fields others can do without. */
export type IssuingTerms = {
  readonly pixSeconds: { readonly min: number; readonly max: number };
  readonly boletoDays: number;
  readonly boletoFields: readonly 'customer.address.neighborhood'[];
};

/** Decision: of one whose own bounds are not known, the sandbox's: a minute to a day, and 60 days. */
export const COMMON_TERMS: IssuingTerms = {
  pixSeconds: { min: 60, max: 24 * 60 * 60 },
  boletoDays: 60,
  boletoFields: [],
};

/** The payment methods other than cards: PIX, boleto, open finance. */
export interface PaymentIssuer extends Partial<RefundVerbs> {
  /** By payment method; none where it is absent. */
  readonly capabilities?: RefundCapabilities;
  /** Left out where `COMMON_TERMS` are its own. */
  readonly terms?: IssuingTerms | undefined;
  /**
   * Gives a BR Code over exactly the order's amount. One that names no amount comes with `location`,
   * the address it does name: the issuer has seen that the order's amount is asked for there.
   */
  issuePix(
    order: PaymentOrder,
    signal: AbortSignal,
  ): Promise<Issued<{ copyAndPaste: string; location?: string }>>;
  /** `barcode`: 44 digits. `dueOn`: `YYYY-MM-DD`. `pix`: printed beside it, over that amount. */
  issueBoleto(
    order: PaymentOrder & { dueOn: string },
    signal: AbortSignal,
  ): Promise<Issued<IssuedBoleto>>;
  /** The buyer authorizes at `redirectUrl`. `returnUrl`: for one that takes it with each order. */
  openConsent(
    order: PaymentOrder & { bankId: string; bankName: string; returnUrl?: string | null },
    signal: AbortSignal,
  ): Promise<Issued<{ redirectUrl: string }>>;
  /** The banks that consents can be opened at; left out where only its operator knows them. */
  listBanks?(signal: AbortSignal): Promise<Bank[]>;
  findPayment(payment: IssuedPayment, signal: AbortSignal): Promise<KnownPayment>;
  /**
   * Takes back a payment that nobody has made; gives what it is afterwards: `refused` where it was
   * taken back, `paid` where it was too late. Left out by one that cannot: its payments end by time.
   */
  cancelPayment?(payment: IssuedPayment, signal: AbortSignal): Promise<KnownPayment>;
  /**
   * Tells that a payment may have been decided. A hint: the service asks by `findPayment`. May come
   * late, repeatedly or never. The promise resolves once the service has acted on it. Left out by one
   * that tells by `Notices`, or not at all.
   */
  onNotice?(listener: (payment: { companyId: string; reference: string }) => Promise<void>): void;
}

/**
 * Whoever moves the money of payins by card. What is thrown means "unknown": the charge is then
 * looked up by its reference and never sent again.
 */
export interface Acquirer extends Partial<RefundVerbs> {
  /** For cards; none where it is absent. */
  readonly capabilities?: RefundCapabilities;
  /**
   * Whether it takes a `cryptogram` of an authentication that neither it nor this service has made.
   * Left out by one of which that is not known: it never hears of such a charge.
   */
  readonly takesMerchantProof?: true;
  /**
   * Only of an account that sells for others, whose every sale says who sells. `from`: the day from
   * which it sells for nobody of whom that is not known; null where there is none.
   */
  readonly subMerchants?: { readonly from: string | null };
  /**
   * How long after a charge or refund has left us this acquirer may still book it, although it knows
   * nothing of it when asked; minutes, as a rule. 0: what it does not know now it will never book.
   */
  readonly settlesWithinMs: number;
  /** Charges once per `reference`; gives up when `signal` is aborted. */
  charge(request: ChargeRequest, signal: AbortSignal): Promise<ChargeOutcome>;
  /** Throws where what is booked is not `amount` (centavos). `externalId`: its own, where told. */
  findCharge(
    charge: { companyId: string; reference: string; amount: number; externalId?: string | null },
    signal: AbortSignal,
  ): Promise<KnownCharge>;
  /**
   * Gives all back, once per `reversalId`; `findCharge` tells `voided` from then on. Left out by
   * one that cannot: an operator gives back what was charged too late (`orphan list`).
   */
  voidCharge?(
    charge: { companyId: string; reference: string; amount: number; reversalId: string },
    signal: AbortSignal,
  ): Promise<{ kind: 'voided' } | { kind: 'unavailable' }>;
  /** Never keeps a CVV. There is no verb for forgetting a card: see `cards/saved-card.ts`. */
  storeCard(
    request: { companyId: string; card: CardWithoutCvv; brand: CardBrand },
    signal: AbortSignal,
  ): Promise<{ kind: 'stored'; cardReference: string } | { kind: 'unavailable' }>;
}
