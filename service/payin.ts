import type { CardBrand } from '../contract/card-brand.ts';
import type { PayinCreated, PayinRecord, PayinRequest, PayinStatus } from '../contract/payin.ts';
import type { PaymentMethod } from '../contract/payment-method.ts';
import type { Queryable } from './store/db.ts';

/**
 * How far the charge behind a payin is. `reserved`: ours, not acknowledged, the acquirer may or may
 * not have it. `awaiting_authentication`: acknowledged as PENDING_3DS, nothing was charged.
 * `charging`: the buyer was authenticated since, the acquirer may or may not have it. `unknown`:
 * acknowledged as PENDING, the acquirer did not answer in time. `decided`.
 */
export type ChargeState =
  | 'reserved'
  | 'awaiting_authentication'
  | 'charging'
  | 'unknown'
  | 'decided';

export type Payin = {
  companyId: string;
  id: string;
  externalId: string | null;
  referenceId: string;
  status: PayinStatus;
  chargeState: ChargeState;
  paymentMethod: PaymentMethod;
  /** Centavos. */
  amount: number;
  installments: number;
  /** Keyed hash of what was asked for: tells a repeat from another order. */
  bodyFingerprint: Uint8Array;
  customer: PayinRequest['customer'];
  items: PayinRequest['items'];
  isPhysicalProduct: boolean;
  payerIp: string;
  webhookUrl: string | null;
  antifraudSessionId: string | null;
  subSellerId: string | null;
  split: unknown[] | null;
  cardBrand: CardBrand | null;
  cardLast4: string | null;
  /** The token this charge consumes, if it came with one that can be charged once. */
  tokenHash: Uint8Array | null;
  /** The authentication it claims, or waits for. */
  authenticationId: string | null;
  /** Real time of the reservation, later of the charge; the others are the account's time. */
  reservedAt: Date;
  createdAt: Date;
  updatedAt: Date;
};

export interface PayinStore {
  /** Adds a reserved payin as the next attempt of its reference; false where that is held. */
  reserve(tx: Queryable, payin: Payin): Promise<boolean>;
  find(companyId: string, id: string): Promise<Payin | null>;
  /** The payin that holds the reference: open, approved, or on its way. */
  findByReference(companyId: string, referenceId: string): Promise<Payin | null>;
  /** Writes status, charge state and external id, if it still has status `from` undecided. */
  move(tx: Queryable, change: { from: PayinStatus; payin: Payin }): Promise<boolean>;
  /** From `reserved` to PENDING_3DS under its authentication; false where it was decided. */
  awaitAuthentication(tx: Queryable, payin: Payin): Promise<boolean>;
  /** From `awaiting_authentication` to `charging` at this real time. */
  beginCharge(tx: Queryable, payin: Payin, now: Date): Promise<boolean>;
  /** From `reserved` to `unknown`; false where it was decided meanwhile. */
  markUnknown(payin: Payin): Promise<boolean>;
  /** Takes back a reservation as if it had never been; false where it was decided meanwhile. */
  release(tx: Queryable, payin: Payin): Promise<boolean>;
  /** All `unknown`, and those `reserved` or `charging` since before the given real time. */
  listUnsettled(companyId: string, reservedBefore: Date): Promise<Payin[]>;
}

/** 201 of `POST /payin`. */
export function toPayinCreated(payin: Payin): PayinCreated {
  return {
    id: payin.id,
    externalId: payin.externalId,
    referenceId: payin.referenceId,
    status: payin.status,
    amount: payin.amount,
    paymentMethod: payin.paymentMethod,
    createdAt: payin.createdAt.toISOString(),
  };
}

/** What a payin's record tells of its money, in centavos; nulls until it is approved. */
export type PayinMoney = { netAmount: number | null; reservedAmount: number | null };

/** 200 of `GET /payin/{id}`. */
export function toPayinRecord(payin: Payin, money: PayinMoney): PayinRecord {
  return {
    id: payin.id,
    externalId: payin.externalId,
    referenceId: payin.referenceId,
    status: payin.status,
    amount: payin.amount,
    currency: 'BRL',
    paymentMethod: payin.paymentMethod,
    installments: payin.installments,
    customer: payin.customer,
    items: payin.items,
    pixCopyAndPaste: null,
    boletoBarcode: null,
    boletoUrl: null,
    netAmount: money.netAmount,
    reservedAmount: money.reservedAmount,
    createdAt: payin.createdAt.toISOString(),
    updatedAt: payin.updatedAt.toISOString(),
  };
}
