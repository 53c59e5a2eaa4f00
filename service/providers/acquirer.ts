import type { CardWithoutCvv } from '../../contract/card/card.ts';
import type { CardBrand } from '../../contract/card/card-brand.ts';
import type { OptionalCard } from '../../contract/card/card-token.ts';
import type { DeclineReason } from '../../contract/errors/decline-reason.ts';
import type { Bank } from '../../contract/payments/bank.ts';
import type { PayinRequest } from '../../contract/payments/payin.ts';
import type { ReturnNature } from '../../contract/payments/payin-return.ts';
import type { PaymentMethod } from '../../contract/payments/payment-method.ts';
import type { RefundCapabilities, RefundVerbs } from './refunds.ts';
import type { RefusedData } from './refused-data.ts';

/**
 * A card as an acquirer takes it: its data, or the reference that the vault of `provider` gave for
 * it; with either, what the page asked of the cardholder besides.
 */
export type CardToCharge = OptionalCard &
  (
    | { kind: 'card'; card: CardWithoutCvv }
    | { kind: 'stored'; provider: string; cardReference: string }
  );

/** What parties ask about an order and about whoever pays it. */
export type OrderFacts = {
  /** The merchant's own id of the order. */
  orderReference: string;
  /** Whom the buyer pays, as they know them. */
  merchantName: string;
  payer: PayinRequest['customer'];
  payerIp: string;
  items: PayinRequest['items'];
};

/**
 * What shows that the cardholder was authenticated: what their bank gave, or the name under which
 * the acquirer that authenticated them itself (`provider`) has it. `cavv`: 20 bytes in base64.
 */
export type AuthenticationProof =
  | { kind: 'cryptogram'; eci: string; cavv: string; dsTransactionId: string; version: string }
  | { kind: 'reference'; provider: string; id: string };

/**
 * How a card that is kept for later is charged. `isFirst`: with this charge it comes to be kept; the
 * buyer lets it. `merchant`: later, and the buyer is not there. `networkTransactionId`: what the
 * card's network called the first charge; null where nobody told it.
 */
export type StoredCredential = {
  initiator: 'buyer' | 'merchant';
  isFirst: boolean;
  networkTransactionId: string | null;
};

/** One charge. `reference` is our payin id: the acquirer must charge it at most once. */
export type ChargeRequest = OrderFacts & {
  companyId: string;
  reference: string;
  amount: number;
  installments: number;
  card: CardToCharge;
  brand: CardBrand;
  /** Absent when a card on file is charged again where its CVV is not asked. */
  cvv?: string;
  /** The cardholder was authenticated: what their bank wants to see of it. */
  authentication?: AuthenticationProof;
  /** Our session, under which an antifraud's script may have seen the device; absent where none. */
  antifraudSessionId?: string;
  /** Absent where the card is charged this once. */
  storedCredential?: StoredCredential;
  /** Whether the buyer can be asked to authenticate after the order (3-D Secure post-order). */
  canAuthenticateLater: boolean;
};

/**
 * What the card's issuer said, in the code of its network, and what the network advises (Mastercard:
 * the Merchant Advice Code). Networks count and fine tries by these.
 */
export type NetworkAnswer = { brand: CardBrand; code: string; advice?: string };

/** Money of a payment that went back. `id`: the provider's, the same each time it tells of it. */
export type KnownReturn = {
  id: string;
  amount: number;
  nature: ReturnNature;
};

/**
 * A payment that is contested: its money is taken from the merchant until it is `won`. `amount`: null
 * where all of it is contested. `reason`: in the words of the network. `answerBy`: until when an answer
 * is taken; null where that is not told.
 */
export type KnownDispute = {
  nature: ReturnNature;
  outcome: 'open' | 'lost' | 'won';
  amount: number | null;
  reason: string | null;
  answerBy: Date | null;
};

/**
 * What a provider knows of money that left again after it was paid; each is absent where it tells
 * none. `amount`: centavos that were paid. `returns`: one by one, those that we asked for among them, under our ids. `returnedAmount`:
 * centavos in all, from one that tells no more than the sum, ours among them.
 */
export type TakenBack = {
  amount?: number;
  returns?: readonly KnownReturn[];
  returnedAmount?: number;
  dispute?: KnownDispute;
};

/**
 * What an acquirer says of a charge.
 * - `approved`: the money is ours; `networkTransactionId`, where it is told, is what the card's network
 *   calls the charge. What was taken back of it since is told by a look-up alone. `refused`: the
 *   issuer or antifraud said no, as a payin REFUSED.
 * - `failed`: the acquirer broke down for good; nothing was taken.
 * - `declined`: refused with a cause the caller is told (400): the card's limit, its CVV, or risk.
 *   With both of them `reason` and `network`, where it tells them.
 * - `processing`: taken in and not decided yet. It is looked up later, and never sent again.
 * - `authentication_required`: it wants 3-D Secure first; nothing was taken. Only where the request
 *   says the buyer can be asked.
 * - `challenge_required`: it has the charge, and decides it once the buyer has confirmed at their
 *   bank. `session`: what the browser needs for that. It is looked up later, and never sent again.
 *   Only where the request says the buyer can be asked, and its provider has `challenges`.
 * - `invalid_data`: not taken because of what the order holds; nothing was taken, nobody else is asked.
 * - `unavailable`: a passing failure; surely nothing was taken, so token and proof are given back.
 */
export type ChargeOutcome =
  | ({ kind: 'approved'; externalId: string; networkTransactionId?: string } & TakenBack)
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

/**
 * What an acquirer knows of a reference. `voided`: was booked, and all of it has been given back
 * since, whoever asked for that; or it was called off before it was decided. `not_found`: it has
 * not got it; whether it still may, `settlesWithinMs` says, and it never means that it was given
 * back.
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
 * What an acquirer issues: its own id and what the buyer pays by. `invalid_data`: not made because of
 * what the order holds; nobody else is asked. `unavailable`: a passing failure.
 * Nothing is paid by something nobody has seen, so whatever else goes wrong is thrown and counts as
 * `unavailable` too.
 */
export type Issued<Means> =
  | ({ kind: 'issued'; externalId: string } & Means)
  | RefusedData
  | { kind: 'unavailable' };

export type IssuedBoleto = {
  barcode: string;
  pix?: { copyAndPaste: string; location?: string };
};

/**
 * What an acquirer knows of a payment. `not_found`: it never issued it. `endToEndId`, where it tells
 * it: by that the payer's bank knows the PIX.
 */
export type KnownPayment =
  | { kind: 'open' | 'refused' | 'not_found' }
  | ({ kind: 'paid'; endToEndId?: string } & TakenBack);

/**
 * A payment as an issuer finds it. `externalId`: its own id of it, where it has told one.
 * `paymentMethod`: as it was issued by, for one that keeps them apart.
 */
export type IssuedPayment = {
  companyId: string;
  reference: string;
  externalId?: string | null;
  paymentMethod?: PaymentMethod;
};

/**
 * What an issuer asks for: for how many seconds a PIX and in how many days at most a boleto can be
 * paid, and the fields of a payer that others can do without.
 */
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
  /** The optional verbs it has, by payment method; none where it is absent. */
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
  /**
   * Gives the 44 digits of a barcode; `dueOn` is `YYYY-MM-DD`. `pix`: the code that is printed beside
   * it, over the same amount, as of a PIX; absent where none is.
   */
  issueBoleto(
    order: PaymentOrder & { dueOn: string },
    signal: AbortSignal,
  ): Promise<Issued<IssuedBoleto>>;
  /**
   * Gives the address at which the buyer authorizes the payment at their bank. `returnUrl`: where they
   * come back to, for one that takes an address with each order.
   */
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
   * late, repeatedly or never. The promise resolves once the service has acted on it.
   */
  onNotice(listener: (payment: { companyId: string; reference: string }) => Promise<void>): void;
}

/**
 * Whoever moves the money of payins by card. A new one is a folder in `providers/` with these verbs.
 * Everything an acquirer says of a card is in the unions above; whatever else goes wrong is thrown
 * and means "unknown": the charge is then looked up by its reference and never sent again.
 */
export interface Acquirer extends Partial<RefundVerbs> {
  /** The optional verbs it has for cards; none where it is absent. */
  readonly capabilities?: RefundCapabilities;
  /**
   * Whether it takes a `cryptogram` of an authentication that neither it nor this service has made.
   * Left out by one of which that is not known: it never hears of such a charge.
   */
  readonly takesMerchantProof?: true;
  /**
   * How long after a charge or refund has left us this acquirer may still book it, although it knows
   * nothing of it when asked; minutes, as a rule. 0: what it does not know now it will never book.
   */
  readonly settlesWithinMs: number;
  /** Charges once per `reference`; gives up when `signal` is aborted. */
  charge(request: ChargeRequest, signal: AbortSignal): Promise<ChargeOutcome>;
  /**
   * Failures: thrown ones only, and one that was booked over anything but `amount` (centavos) is one.
   * `externalId`: its own id of it, where it has told one.
   */
  findCharge(
    charge: { companyId: string; reference: string; amount: number; externalId?: string | null },
    signal: AbortSignal,
  ): Promise<KnownCharge>;
  /**
   * Gives a whole charge back, once per `reversalId`; `findCharge` tells from then on that it is
   * `voided`. Left out by one that cannot: an operator gives back then what was charged too late,
   * and finds it by `orphan list`.
   */
  voidCharge?(
    charge: { companyId: string; reference: string; amount: number; reversalId: string },
    signal: AbortSignal,
  ): Promise<{ kind: 'voided' } | { kind: 'unavailable' }>;
  /**
   * Keeps a card in the acquirer's vault and gives a reference for it; never keeps a CVV. There is
   * no verb for forgetting one: see `cards/saved-card.ts`.
   */
  storeCard(
    request: { companyId: string; card: CardWithoutCvv; brand: CardBrand },
    signal: AbortSignal,
  ): Promise<{ kind: 'stored'; cardReference: string } | { kind: 'unavailable' }>;
}
