import type { PayinStatus } from '../../../contract/payments/payin.ts';
import type { WebhookAttempt, WebhookDelivery } from '../../../contract/payments/webhook.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import type { AuditEntry } from '../audit/audit-log.ts';
import type { Amounts, LedgerKind } from '../ledger/ledger.ts';
import type { Payin, PayinTrace } from './payin.ts';
import { holdsReference } from './payin-status.ts';
import type { Refund } from './refunds/refund.ts';
import type { Reversal, ReversalStore } from './refunds/reversal.ts';
import type { Authentication, AuthenticationStore } from './three-d-secure/three-d-secure.ts';

export type PayinEventTrace = Pick<WebhookDelivery, 'id' | 'event' | 'status'> & {
  attempts: readonly WebhookAttempt[];
  createdAt: Date;
};

export type PayinPostingTrace = { kind: LedgerKind; amounts: Amounts; createdAt: Date };

/** What is kept of a payin beside it, so much of each at most, the newest. */
export interface PayinTraceStore {
  refunds(companyId: string, payinId: string): Promise<Refund[]>;
  events(companyId: string, payinId: string): Promise<PayinEventTrace[]>;
  postings(companyId: string, sourceIds: readonly string[]): Promise<PayinPostingTrace[]>;
  acts(companyId: string, payinId: string): Promise<AuditEntry[]>;
  /** While there is something to look for. */
  lookUp(companyId: string, payinId: string): Promise<{ looks: number; dueAt: Date } | null>;
}

/** One thing that happened to a payin. `at`: the account's time. */
export type TimelineEntry = { at: Date } & (
  | ({ kind: 'created' } & Pick<Payin, 'provider'> & Pick<PayinTrace, 'requestId'>)
  /** It has ended without money; what was approved is told by the ledger. */
  | ({ kind: 'ended'; status: PayinStatus } & Pick<Payin, 'declineReason'> &
      Pick<PayinTrace, 'refusal'>)
  /** Its provider was asked so often, and is asked again at this time, unless it tells before. */
  | { kind: 'look-up'; looks: number }
  | ({ kind: 'three-d-secure' } & Pick<Authentication, 'status' | 'reason' | 'isChallenged'>)
  | { kind: 'refund-begun'; refundId: string; amount: number; reason: string | null }
  | ({ kind: 'refund-ended'; refundId: string } & Pick<
      Refund,
      'amount' | 'status' | 'failureReason'
    >)
  | { kind: 'reversal-begun' | 'reversal-done'; amount: number; isByHand: boolean }
  | ({ kind: 'posting'; posting: LedgerKind; amounts: Amounts } & Pick<PayinTrace, 'endToEndId'>)
  | { kind: 'event'; eventId: string; event: string; status: WebhookDelivery['status'] }
  | { kind: 'delivery'; eventId: string; event: string; outcome: string }
  | ({ kind: 'act' } & Pick<AuditEntry, 'actor' | 'action' | 'result' | 'code'>)
);

/** Oldest first. `isCut`: there is more than is told, the newest of it is. */
export type PayinTimeline = { entries: TimelineEntry[]; isCut: boolean };

/** More than happens to a payin in its life; a receiver that refuses everything adds to it. */
export const MAX_ENTRIES = 300;

/** Real times are put in the account's time; they differ in the sandbox alone. */
export async function readPayinTimeline(
  account: Account,
  payin: Payin,
  services: {
    payinTraces: PayinTraceStore;
    authentications: Pick<AuthenticationStore, 'find'>;
    reversals: Pick<ReversalStore, 'find'>;
  },
): Promise<PayinTimeline> {
  const { companyId, id, authenticationId, status, updatedAt, provider, declineReason } = payin;
  const { requestId, endToEndId, refusal } = payin.trace;
  const { payinTraces: traces, authentications, reversals } = services;
  const [refunds, events, acts, lookUp, authentication, reversal] = await Promise.all([
    traces.refunds(companyId, id),
    traces.events(companyId, id),
    traces.acts(companyId, id),
    traces.lookUp(companyId, id),
    authenticationId === null ? null : authentications.find({ companyId, id: authenticationId }),
    reversals.find(companyId, id),
  ]);
  const postings = await traces.postings(companyId, [id, ...refunds.map((refund) => refund.id)]);
  const ended = { kind: 'ended', status, declineReason, ...(refusal && { refusal }) } as const;
  const inAccountTime = (at: Date) => accountTime(account, at);
  const entries: TimelineEntry[] = [
    { at: payin.createdAt, kind: 'created', provider, ...(requestId && { requestId }) },
    ...(holdsReference(status) ? [] : [{ at: updatedAt, ...ended }]),
    ...(authentication === null ? [] : [authenticated(authentication)]),
    ...refunds.flatMap(refunded),
    ...(reversal === null ? [] : reversed(reversal, inAccountTime)),
    ...postings.map(({ kind: posting, amounts, createdAt: at }) => {
      const paid = posting === 'payin_approved' && endToEndId ? { endToEndId } : {};
      return { at, kind: 'posting', posting, amounts, ...paid } as const;
    }),
    ...events.flatMap((event) => told(event, inAccountTime)),
    ...acts.map((act) => acted(act, inAccountTime)),
    ...(lookUp === null
      ? []
      : [{ at: inAccountTime(lookUp.dueAt), kind: 'look-up', looks: lookUp.looks } as const]),
  ];
  // What has the same time stays as it stands above: what was done before what followed from it.
  entries.sort((one, other) => one.at.getTime() - other.at.getTime());
  return { entries: entries.slice(-MAX_ENTRIES), isCut: entries.length > MAX_ENTRIES };
}

function authenticated(authentication: Authentication): TimelineEntry {
  const { createdAt: at, status, reason, isChallenged } = authentication;
  return { at, kind: 'three-d-secure', status, reason, isChallenged };
}

function refunded(refund: Refund): TimelineEntry[] {
  const { id: refundId, amount, status, reason, failureReason, createdAt, updatedAt } = refund;
  const begun: TimelineEntry = { at: createdAt, kind: 'refund-begun', refundId, amount, reason };
  if (status === 'PENDING') return [begun];
  return [begun, { at: updatedAt, kind: 'refund-ended', refundId, amount, status, failureReason }];
}

function reversed(
  { begunAt, doneAt, amount, isByHand }: Reversal,
  inAccountTime: (at: Date) => Date,
): TimelineEntry[] {
  const begun = { at: inAccountTime(begunAt), kind: 'reversal-begun', amount, isByHand } as const;
  if (doneAt === null) return [begun];
  return [begun, { at: inAccountTime(doneAt), kind: 'reversal-done', amount, isByHand }];
}

function told(
  { id: eventId, event, status, attempts, createdAt }: PayinEventTrace,
  inAccountTime: (at: Date) => Date,
): TimelineEntry[] {
  const deliveries = attempts.map(({ at: realTime, outcome }) => {
    const at = inAccountTime(new Date(realTime));
    return { at, kind: 'delivery', eventId, event, outcome } as const;
  });
  return [{ at: inAccountTime(createdAt), kind: 'event', eventId, event, status }, ...deliveries];
}

function acted(
  { at, actor, action, result, code }: AuditEntry,
  inAccountTime: (at: Date) => Date,
): TimelineEntry {
  return { at: inAccountTime(at), kind: 'act', actor, action, result, code };
}
