import { merchantInterest } from '../../../contract/card/plan-installments.ts';
import type { DeclineReason } from '../../../contract/errors/decline-reason.ts';
import type { PayinStatus } from '../../../contract/payments/payin.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { startOfDay } from '../../base/shared/sao-paulo-days.ts';
import type { ChargeOutcome, SettlementTerms } from '../../providers/acquirer.ts';
import type { Account } from '../accounts/account.ts';
import { payinFee, shareOf } from '../accounts/fee-schedule.ts';
import type { AuditEntry } from '../audit/audit-log.ts';
import type { FinishedToken } from '../cards/card-token.ts';
import type { PostingPlan } from '../ledger/ledger.ts';
import type { Receivable } from '../ledger/receivable.ts';
import { receivablesOf } from '../ledger/receivable.ts';
import { reserveDueAt } from '../ledger/reserve.ts';
import type { WebhookEventDraft } from '../webhooks/webhook-event.ts';
import type { Decline } from './decline.ts';
import { reasonOf } from './decline.ts';
import type { ChargeState, Payin } from './payin.ts';
import { chargedAmount } from './payin.ts';
import { toPayinEvent } from './payin-event.ts';
import type { PaidStatus } from './payin-status.ts';
import { illegalTransition, isPaid, PAYIN_TRANSITIONS } from './payin-status.ts';
import type { Refund } from './refunds/refund.ts';
import type { ReversalToKeep } from './refunds/reversal.ts';
import type { Authentication, AuthenticationEnd } from './three-d-secure/three-d-secure.ts';

/** All that one change of a payin writes in its commit. No status changes in another way. */
export type PayinTransition = {
  from: Payin;
  /** As it becomes; null where nothing is left of it, as if it had never been. */
  to: Payin | null;
  enters: PayinStatus | null;
  posting: PostingPlan | null;
  token: { tokenHash: Uint8Array; to: FinishedToken } | null;
  authentication: AuthenticationChange | null;
  decline: Decline | null;
  reversal: ReversalToKeep | null;
  refund: { begins: Refund } | { ends: Refund } | null;
  /** What its acquirer owes of it from now on. */
  receivables: readonly Receivable[];
  event: WebhookEventDraft | null;
  audit: AuditEntry | null;
};

/** It begins, it ends, its secrets are destroyed, or its proof may be claimed again. */
export type AuthenticationChange = {
  id: string;
  opens?: Authentication;
  ends?: AuthenticationEnd;
  forgetsSecrets?: true;
  isGivenBack?: true;
};

/** Commits it with others of its company; false, and unwritten, where the payin has changed. */
export type TransitionPayin = (move: PayinTransition) => Promise<boolean>;

export type DeclinedCharge = Extract<ChargeOutcome, { kind: 'declined' }>;

/** Spread behind `from` and `to`: names that are new behind a spread cost V8 microseconds each. */
export const NO_EFFECTS = {
  enters: null,
  posting: null,
  token: null,
  authentication: null,
  decline: null,
  reversal: null,
  refund: null,
  receivables: [],
  event: null,
  audit: null,
} as const;

export type DecidedStatus = Exclude<PayinStatus, Exclude<PaidStatus, 'APPROVED'>>;

/** `now`: the account's time. `chargeState`: `unknown` where the acquirer has not told. 409. */
export function moveTo(
  account: Account,
  payin: Payin,
  change: {
    to: DecidedStatus;
    now: Date;
    externalId?: string | null;
    declineReason?: DeclineReason | null;
    chargeState?: ChargeState;
    networkTransactionId?: string | null;
    terms?: SettlementTerms | undefined;
  },
  { hash }: { hash: KeyedHash },
): PayinTransition & { to: Payin } {
  const { to: status, now: updatedAt, chargeState = 'decided' } = change;
  const { networkTransactionId = null } = change;
  const decided = { isApproved: status === 'APPROVED', networkTransactionId };
  // What a payin that was paid becomes, its money says: see `refunds/return-transition.ts`.
  const isPossible = PAYIN_TRANSITIONS[payin.status].includes(status) && !isPaid(payin.status);
  if (!isPossible) throw illegalTransition(payin.status, status);
  // What a caller has seen once stays: a payin that was answered keeps its external id.
  const externalId = payin.externalId ?? change.externalId ?? null;
  const declineReason = change.declineReason ?? payin.declineReason;
  const to = { ...payin, status, chargeState, externalId, declineReason, updatedAt };
  const receivables = status === 'APPROVED' ? calendarOf(account, to, change.terms) : [];
  return {
    from: payin,
    to,
    ...NO_EFFECTS,
    enters: status,
    posting: status === 'APPROVED' ? approvalPosting(account, to, receivables) : null,
    receivables,
    event: toPayinEvent(account, to),
    ...(payin.chargeState !== 'decided' && chargeState === 'decided'
      ? consumed(account, payin, decided, hash)
      : {}),
  };
}

/** The answer tells the merchant that a claimed payin waits, so there is no event of it. */
export function acknowledgement(
  payin: Payin,
  first: Pick<Payin, 'status' | 'chargeState'> & Partial<Payin>,
  opens?: Authentication,
): PayinTransition & { to: Payin } {
  const to = { ...payin, ...first };
  return {
    from: payin,
    to,
    ...NO_EFFECTS,
    enters: to.status,
    authentication: opens === undefined ? null : { id: opens.id, opens },
  };
}

/** Nothing has left to the provider it was for: another one is asked from this real time on. */
export function providerTransition(
  payin: Payin,
  provider: string,
  now: Date,
): PayinTransition & { to: Payin } {
  const to: Payin = { ...payin, provider, reservedAt: now };
  return { from: payin, to, ...NO_EFFECTS };
}

export function chargeBegin(
  payin: Payin,
  now: Date,
  ends: AuthenticationEnd,
): PayinTransition & { to: Payin } {
  const authentication = authenticationOf(payin, { ends });
  const to: Payin = { ...payin, chargeState: 'charging', reservedAt: now };
  return { from: payin, to, ...NO_EFFECTS, authentication };
}

export function reversalTransition(
  account: Account,
  payin: Payin,
  reversal: ReversalToKeep,
  audit: AuditEntry,
): PayinTransition {
  const isTold = reversal.doneAt !== null && !isPaid(payin.status);
  const event = isTold ? toPayinEvent(account, payin, 'reversed') : null;
  return { from: payin, to: payin, ...NO_EFFECTS, reversal, event, audit };
}

/** Nothing was taken, surely: payin, token and proof are as if it had not been tried. */
export function release(payin: Payin): PayinTransition {
  const { tokenHash } = payin;
  return {
    from: payin,
    to: null,
    ...NO_EFFECTS,
    token: tokenHash === null ? null : { tokenHash, to: { status: 'fresh' } },
    authentication: authenticationOf(payin, { isGivenBack: true }),
  };
}

/** A decline leaves no payin, but a row for the operator; the token is used up. */
export function declineTransition(
  account: Account,
  payin: Payin,
  charge: DeclinedCharge,
  { now, hash }: { now: Date; hash: KeyedHash },
): PayinTransition {
  return {
    from: payin,
    to: null,
    ...NO_EFFECTS,
    ...consumed(account, payin, { isApproved: false, networkTransactionId: null }, hash),
    decline: declineOf(payin, charge, now),
  };
}

export function declineOf(payin: Payin, charge: DeclinedCharge, createdAt: Date): Decline {
  return {
    companyId: payin.companyId,
    payinId: payin.id,
    referenceId: payin.referenceId,
    bodyFingerprint: payin.bodyFingerprint,
    code: charge.code,
    reason: reasonOf(charge),
    decidedBy: charge.decidedBy,
    amount: payin.amount,
    cardBrand: payin.cardBrand ?? 'unknown',
    cardLast4: payin.cardLast4 ?? '',
    createdAt,
  };
}

/** What a decided charge uses up. Source: spec, "what a decline consumes". */
function consumed(
  account: Account,
  payin: Payin,
  decided: { isApproved: boolean; networkTransactionId: string | null },
  hash: KeyedHash,
): Pick<PayinTransition, 'token' | 'authentication'> {
  const { tokenHash, customer, updatedAt: savedAt } = payin;
  const { isApproved, networkTransactionId } = decided;
  const customerDocumentHash = hash('customer-document', customer.document);
  const { id: customerId } = customer;
  const to: FinishedToken =
    isApproved && account.traits.cardOnFile && customerId !== undefined
      ? { status: 'on_file', customerId, customerDocumentHash, networkTransactionId, savedAt }
      : { status: 'spent' };
  return {
    token: tokenHash === null ? null : { tokenHash, to },
    authentication: authenticationOf(payin, { forgetsSecrets: true }),
  };
}

function authenticationOf(
  { authenticationId: id }: Payin,
  change: Omit<AuthenticationChange, 'id'>,
): AuthenticationChange | null {
  return id === null ? null : { id, ...change };
}

/** Nobody owes what the sandbox plays, so it is kept for those alone who wait for it. */
function calendarOf(
  { traits }: Account,
  payin: Payin,
  terms: SettlementTerms | undefined,
): Receivable[] {
  if (terms === undefined || (terms.isPlayed && traits.availableAt === 'approval')) return [];
  const { companyId, id: payinId, provider, installments, updatedAt } = payin;
  const sale = { companyId, payinId, provider, amount: chargedAmount(payin), installments };
  return receivablesOf(terms, sale, updatedAt);
}

/**
 * Decision: interest the merchant pays is a part of the fee, which never exceeds the payin. Decision:
 * of an account that waits, nothing is retained for less long than its last instalment takes.
 */
function approvalPosting(
  account: Account,
  payin: Payin,
  receivables: readonly Receivable[],
): PostingPlan {
  const { amount, paymentMethod, split, companyId, installmentPlan } = payin;
  const { fees, reserveBasisPoints, availableAt } = account.traits;
  const last = availableAt === 'settlement' ? receivables.at(-1) : undefined;
  const lastAt = last === undefined ? 0 : startOfDay(last.dueOn).getTime();
  const dueAt = reserveDueAt(account, payin.updatedAt).getTime();
  const fee = payinFee(fees, paymentMethod, amount) + merchantInterest(installmentPlan);
  return {
    kind: 'payin_approved',
    amount,
    reserveDueAt: new Date(Math.max(dueAt, lastAt)),
    waits: last !== undefined,
    fee: Math.min(fee, amount),
    reserve: shareOf(amount, reserveBasisPoints),
    // The merchant's own part is what the others leave.
    parts: (split ?? []).filter((part) => part.recipientId !== companyId),
  };
}
