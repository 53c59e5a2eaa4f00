import type {
  PayoutCreated,
  PayoutListQuery,
  PayoutRecord,
  PayoutStatus,
} from '../../../contract/payments/payout.ts';
import type { PixKeyType } from '../../../contract/payments/pix-key.ts';
import type { Due } from '../../base/shared/look-ups.ts';

export type Payout = {
  companyId: string;
  id: string;
  provider: string;
  externalId: string | null;
  referenceId: string;
  status: PayoutStatus;
  /** The acquirer may have it; from then on it is looked up before it is sent again. */
  isSent: boolean;
  amount: number;
  /** Centavos, inside the amount. */
  fee: number;
  pixKey: string;
  pixKeyType: PixKeyType;
  beneficiaryName: string | null;
  beneficiaryDocument: string | null;
  webhookUrl: string | null;
  /** Why it did not come about, as the institution says; null where it did. */
  reason: string | null;
  bodyFingerprint: Uint8Array;
  wasRefusedAtOnce: boolean;
  wasCompleted: boolean;
  /** The key or person that asked for it; null where it is older than that is kept. */
  createdBy: string | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  /** Real time of its last step; the others are the account's time. */
  touchedAt: Date;
  createdAt: Date;
  updatedAt: Date;
};

export type PayoutPlace = { createdAt: Date; id: string };

/** What is null is not asked for. `from` and `until` are inclusive, `after` is not. */
export type PayoutFilter = {
  status: PayoutStatus | null;
  referenceId: string | null;
  from: Date | null;
  until: Date | null;
  after: PayoutPlace | null;
  limit: number;
};

export interface PayoutStore {
  find(companyId: string, id: string): Promise<Payout | null>;
  findByReference(companyId: string, referenceId: string): Promise<Payout | null>;
  findByReferences(
    companyId: string,
    referenceIds: readonly string[],
  ): Promise<ReadonlyMap<string, Payout>>;
  /** One not sent yet, or one sent before `sentBefore` (real time) that the acquirer never got. */
  beginSend(payout: Payout, now: Date, sentBefore: Date | null): Promise<boolean>;
  keepExternalId(payout: Payout, externalId: string): Promise<void>;
  /** Last step before a real time, due by `dueBy`, least looked at first. */
  listOpen(companyId: string, touchedBefore: Date, dueBy: Date): Promise<Due<Payout>[]>;
  /** By key, newest first. */
  page(companyId: string, filter: PayoutFilter): Promise<Payout[]>;
  /** By number of page, newest first. */
  list(companyId: string, query: PayoutListQuery): Promise<{ total: number; payouts: Payout[] }>;
}

/**
 * Decision: what the acquirer calls it is told once it is PROCESSING, so that repeats of the first
 * request get the same answer until then. Decision: fee and net amount are told once it is
 * completed, and stay where it came back, although the whole amount is in the balance again.
 */
export function toPayoutRecord(payout: Payout): PayoutRecord {
  return {
    id: payout.id,
    externalId: payout.status === 'PENDING' ? null : payout.externalId,
    status: payout.status,
    amount: payout.amount,
    currency: 'BRL',
    pixKey: payout.pixKey,
    pixKeyType: payout.pixKeyType,
    referenceId: payout.referenceId,
    beneficiaryName: payout.beneficiaryName,
    beneficiaryDocument: payout.beneficiaryDocument,
    feeAmount: payout.wasCompleted ? payout.fee : null,
    netAmount: payout.wasCompleted ? payout.amount - payout.fee : null,
    createdAt: payout.createdAt.toISOString(),
    updatedAt: payout.updatedAt.toISOString(),
  };
}

export function toPayoutCreated(payout: Payout): PayoutCreated {
  return { ...toPayoutRecord(payout), bankReceipt: null };
}
